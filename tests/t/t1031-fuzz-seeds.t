#!/bin/sh
# SPDX-License-Identifier: MIT
# t1031-fuzz-seeds.t - the seeds of the fuzzers of classes, images, plans and data
# files, and whatever these once found, are survived. UPDATE=1 writes those anew that
# makeplan and makedata make. What data files say is compared as text.
. "${srcdir:-.}/tests/lib.sh"

[ -x "$builddir/fuzz_class" ] || skip_all 'fuzz_class is not built'
[ -x "$builddir/fuzz_edit" ] || skip_all 'fuzz_edit is not built'
[ -x "$builddir/fuzz_jimage" ] || skip_all 'fuzz_jimage is not built'
[ -x "$builddir/fuzz_flow" ] || skip_all 'fuzz_flow is not built'
[ -x "$builddir/fuzz_plan" ] || skip_all 'fuzz_plan is not built'
[ -x "$builddir/fuzz_data" ] || skip_all 'fuzz_data is not built'

# A seed of an earlier format would only be refused.
for name in sample empty; do
    "$builddir/tests/tools/makeplan" "$name" >plan
    [ -z "${UPDATE-}" ] || cp plan "$srcdir/tests/fuzz/seeds-plan/$name"
    same "$srcdir/tests/fuzz/seeds-plan/$name" plan "$name is a plan of today"
done
for name in sample empty merged; do
    "$builddir/tests/tools/makedata" "$name" >data
    [ -z "${UPDATE-}" ] || cp data "$srcdir/tests/fuzz/seeds-data/$name"
    same "$srcdir/tests/fuzz/seeds-data/$name" data "$name is a data file of today"
done
golden=$srcdir/tests/golden/data.txt
run "$builddir/tests/tools/datadump" "$srcdir/tests/fuzz/seeds-data/sample"
is "$status" 0 'it is shown'
[ -z "${UPDATE-}" ] || cp out "$golden"
same "$golden" out 'as it should be'
# Cut within the first record, and empty.
for n in 250 0; do
    head -c "$n" "$srcdir/tests/fuzz/seeds-data/sample" >cut
    run "$builddir/tests/tools/datadump" cut
    is "$status" 1 "$n bytes of it are not all"
    like err "^cut: byte [0-9]*: (a record beyond the end|too short)$" 'and it says so'
done

for name in class edit jimage flow plan data; do
    program=$builddir/fuzz_$name
    for seed in "$srcdir/tests/fuzz/seeds-$name"/*; do
        run "$program" "$seed"
        is "$status" 0 "$name: $(basename "$seed")" || diag err
    done
done
is "$([ "$tap_n" -ge 39 ]; echo $?)" 0 'there were seeds'

done_testing
