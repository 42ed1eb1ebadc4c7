#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh - check every #include against tests/lint/deps.txt (TAP).
#
# deps.txt holds one line per module, "module: module module ...".
# A module may name only modules listed above it, so the law cannot be cyclic.
# Set DEPS_STRICT=1 to fail on edges that are allowed but no longer used.

cd "${srcdir:-.}" || exit 99
files=$(find rewriter analysis rt-native -name '*.[ch]' | LC_ALL=C sort)
if [ -z "$files" ]; then
    echo '1..0 # SKIP no sources'
    exit 0
fi

# shellcheck disable=SC2086  # paths in this tree hold no spaces
awk '
function module(path,   n, a) {
    n = split(path, a, "/")
    return n > 2 ? a[1] "/" a[2] : a[1]
}
function bad(msg) {
    print "# " msg
    fails++
}
BEGIN {
    while ((getline line < "tests/lint/deps.txt") > 0) {
        if (line ~ /^[ \t]*(#|$)/) continue
        m = line
        sub(/[ \t]*:.*/, "", m)
        sub(/^[^:]*:/, "", line)
        if (m in known) bad("deps.txt: " m " listed twice")
        k = split(line, d, " ")
        for (i = 1; i <= k; i++) {
            if (!(d[i] in known)) {
                bad("deps.txt: " m " names " d[i] ", not listed above it")
            }
            allow[m, d[i]] = 1
            edge[++ne] = m SUBSEP d[i]
        }
        known[m] = 1
    }
    if (!ne) bad("deps.txt: no rules")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, q, "\"")
    inc = q[2]
    from = module(FILENAME)
    to = module(inc)
    at = FILENAME ":" FNR ": "
    n_includes++
    if (inc == "config.h") next
    if (!(from in known)) bad(at "module " from " is not in deps.txt")
    if (!(to in known)) {
        bad(at "\"" inc "\" is not a path from the top")
        next
    }
    if (to == from) next
    if (!((from, to) in allow)) bad(at from " may not include " to)
    if (inc ~ /_priv\.h$/) bad(at inc " is private to " to)
    used[from, to] = 1
}
END {
    for (i = 1; i <= ne; i++) if (ENVIRON["DEPS_STRICT"] && !(edge[i] in used)) {
        split(edge[i], p, SUBSEP)
        bad("deps.txt: unused edge " p[1] " -> " p[2])
    }
    print (fails ? "not ok" : "ok") " 1 - " (n_includes + 0) \
        " includes follow deps.txt"
    print "1..1"
    exit fails > 0
}' $files
