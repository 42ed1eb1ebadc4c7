#!/bin/sh
# SPDX-License-Identifier: MIT
# t1031-fuzz-seeds.t - the seeds of the fuzzers of classes, images and plans, and
# whatever these once found, are survived. UPDATE=1 writes those plans anew that
# makeplan makes.
. "${srcdir:-.}/tests/lib.sh"

[ -x "$builddir/fuzz_class" ] || skip_all 'fuzz_class is not built'
[ -x "$builddir/fuzz_edit" ] || skip_all 'fuzz_edit is not built'
[ -x "$builddir/fuzz_jimage" ] || skip_all 'fuzz_jimage is not built'
[ -x "$builddir/fuzz_flow" ] || skip_all 'fuzz_flow is not built'
[ -x "$builddir/fuzz_plan" ] || skip_all 'fuzz_plan is not built'

# A seed of an earlier format would only be refused.
for name in sample empty; do
    "$builddir/tests/tools/makeplan" "$name" >plan
    [ -z "${UPDATE-}" ] || cp plan "$srcdir/tests/fuzz/seeds-plan/$name"
    same "$srcdir/tests/fuzz/seeds-plan/$name" plan "$name is a plan of today"
done

for name in class edit jimage flow plan; do
    program=$builddir/fuzz_$name
    for seed in "$srcdir/tests/fuzz/seeds-$name"/*; do
        run "$program" "$seed"
        is "$status" 0 "$name: $(basename "$seed")" || diag err
    done
done
is "$([ "$tap_n" -ge 29 ]; echo $?)" 0 'there were seeds'

done_testing
