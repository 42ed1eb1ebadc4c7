#!/bin/sh
# SPDX-License-Identifier: MIT
# map.sh - every source file begins with what it is for (TAP).
#
#     map.sh --print   the map of the tree that this makes: `make map`
#
# The second line of a file begins a sentence that says it, up to a full stop or an
# empty line. A .c file and its header are one row, in the words of the header.
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99

# folder, stem, names and purpose, one stem a line, in the order of names.
# shellcheck disable=SC2046  # paths in this tree hold no spaces
rows() {
    awk '
    function done() {
        if (!path) return
        sub(/^[a-z_]+\.(c|h|def|java) - /, "", text)
        stem = path
        sub(/\.[a-z]+$/, "", stem)
        name = path
        sub(/.*\//, "", name)
        names[stem] = names[stem] " " name
        if (!(stem in purpose) || path ~ /\.h$/) purpose[stem] = text
    }
    FNR == 1 { done(); path = FILENAME; text = ""; over = 0 }
    FNR > 1 && !over && /^(\/\/| \*|\/\*\*) / {
        line = $0
        sub(/^(\/\/|\/\*\*| \*) +/, "", line)
        text = text (text ? " " : "") line
        if (match(text, /\.( |$)/)) {
            text = substr(text, 1, RSTART - 1)
            over = 1
        }
        next
    }
    FNR > 1 && (text || FNR > 2) { over = 1 }
    END {
        done()
        for (stem in names) {
            folder = stem
            sub(/\/[^\/]*$/, "", folder)
            print folder "\t" stem "\t" substr(names[stem], 2) "\t" purpose[stem]
        }
    }' $(find analysis rewriter rt-native \( -name '*.[ch]' -o -name '*.def' \) |
        LC_ALL=C sort) | LC_ALL=C sort
}

if [ "${1:-}" = --print ]; then
    rows | awk -F '\t' '
        $1 != folder {
            print (folder ? "\n" : "") $1 "/"
            folder = $1
        }
        { printf "    %-42s %s\n", $3, $4 }'
    exit
fi
bad=$(rows | awk -F '\t' 'length($4) < 12 || $4 ~ /include/ { print "# " $3 ": " $4 }
    END { if (!NR) print "# no files" }')
if [ -z "$bad" ]; then
    echo 'ok 1 - each source file begins with what it is for'
else
    echo 'not ok 1 - each source file begins with what it is for'
    echo "$bad"
fi
echo 1..1
[ -z "$bad" ]
