#!/bin/sh
# SPDX-License-Identifier: MIT
# t9003-install.t - make install: what goes where, and that it runs away from the trees
# that it was built in.
. "${srcdir:-.}/tests/lib.sh"
need make java javac jar

prefix=$(sed -n 's/^prefix = //p' "$builddir/Makefile")
pass_if 'make install succeeds' make -s -C "$builddir" install DESTDIR="$scratch/root"
root=$scratch/root$prefix
# shellcheck disable=SC2086  # file names without blanks
wanted=$(cd "$srcdir/man" && echo ccinstr*.[0-9])
is "$(cd "$root" && find . -type f | sort)" "$({
    for page in $wanted; do
        echo "./share/man/man${page##*.}/$page"
    done
    echo ./bin/ccinstr
    echo ./share/bash-completion/completions/ccinstr
    echo ./share/doc/ccinstr/NEWS.md
    echo ./share/doc/ccinstr/README.md
    echo ./share/doc/ccinstr/ccinstr-report.schema.json
    echo ./share/zsh/site-functions/_ccinstr
} | sort)" 'the program, each manual page, completion, the schema'
is "$(find "$scratch/root" -type f ! -path "$root/*")" '' 'and nothing elsewhere'
is "$(cd "$root" && find . -type f -perm /111)" ./bin/ccinstr 'one can be executed'

if grep -q -e '\.gcda' -e __asan_ -e __ubsan_ -e __tsan_ "$root/bin/ccinstr"; then
    skip 'no path of a tree' 'a build for gcov or with sanitizers has them'
else
    is "$(grep -rlF -e "$builddir" -e "$srcdir" "$root")" '' \
        'no file names the source tree or the build tree'
fi

# Alone: another folder, and nothing in the environment but where java is.
mkdir app data
cat >Main.java <<'END'
public class Main {
    static int twice(int i) { return 2 * i; }
    public static void main(String[] a) { System.out.println(twice(21)); }
}
END
javac -d app Main.java && jar -c -f app.jar -e Main -C app . || exit 99
mv "$root/bin/ccinstr" "$scratch/moved"
alone() {
    env -i PATH="$PATH" "$@" >out 2>err
}
pass_if 'alone, it instruments' alone "$scratch/moved" instrument -o new app.jar
pass_if 'what it wrote runs' alone java -Dccinstr.data=data/ -jar new/app.jar
is "$(cat out)" 42 'as before'
pass_if 'it reports' alone "$scratch/moved" report new/ccinstr.plan data --html pages \
    --json report.json
like out 'call chains *2 of *2' 'what ran'
like pages/index.html '<html' 'pages are there'
mv "$scratch/moved" "$root/bin/ccinstr"

pass_if 'make uninstall succeeds' make -s -C "$builddir" uninstall \
    DESTDIR="$scratch/root"
is "$(find "$scratch/root" -type f)" '' 'and leaves no file'

done_testing
