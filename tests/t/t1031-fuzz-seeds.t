#!/bin/sh
# SPDX-License-Identifier: MIT
# t1031-fuzz-seeds.t - the seeds of the fuzzers of classes and images, and
# whatever these once found, are survived.
. "${srcdir:-.}/tests/lib.sh"

[ -x "$builddir/fuzz_class" ] || skip_all 'fuzz_class is not built'
[ -x "$builddir/fuzz_edit" ] || skip_all 'fuzz_edit is not built'
[ -x "$builddir/fuzz_jimage" ] || skip_all 'fuzz_jimage is not built'
[ -x "$builddir/fuzz_flow" ] || skip_all 'fuzz_flow is not built'
for name in class edit jimage flow; do
    program=$builddir/fuzz_$name
    for seed in "$srcdir/tests/fuzz/seeds-$name"/*; do
        run "$program" "$seed"
        is "$status" 0 "$name: $(basename "$seed")" || diag err
    done
done
is "$([ "$tap_n" -ge 17 ]; echo $?)" 0 'there were seeds'

done_testing
