# SPDX-License-Identifier: MIT
# samples/local.mk - teaching examples: each a folder with sources, a README
# and the output that running it gives.

EXTRA_DIST += %D%/hello

# A Debian package of what make dist packs, in deb/.
EXTRA_DIST += %D%/debian
.PHONY: deb
deb: dist
	$(srcdir)/%D%/debian/make-deb.sh $(distdir).tar.xz deb $(DEB_FLAGS)
clean-local: clean-deb
clean-deb:
	rm -rf deb
.PHONY: clean-deb
