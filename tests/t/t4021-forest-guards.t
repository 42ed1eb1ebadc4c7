#!/bin/sh
# SPDX-License-Identifier: MIT
# t4021-forest-guards.t - no chain that a program runs is left out of the forest by
# --feasibility guards; and some are that no program runs.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
home=$(home_of javac)
made guards

# The longest that is run has nine calls, but for the recursion without end.
depth=8
awk -F'\t' -v depth=$depth 'split($2, word, " ") / 3 <= depth' seen >short
is "$([ "$(wc -l <short)" -ge 200 ]; echo $?)" 0 'most chains are short'

# forest FEASIBILITY: its chains, to the file chains.
forest() {
    "$CCINSTR" forest --jdk "$home" --classpath lib --format tsv --granularity site \
        --depth $depth --feasibility "$1" comp >all 2>err
    is "$?" 0 "forest, feasibility $1" || diag err
    tail -n +2 all | cut -f 1,4 | sort -u >chains
}

forest none
sort -u short | comm -23 - chains >gone
is "$(head -n 20 gone)" '' 'every chain is in the forest'
all=$(wc -l <chains)
forest guards
sort -u short | comm -23 - chains >gone
is "$(head -n 20 gone)" '' 'every chain is in it with guards'
is "$([ "$(wc -l <chains)" -lt "$all" ]; echo $?)" 0 'with guards it has fewer chains'
done_testing
