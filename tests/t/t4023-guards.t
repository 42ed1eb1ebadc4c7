#!/bin/sh
# SPDX-License-Identifier: MIT
# t4023-guards.t - programs that try to make a call which analysis/constprop says
# cannot happen; and the calls that it says so of. Among the targets of its calls are
# all methods that have the name and type, so more is known than in a call graph.
#
# UPDATE=1 writes the expected calls (tests/fixtures/guards/never) anew.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
guards=$builddir/tests/tools/guards
[ -x "$guards" ] || skip_all 'tests/tools/guards is not built'
home=$(home_of javac)
made guards

"$guards" -c comp -p lib -j "$home" chains <seen >answers 2>err
is "$?$(cat err)" 0 'all chains are asked about'
is "$(paste answers seen | grep -v "^can$tab")" '' 'none is cut'
is "$(wc -l <answers)" "$(wc -l <seen)" 'each has an answer'

# Without offsets: they are the compiler's.
"$guards" -c comp -p lib -j "$home" list >list 2>err
is "$?$(cat err)" 0 'all calls are asked about'
awk -F'\t' '$5 == "never" { print $1 "\t" $2 "\t" $4 }' list | sort -u >never
golden never "$srcdir/tests/fixtures/guards/never" 'calls that cannot happen'
done_testing
