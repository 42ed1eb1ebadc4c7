#!/bin/sh
# SPDX-License-Identifier: MIT
# map.sh - HACKING.md names every source file, in the table of its folder, and
# none that is not there (TAP).
cd "${srcdir:-.}" || exit 99

# The tables: "### `folder/`" and then rows of "| `file` `file` | ...".
awk '
/^### `/ { split($0, part, "`"); folder = part[2]; next }
/^## / { folder = "" }
folder && /^\| `/ {
    split($0, column, "|")
    n = split(column[2], part, "`")
    for (i = 2; i <= n; i += 2) print folder part[i]
}' HACKING.md | LC_ALL=C sort >"${TMPDIR:-/tmp}/map.$$.said"
find analysis rewriter rt-native -name '*.[ch]' -o -name '*.def' |
    LC_ALL=C sort >"${TMPDIR:-/tmp}/map.$$.there"

wrong=$(diff "${TMPDIR:-/tmp}/map.$$.said" "${TMPDIR:-/tmp}/map.$$.there")
rows=$(wc -l <"${TMPDIR:-/tmp}/map.$$.said")
rm -f "${TMPDIR:-/tmp}/map.$$.said" "${TMPDIR:-/tmp}/map.$$.there"
if [ -z "$wrong" ] && [ "$rows" -gt 0 ]; then
    echo 'ok 1 - the map in HACKING.md is that of the tree'
else
    echo 'not ok 1 - the map in HACKING.md is that of the tree'
    echo "$wrong" | sed 's/^/# /'
fi
echo 1..1
