#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh - check every #include, and every symbol of the objects, against
# tests/lint/deps.txt (TAP).
#
# deps.txt holds one line per module, "module: module module ...".
# A module may name only modules listed above it, so the law cannot be cyclic. What is
# allowed and used by neither fails as well: an include shows types, macros and inline
# functions, which have no symbol, and a symbol what comes without an include. Where nothing
# is built, or there is no nm, both are skipped.

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
files=$(find rewriter analysis rt-native -name '*.[ch]' | LC_ALL=C sort)
if [ -z "$files" ]; then
    echo '1..0 # SKIP no sources'
    exit 0
fi

# FROM TO SYMBOL, of modules: what objects take from one another. Objects of files that are
# no more are left out.
symbols() {
    for object in $(cd "$build" && find analysis rewriter rt-native -name '*.o' 2>/dev/null |
        LC_ALL=C sort); do
        [ ! -f "${object%.o}.c" ] || echo "$build/$object"
    done | xargs -r nm -A 2>/dev/null | awk -v top="$build/" '
    function module(path,   n, a) {
        n = split(path, a, "/")
        return n > 2 ? a[1] "/" a[2] : a[1]
    }
    {
        at = index($0, ".o:")
        from = module(substr($0, length(top) + 1, at - length(top) + 1))
        n = split(substr($0, at + 3), w, " ")
        if (n == 3 && w[2] ~ /^[TDRBV]$/) defines[w[3]] = from
        if (n == 2 && w[1] == "U") wants[from " " w[2]]
    }
    END {
        for (want in wants) {
            split(want, w, " ")
            if (w[2] in defines && defines[w[2]] != w[1]) print w[1], defines[w[2]], w[2]
        }
    }' | LC_ALL=C sort
}

unseen='nothing built'
command -v nm >/dev/null 2>&1 || unseen='no nm'

# shellcheck disable=SC2086  # paths in this tree hold no spaces
symbols | awk -v unseen="$unseen" '
function module(path,   n, a) {
    n = split(path, a, "/")
    return n > 2 ? a[1] "/" a[2] : a[1]
}
function bad(point, msg) {
    print "# " msg
    fails[point]++
    failed = 1
}
function result(point, what) {
    print (fails[point] ? "not ok " : "ok ") point " - " what
}
BEGIN {
    while ((getline line < "tests/lint/deps.txt") > 0) {
        if (line ~ /^[ \t]*(#|$)/) continue
        m = line
        sub(/[ \t]*:.*/, "", m)
        sub(/^[^:]*:/, "", line)
        if (m in known) bad(1, "deps.txt: " m " listed twice")
        k = split(line, d, " ")
        for (i = 1; i <= k; i++) {
            if (!(d[i] in known)) {
                bad(1, "deps.txt: " m " names " d[i] ", not listed above it")
            }
            allow[m, d[i]] = 1
            edge[++ne] = m SUBSEP d[i]
        }
        known[m] = 1
        n_known++
    }
    if (!n_known) bad(1, "deps.txt: no rules")
}
FILENAME == "-" {
    if (!(($1, $2) in allow)) bad(2, "symbol " $3 ": " $1 " may not use " $2)
    used[$1, $2] = 1
    n_symbols++
    next
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, q, "\"")
    inc = q[2]
    from = module(FILENAME)
    to = module(inc)
    at = FILENAME ":" FNR ": "
    n_includes++
    if (inc == "config.h") next
    if (!(from in known)) bad(1, at "module " from " is not in deps.txt")
    if (!(to in known)) {
        bad(1, at "\"" inc "\" is not a path from the top")
        next
    }
    if (to == from) next
    if (!((from, to) in allow)) bad(1, at from " may not include " to)
    if (inc ~ /_priv\.h$/) bad(1, at inc " is private to " to)
    used[from, to] = 1
}
END {
    result(1, n_includes + 0 " includes follow deps.txt")
    if (n_symbols) {
        result(2, n_symbols " symbols follow deps.txt")
        for (i = 1; i <= ne; i++) if (!(edge[i] in used)) {
            split(edge[i], p, SUBSEP)
            bad(3, "deps.txt: unused edge " p[1] " -> " p[2])
        }
        result(3, "includes or symbols use each arrow")
    } else {
        print "ok 2 - symbols follow deps.txt # SKIP " unseen
        print "ok 3 - includes or symbols use each arrow # SKIP " unseen
    }
    print "1..3"
    exit failed
}' - $files
