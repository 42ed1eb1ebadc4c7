#!/bin/sh
# SPDX-License-Identifier: MIT
# t3003-oracle-graph.t - what runs do is in the call graph: that of the analysis that has
# the fewest edges, of some programs also RTA's (t4015-graph-subsets.t: it has all that
# finer ones have).
#
# One program of tests/oracle/java for each thing that bytecode does not say has a graph of
# its own, so that no edge can be there for another's sake, and two real programs. All
# others are recorded as well, and share four graphs: what is of a feature itself is
# missed there, too. make check-oracle has each alone, with all analyses, and many more
# real programs.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"
[ -f "${WORKLOADS_JARS:-/usr/share/java}/asm.jar" ] || skip_all 'no ASM'

# Callbacks, Proxies and Condy have gaps that must be of use, which they might not be in
# company.
alone='Callbacks=rta,and Calls=rta,and Concat Condy Finalizers Handles=rta,and Lambdas Loaders Proxies=rta,and
    Records Reflections Serials Services=rta,and Streams Threads VarHandles'

# Dealt out like cards: neighbours in the alphabet are often of one kind.
groups=$("$srcdir/tests/oracle/run.sh" --features | awk -v alone="$alone" '
    BEGIN { n = split(alone, word); for (i = 1; i <= n; i++) { sub(/=.*/, "", word[i]); is[word[i]] } }
    !($1 in is) { k = m++ % 4; group[k] = group[k] (k in group ? "+" : "") $1 }
    END { for (k = 0; k < 4; k++) print group[k] }')
# shellcheck disable=SC2086  # lists of names
"$srcdir/tests/oracle/run.sh" --analyses and "$CCINSTR" $alone $groups cup=rta,and javacc
