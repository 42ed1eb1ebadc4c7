#!/bin/sh
# SPDX-License-Identifier: MIT
# t6017-jar-seeds.t - what a fuzzer starts from, and whatever it once found, is
# survived by the program as a whole.
. "${srcdir:-.}/tests/lib.sh"

for seed in "$srcdir"/tests/fuzz/seeds-jar/*; do
    name=$(basename "$seed")
    for probes in none nop; do
        run ccinstr instrument --probes $probes --nested -o res "$seed"
        case $status in
        0 | 3) ok 0 "$name, $probes" ;;
        *)
            ok 1 "$name, $probes: status $status"
            diag err
            ;;
        esac
    done
done
is "$([ "$tap_n" -ge 20 ]; echo $?)" 0 'there were seeds'

done_testing
