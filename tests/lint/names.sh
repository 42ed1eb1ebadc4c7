#!/bin/sh
# SPDX-License-Identifier: MIT
# names.sh - one name is one thing: no two .c files are called the same, and no struct
# has the name of one that a header declares (TAP).
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99
bad=$(
    find analysis rewriter rt-native -name '*.c' | sed 's|.*/||' | LC_ALL=C sort | uniq -d |
        sed 's/^/# two files are called /'
    find analysis rewriter rt-native -name '*.[ch]' | LC_ALL=C sort | xargs awk '
    /^struct [a-z_0-9]+ [{]/ {
        where[$2] = where[$2] " " FILENAME
        n[$2]++
        shared[$2] = shared[$2] || FILENAME ~ /\.h$/
    }
    END {
        for (name in n) {
            if (n[name] > 1 && shared[name]) print "# struct " name ":" where[name]
        }
        if (!NR) print "# no files"
    }' | LC_ALL=C sort
)
if [ -z "$bad" ]; then
    echo 'ok 1 - files and structs have names of their own'
else
    echo 'not ok 1 - files and structs have names of their own'
    echo "$bad"
fi
echo 1..1
[ -z "$bad" ]
