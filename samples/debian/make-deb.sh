#!/bin/sh
# SPDX-License-Identifier: MIT
# make-deb.sh - a Debian package from a tarball of ccinstr.
#
# usage: make-deb.sh TARBALL FOLDER [ARGUMENT...]
#
# FOLDER gets the package, its sources, and the tree that it was built in; the arguments
# are dpkg-buildpackage's.

set -eu
[ $# -ge 2 ] || {
    echo 'usage: make-deb.sh TARBALL FOLDER [ARGUMENT...]' >&2
    exit 2
}
die() {
    echo "make-deb.sh: $*" >&2
    exit 1
}
# Whose files these are to be must not depend on who packs them.
umask 022
here=$(cd "$(dirname "$0")" && pwd)
tarball=$1
folder=$2
shift 2

[ -f "$tarball" ] || die "no tarball $tarball"
version=$(basename "$tarball" .tar.xz)
version=${version#ccinstr-}
packaged=$(sed -n '1s/^ccinstr (\(.*\)-[^-]*) .*/\1/p' "$here/debian/changelog")
[ "$version" = "$packaged" ] ||
    die "$tarball is no ccinstr-$packaged.tar.xz, which debian/changelog is about"
command -v dpkg-buildpackage >/dev/null 2>&1 || die 'no dpkg-buildpackage (dpkg-dev)'

rm -rf "$folder/ccinstr-$version"
mkdir -p "$folder"
cp "$tarball" "$folder/ccinstr_$version.orig.tar.xz"
cd "$folder"
tar xf "ccinstr_$version.orig.tar.xz"
cp -R "$here/debian" "ccinstr-$version/debian"
chmod -R u+w "ccinstr-$version/debian"
cd "ccinstr-$version"
exec dpkg-buildpackage -us -uc "$@"
