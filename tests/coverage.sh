#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh - run the suite in a build tree for gcov; print lines covered.
#
# usage: coverage.sh, from a build tree (make coverage)
#
# A header compiled into several files is shown once, with its best figure.

set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p coverage
cd coverage
[ -f Makefile ] ||
    "$source/configure" --quiet --enable-coverage CFLAGS='-O0 -g'
find . -name '*.gcda' -exec rm -f {} +
make -j2 --no-print-directory check || echo 'coverage: tests failed' >&2

find . -name '*.gcda' | LC_ALL=C sort | while read -r data; do
    "${GCOV:-gcov}" --no-output --object-directory "$(dirname "$data")" "$data"
done 2>/dev/null | awk -v top="$source/" '
/^File / {
    file = $2
    gsub(/\047/, "", file)
    if (index(file, top) == 1) file = substr(file, length(top) + 1)
    ours = file ~ /^(analysis|rewriter|rt-native)\//
}
/^Lines executed:/ && ours {
    split($2, share, /[:%]/)
    if (!(file in lines) || share[2] > percent[file]) percent[file] = share[2]
    lines[file] = $4
    ours = 0
}
END {
    for (file in lines) {
        printf "%6.1f %% of %5d  %s\n", percent[file], lines[file], file
        total += lines[file]
        covered += percent[file] * lines[file] / 100
    }
    if (!total) exit 1
    printf "%6.1f %% of %5d  in all\n", 100 * covered / total, total
}' >report.txt
LC_ALL=C sort -k 4 report.txt
