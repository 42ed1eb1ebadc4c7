#!/bin/sh
# SPDX-License-Identifier: MIT
# exports.sh - what a file of the product exports another one uses, by the symbols of the
# objects (TAP). exports.txt lists what stays all the same, a name and the reason a line.
#
# A file without an object is taken to use whatever it names: those that are compiled into
# the library of the run time alone.

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
name='exports are used, or listed in exports.txt'
command -v nm >/dev/null 2>&1 || {
    echo "ok 1 - $name # SKIP no nm"
    echo 1..1
    exit 0
}
set -- analysis rewriter rt-native
objects=$(
    cd "$build" && find "$@" -name '*.o' 2>/dev/null | LC_ALL=C sort | while read -r object; do
        [ ! -f "$OLDPWD/${object%.o}.c" ] || echo "$object"
    done
)
[ -n "$objects" ] || {
    echo "ok 1 - $name # SKIP nothing built"
    echo 1..1
    exit 0
}

# "defined SYMBOL FILE" and "used SYMBOL".
symbols() {
    # shellcheck disable=SC2086  # paths in this tree hold no spaces
    (cd "$build" && nm -A $objects 2>/dev/null) | awk '
        { at = index($0, ".o:"); n = split(substr($0, at + 3), w, " ") }
        n == 3 && w[2] ~ /^[TDRBVW]$/ { print "defined", w[3], substr($0, 1, at) "c" }
        n == 2 && w[1] == "U" { print "used", w[2] }'
    find "$@" -name '*.c' | while read -r source; do
        [ -f "$build/${source%.c}.o" ] || tr -cs 'A-Za-z0-9_' '\n' <"$source"
    done | sort -u | sed 's/^/used /'
}

# Names that macros put together, and those of the compiler, stand in no source.
words=$(find "$@" -name '*.c' -exec cat {} + | tr -cs 'A-Za-z0-9_' '\n' | sort -u)
bad=$({
    echo "$words" | sed 's/^/word /'
    sed -n 's/^\([A-Za-z_0-9]\{1,\}\) .*/listed \1/p' tests/lint/exports.txt
    symbols "$@"
} | awk '
    { what[$1, $2] = 1 }
    $1 == "defined" { file[$2] = $3 }
    $1 == "listed" { row[$2] }
    END {
        for (s in file) {
            if (!(("used", s) in what) && ("word", s) in what && !(s in row))
                print "# " file[s] ": no other file uses " s
        }
        for (s in row) {
            if (!(s in file) || ("used", s) in what) print "# exports.txt: needless row " s
        }
    }' | LC_ALL=C sort)
if [ -z "$bad" ]; then
    echo "ok 1 - $name"
else
    echo "not ok 1 - $name"
    echo "$bad"
fi
echo 1..1
[ -z "$bad" ]
