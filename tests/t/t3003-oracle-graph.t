#!/bin/sh
# SPDX-License-Identifier: MIT
# t3003-oracle-graph.t - what runs do is in the call graph: the programs of
# tests/oracle/java and three real ones. make check-oracle has more.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"
[ -f "${WORKLOADS_JARS:-/usr/share/java}/asm.jar" ] || skip_all 'no ASM'
"$srcdir/tests/oracle/run.sh" --analyses rta,and "$CCINSTR" @features cup bcel-v javacc
