#!/bin/sh
# SPDX-License-Identifier: MIT
# t9005-deb.t - the Debian package. By default what its files say, and what make-deb.sh
# refuses; with DEB_BUILD=1 (make check-deb) the package is built twice, from the tarball,
# in folders, modes, languages and time zones that differ, checked and run.
. "${srcdir:-.}/tests/lib.sh"

sample=$srcdir/samples/debian
debian=$sample/debian
version=$("$CCINSTR" --version | sed 's/^ccinstr //')
like "$debian/changelog" "^ccinstr \($version-[0-9]+\) " 'it is of this version'
# What quickstart installs to build, it asks for too. dpkg-dev, which debhelper needs,
# brings compiler and make; debhelper the autotools.
sed -n '/^Build-Depends:/,/^[A-Z][a-z-]*-Version/p' "$debian/control" |
    tr ' ,' '\n\n' >asked
sed -n "/^build_packages=/,/'\$/p" "$srcdir/quickstart" | tr "' " '\n\n' |
    grep -v -e '^build_packages=$' -e '^$' -e '^gcc$' -e '^libc6-dev$' -e '^make$' \
        -e '^auto' >needed
is "$([ "$(wc -l <needed)" -ge 5 ]; echo $?)" 0 'there are packages to ask for'
is "$(while read -r package; do
    grep -qx -- "$package" asked || echo "$package"
done <needed)" '' 'what building takes is asked for'
# The licence, in its own words.
sed -n '/^License: Expat$/,$s/^ //p' "$debian/copyright" | sed 's/^\.$//' >got
sed -n '/^Permission/,$p' "$srcdir/COPYING" >wanted
same wanted got 'its licence is that of COPYING'
is "$(for t in $(sed -n 's/.*for t in \(.*\); do.*/\1/p' "$debian/rules"); do
    [ -x "$srcdir/tests/t/$t.t" ] || echo "$t"
done)" '' 'the tests that it runs are there'
is "$(grep -c 'for t in t' "$debian/rules")" 1 'and it runs some'

# Before anything of Debian is needed.
: >ccinstr-99.0.tar.xz
run "$sample/make-deb.sh" ccinstr-99.0.tar.xz made
is "$status" 1 'the tarball of another version is refused'
like err "ccinstr-99.0.tar.xz is no ccinstr-$version.tar.xz" 'with the reason'
run "$sample/make-deb.sh" none.tar.xz made
is "$status" 1 'so is none'
is "$([ -e made ]; echo $?)" 1 'and nothing was made'

# --- Built twice -----------------------------------------------------------------------

if [ "${DEB_BUILD:-0}" = 1 ]; then
    need dpkg-buildpackage dh
    mkdir dist one another another/deeper
    (cd dist && "$srcdir/configure" -q && make -s dist) >dist.log 2>&1 || diag dist.log
    tarball=$scratch/dist/ccinstr-$version.tar.xz
    pass_if 'a package is built' sh -c 'cd one && umask 022 &&
        LC_ALL=C TZ=UTC "$0" "$1" deb' "$sample/make-deb.sh" "$tarball"
    pass_if 'and another' sh -c 'cd another/deeper && umask 077 &&
        LC_ALL=C.UTF-8 TZ=Asia/Kathmandu "$0" "$1" deb' "$sample/make-deb.sh" "$tarball"
    for deb in $(cd one/deb && ls -- *.deb *.dsc *.tar.xz); do
        same "one/deb/$deb" "another/deeper/deb/$deb" "the same $deb"
    done
    is "$(cd one/deb && ls -- *.deb | wc -l)" 2 'the program, and its debugging symbols'
    dpkg-deb -x one/deb/ccinstr_*.deb root
    is "$(grep -rlF "$scratch" root)" '' 'no path of the build in it'
    if command -v lintian >/dev/null 2>&1; then
        # As root it complains of that.
        lintian --fail-on error,warning one/deb/*.changes >lintian.log 2>&1
        is "$? $(grep '^[EW]:' lintian.log)" '0 ' 'lintian finds no error and no warning'
    else
        skip lintian 'no lintian'
    fi
    rm -rf one/deb/ccinstr-*/ another dist
    pass_if 'installed, the sample in it runs' sh \
        root/usr/share/doc/ccinstr/examples/hello/demo.sh root/usr/bin/ccinstr work
fi

done_testing
