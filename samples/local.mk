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
    %D%/fork %D%/jdk %D%/make %D%/modules %D%/quickstart %D%/study

# A Debian package of what make dist packs, in deb/.
EXTRA_DIST += %D%/debian
.PHONY: deb
deb: dist
	$(srcdir)/%D%/debian/make-deb.sh $(distdir).tar.xz deb $(DEB_FLAGS)
clean-local: clean-deb
clean-deb:
	rm -rf deb
.PHONY: clean-deb

# The test suites of public components, measured; it needs a network, and some minutes a
# component. make study STUDY_DIR=DIR; STUDY_FLAGS may have options, STUDY_NAMES components.
.PHONY: study
study: ccinstr
	@[ -n '$(STUDY_DIR)' ] || { \
	    echo 'make study STUDY_DIR=DIR: a folder for what is fetched and built' >&2; \
	    exit 2; }
	$(top_srcdir)/%D%/study/study.sh $(STUDY_FLAGS) $(abs_top_builddir)/ccinstr \
	    '$(STUDY_DIR)' $(STUDY_NAMES)
