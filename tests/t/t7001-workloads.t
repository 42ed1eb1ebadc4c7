#!/bin/sh
# SPDX-License-Identifier: MIT
# t7001-workloads.t - real programs print, write and return the same from
# rewritten jars: some of tests/workloads. make check-workloads has all quick ones, and
# make check-dropin runs programs with probes.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
# Old classes and new ones, jsr, threads, exceptions, reflection, serialized objects,
# generated classes, generated parsers: one or two programs for each. More of a kind (cup
# and javacc for antlr2, bcel-v, guava, lang3) are in make check-workloads.
"$srcdir/tests/workloads/run.sh" "$CCINSTR" antlr2 xsltc rhino-c jlapack dbje ecj14 \
    jackson lucene4
