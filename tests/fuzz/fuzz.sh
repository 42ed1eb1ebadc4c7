#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh - build the fuzz programs with libFuzzer and run each for a while.
#
# usage: FUZZ_TIME=SECONDS fuzz.sh, from a build tree (make fuzz)
#
# Inputs that found something new are kept in fuzz/corpus-NAME of the build
# tree and serve the next run; a crash stays in fuzz/crash-NAME-*. Seeds are
# the files of tests/fuzz/seeds-NAME in the source tree, if there are any.

set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
command -v clang >/dev/null 2>&1 || {
    echo 'fuzz: clang is missing (Debian: clang)' >&2
    exit 1
}

mkdir -p fuzz
cd fuzz
[ -f Makefile ] || CC=clang "$source/configure" --quiet --enable-fuzzing
make -j2 --no-print-directory

found=0
for program in ./fuzz_*; do
    [ -x "$program" ] && [ ! -d "$program" ] || continue
    name=${program#./fuzz_}
    mkdir -p "corpus-$name"
    set -- "corpus-$name"
    if [ -d "$source/tests/fuzz/seeds-$name" ]; then
        set -- "$@" "$source/tests/fuzz/seeds-$name"
    fi
    echo "==> $program, ${FUZZ_TIME:-60} s"
    "$program" -max_total_time="${FUZZ_TIME:-60}" -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="crash-$name-" "$@"
    found=1
done
[ $found -eq 1 ] || {
    echo 'fuzz: no fuzz programs were built' >&2
    exit 1
}
