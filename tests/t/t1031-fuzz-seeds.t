#!/bin/sh
# SPDX-License-Identifier: MIT
# t1031-fuzz-seeds.t - the seeds of the fuzzers, whatever these once found, and the
# corpora that they have grown, are survived. UPDATE=1 writes those seeds anew that
# makeplan, makedata and makereport make. What data files say is compared as text.
. "${srcdir:-.}/tests/lib.sh"

names='class edit jimage flow plan data component report lines manifest javaline nametext'
for name in $names; do
    [ -x "$builddir/fuzz_$name" ] || skip_all "fuzz_$name is not built"
done

# A seed of an earlier format would only be refused.
for name in sample empty; do
    "$builddir/tests/tools/makeplan" "$name" >plan
    golden plan "$srcdir/tests/fuzz/seeds-plan/$name" "$name is a plan of today"
done
for name in sample empty merged; do
    "$builddir/tests/tools/makedata" "$name" >data
    golden data "$srcdir/tests/fuzz/seeds-data/$name" "$name is a data file of today"
done
"$srcdir/tests/fuzz/reports.sh" "$builddir" reports
for file in reports/*; do
    golden "$file" "$srcdir/tests/fuzz/seeds-report/${file#*/}" \
        "${file#*/} has plans and data of today"
done
run "$builddir/tests/tools/datadump" "$srcdir/tests/fuzz/seeds-data/sample"
is "$status" 0 'it is shown'
golden out "$srcdir/tests/golden/data.txt" 'as it should be'
# Cut within the first record, and empty.
for n in 250 0; do
    head -c "$n" "$srcdir/tests/fuzz/seeds-data/sample" >cut
    run "$builddir/tests/tools/datadump" cut
    is "$status" 1 "$n bytes of it are not all"
    like err "^cut: byte [0-9]*: (a record beyond the end|too short)$" 'and it says so'
done

for name in $names; do
    program=$builddir/fuzz_$name
    for seed in "$srcdir/tests/fuzz/seeds-$name"/*; do
        run "$program" "$seed"
        is "$status" 0 "$name: $(basename "$seed")" || diag err
    done
done
is "$([ "$tap_n" -ge 80 ]; echo $?)" 0 'there were seeds'

# All of a corpus at once: what is survived by itself is fast, too.
for archive in "$srcdir"/tests/fuzz/corpus/*.tar.xz; do
    [ -f "$archive" ] || continue
    name=$(basename "$archive" .tar.xz)
    if ! command -v xz >/dev/null 2>&1; then
        skip "$name: its corpus" 'no xz'
        continue
    fi
    mkdir "corpus-$name"
    tar -xf "$archive" -C "corpus-$name"
    run "$builddir/fuzz_$name" "corpus-$name"/*
    is "$status" 0 "$name: its corpus" || tail -n 5 err | diag
done

done_testing
