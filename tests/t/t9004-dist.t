#!/bin/sh
# SPDX-License-Identifier: MIT
# t9004-dist.t - make dist: the tarball has what it should. With DIST_BUILD=1 (make
# check-dist) it is also made anew in another folder, mode, language and time zone, and by
# itself, each time the same; then it is built twice, in places that differ, and the
# programs are compared.
. "${srcdir:-.}/tests/lib.sh"
need make tar xz

configure=$srcdir/configure
[ -x "$configure" ] || skip_all 'no configure'
[ ! -f "$srcdir/config.status" ] || skip_all 'the source tree is itself configured'

# in_one_way COMMAND..., in_another COMMAND...: in folder one, and in another.
mkdir one another another/deeper
in_one_way() {
    (cd one && umask 022 && env LC_ALL=C TZ=UTC "$@")
}
in_another() {
    (cd another/deeper && umask 077 && env LC_ALL=C.UTF-8 LANG=C.UTF-8 \
        TZ=Asia/Kathmandu XZ_OPT=-e "$@")
}
# What configure finds is the same each time.
dist='"$0" -q --cache-file="$1" >log 2>&1 && make -s dist >>log 2>&1 || { cat log; exit 1; }'
# Nobody compares its bytes unless there is another.
[ "${DIST_BUILD:-0}" = 1 ] || export XZ_OPT=-0
in_one_way sh -c "$dist" "$configure" "$scratch/found" | diag
tarball=$(cd one && echo ccinstr-*.tar.xz)
pass_if 'make dist makes a tarball' test -f "one/$tarball"
tar tvf "one/$tarball" >list
is "$(awk '{ print $2, $4, $5 }' list | sort -u | wc -l)" 1 'one owner, one time'
is "$(awk '$1 !~ /^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--)$/' list)" '' 'and plain modes'
# What is in a folder comes right behind it.
awk '{ print $6 }' list | tr / '\001' | sort -c 2>unsorted
is "$(cat unsorted)" '' 'in the order of names'

if [ -e "$srcdir/.git" ] && command -v git >/dev/null 2>&1; then
    is "$(awk 'NR == 1 { print $4, $5 }' list)" \
        "$(cd "$srcdir" && git -c safe.directory='*' log -1 --format=%cd \
            --date=format-local:'%Y-%m-%d %H:%M')" 'the time is that of the last commit'
    # What git ignores but the tarball has, autoreconf made; what git has and the tarball
    # has not, is for the repository.
    {
        (cd "$srcdir" && git -c safe.directory='*' ls-files -co --exclude-standard) |
            grep -v -e '^\.ci/' -e '^\.gitignore$'
        for made in Makefile.in aclocal.m4 config.h.in configure build-aux/ar-lib \
            build-aux/compile build-aux/depcomp build-aux/install-sh \
            build-aux/missing build-aux/tap-driver.sh; do
            echo $made
        done
    } | sort >wanted
    awk '$6 !~ /\/$/ { print $6 }' list | sed 's|^[^/]*/||' | sort >got
    same wanted got 'it has every file of the repository, and what autoreconf makes'
else
    skip 'the time of the last commit' 'no git repository'
    skip 'every file of the repository' 'no git repository'
fi

# --- Made again, and built twice -------------------------------------------------------

if [ "${DIST_BUILD:-0}" = 1 ]; then
    in_another sh -c "$dist" "$configure" "$scratch/found" | diag
    same "one/$tarball" "another/deeper/$tarball" \
        'the same in another folder, mode, language and time zone'
    mkdir unpacked
    tar xf "one/$tarball" -C unpacked
    mkdir unpacked/build
    (cd unpacked/build && sh -c "$dist" ../ccinstr-*/configure "$scratch/found") | diag
    same "one/$tarball" "unpacked/build/$tarball" 'unpacked, it makes itself again'

    build='tar xf "$0" && cd ccinstr-* && mkdir build && cd build &&
        ../configure -q --prefix=/usr >log 2>&1 && make -s >>log 2>&1 &&
        make -s install DESTDIR="$1" >>log 2>&1 || { tail -n 30 log; exit 1; }'
    intree='tar xf "$0" && cd ccinstr-* && ./configure -q --prefix=/usr >log 2>&1 &&
        make -s >>log 2>&1 && make -s install DESTDIR="$1" >>log 2>&1 ||
        { tail -n 30 log; exit 1; }'
    in_one_way sh -c "$build" "$scratch/one/$tarball" "$scratch/root-one" | diag
    in_another sh -c "$intree" "$scratch/one/$tarball" "$scratch/root-another" | diag
    is "$(diff -r root-one root-another)" '' 'two builds install the same bytes'
    is "$(find root-one -type f | wc -l)" "$(find root-another -type f | wc -l)" \
        'the same files'
    pass_if 'the program is there' root-one/usr/bin/ccinstr --version
    is "$(readelf -S root-one/usr/bin/ccinstr | grep -c '\.debug_info')" 1 \
        'with what a debugger needs'
    is "$(grep -rlF "$scratch" root-one root-another)" '' 'and no path of either'
    # The trees go; the program stays and works.
    rm -rf one/ccinstr-*/ another unpacked
    mkdir classes
    cat >Main.java <<'END'
public class Main {
    public static void main(String[] a) { System.out.println("ran"); }
}
END
    javac -d classes Main.java
    pass_if 'without the trees it instruments' root-one/usr/bin/ccinstr instrument \
        -o new classes
    is "$(java -cp new/classes Main)" ran 'and what it wrote runs'
fi

done_testing
