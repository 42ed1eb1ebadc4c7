# SPDX-License-Identifier: MIT
# samples/local.mk - teaching examples: each a folder with sources and a README,
# which tests/t/t91*.t follow.

# Those with builds of their own are listed without what these leave behind.
EXTRA_DIST += %D%/hello \
    %D%/ant/README.md %D%/ant/build.xml %D%/ant/src %D%/ant/test \
    %D%/gradle/README.md %D%/gradle/build.gradle %D%/gradle/ccinstr.gradle \
    %D%/gradle/debian.gradle %D%/gradle/settings.gradle %D%/gradle/src \
    %D%/maven/README.md %D%/maven/debian.xml %D%/maven/pom.xml %D%/maven/src \
    %D%/webapp/README.md %D%/webapp/build.sh %D%/webapp/lending \
    %D%/webapp/reader %D%/webapp/server %D%/webapp/staff %D%/webapp/test \
    %D%/webapp/test.sh \
    %D%/fork %D%/jdk %D%/make %D%/modules %D%/quickstart

# A Debian package of what make dist packs, in deb/.
EXTRA_DIST += %D%/debian
.PHONY: deb
deb: dist
	$(srcdir)/%D%/debian/make-deb.sh $(distdir).tar.xz deb $(DEB_FLAGS)
clean-local: clean-deb
clean-deb:
	rm -rf deb
.PHONY: clean-deb
