#!/bin/sh
# SPDX-License-Identifier: MIT
# t3003-oracle-graph.t - what runs do is in the call graph: the programs of
# tests/oracle/java and three real ones, in that of the analysis that has the fewest edges;
# some also in RTA's (t4015-graph-subsets.t: it has all that finer ones have). make
# check-oracle has more, with all analyses.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"
[ -f "${WORKLOADS_JARS:-/usr/share/java}/asm.jar" ] || skip_all 'no ASM'
"$srcdir/tests/oracle/run.sh" --analyses and "$CCINSTR" @features \
    Calls=rta Handles=rta Proxies=rta Services=rta cup=rta,and bcel-v=rta,and javacc
