#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh - build the fuzz programs with libFuzzer and run each for a while.
#
# usage: FUZZ_TIME=SECONDS [FUZZ='NAME...'] fuzz.sh [--keep], from a build tree
#        (make fuzz, make fuzz-corpus)
#
# Each starts from the files of tests/fuzz/seeds-NAME in the source tree, and from the
# corpus in tests/fuzz/corpus/NAME.tar.xz, if there are any. Inputs that found something
# new are kept in fuzz/corpus-NAME of the build tree and serve the next run; a crash
# stays in fuzz/crash-NAME-*.
#
# With --keep nothing is tried: what fuzz/corpus-NAME has, and the seeds have not, is
# minimised and becomes that archive of the source tree.

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

# unpack NAME: what the source tree has of it, once.
unpack() {
    [ ! -d "corpus-$1" ] || return 0
    mkdir "corpus-$1"
    [ ! -f "$source/tests/fuzz/corpus/$1.tar.xz" ] ||
        tar -xf "$source/tests/fuzz/corpus/$1.tar.xz" -C "corpus-$1"
}

# try NAME
try() {
    set -- "$1" "corpus-$1"
    if [ -d "$source/tests/fuzz/seeds-$1" ]; then
        set -- "$@" "$source/tests/fuzz/seeds-$1"
    fi
    name=$1
    shift
    echo "==> fuzz_$name, ${FUZZ_TIME:-60} s"
    "./fuzz_$name" -max_total_time="${FUZZ_TIME:-60}" -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="crash-$name-" "$@"
}

# keep NAME: a name of each file says what is in it, so the archive is the same for
# the same files.
keep() {
    seeds=$source/tests/fuzz/seeds-$1
    rm -rf "kept-$1"
    mkdir "kept-$1"
    cp "$seeds"/* "kept-$1"
    "./fuzz_$1" -merge=1 -timeout=10 "kept-$1" "corpus-$1"
    for seed in "$seeds"/*; do
        rm -f "kept-$1/$(basename "$seed")"
    done
    mkdir -p "$source/tests/fuzz/corpus"
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 \
        -C "kept-$1" -cf - $(ls "kept-$1") | xz -9e >"$1.tar.xz"
    mv "$1.tar.xz" "$source/tests/fuzz/corpus/$1.tar.xz"
    rm -rf "kept-$1"
}

found=0
for program in ./fuzz_*; do
    [ -x "$program" ] && [ ! -d "$program" ] || continue
    name=${program#./fuzz_}
    case " ${FUZZ:-$name} " in *" $name "*) ;; *) continue ;; esac
    unpack "$name"
    if [ "${1-}" = --keep ]; then
        keep "$name"
    else
        try "$name"
    fi
    found=1
done
[ $found -eq 1 ] || {
    echo 'fuzz: no fuzz programs were built' >&2
    exit 1
}
