#!/bin/sh
# SPDX-License-Identifier: MIT
# banned.sh - no call that tests/lint/banned.txt forbids (TAP).
#
# Comments, strings and character constants are blanked out first, so that only
# code counts; then every identifier before an opening bracket is looked up.

cd "${srcdir:-.}" || exit 99
files=$(find analysis rewriter rt-native -name '*.[ch]' | LC_ALL=C sort)
if [ -z "$files" ]; then
    echo '1..0 # SKIP no sources'
    exit 0
fi

# shellcheck disable=SC2086  # paths in this tree hold no spaces
awk '
function bad(msg) {
    print "# " msg
    fails++
}
function allowed(call,   n, place, i) {
    n = split(places[call], place, " ")
    for (i = 1; i <= n; i++) {
        if (index(FILENAME, place[i]) == 1) return 1
    }
    return 0
}
# The line without comments and constants; in_comment spans lines.
function code_of(line,   out, c, two, i, quote) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
            }
        } else if (quote) {
            if (c == "\\") i++
            else if (c == quote) quote = ""
        } else if (two == "/*") {
            in_comment = 1
            i++
        } else if (two == "//") {
            break
        } else if (c == "\"" || c == "\047") {
            quote = c
            out = out " "
        } else {
            out = out c
        }
    }
    return out
}
BEGIN {
    while ((getline line < "tests/lint/banned.txt") > 0) {
        if (line ~ /^[ \t]*(#|$)/) continue
        split(line, part, " *: *")
        n = split(part[1], call, " ")
        for (i = 1; i <= n; i++) {
            why[call[i]] = part[3]
            places[call[i]] = part[2]
            rules++
        }
    }
    if (!rules) bad("banned.txt: no rules")
}
FNR == 1 { in_comment = 0 }
{
    rest = code_of($0)
    while (match(rest, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
        name = substr(rest, RSTART, RLENGTH)
        sub(/[ \t]*\($/, "", name)
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : ""
        rest = substr(rest, RSTART + RLENGTH)
        # A member that is called so is another thing.
        if (before == "." || before == ">") continue
        if ((name in why) && !allowed(name)) {
            bad(FILENAME ":" FNR ": " name "(): " why[name])
        }
    }
}
END {
    print (fails ? "not ok" : "ok") " 1 - no banned call"
    print "1..1"
    exit fails > 0
}' $files
