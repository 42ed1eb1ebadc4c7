#!/bin/sh
# SPDX-License-Identifier: MIT
# t7001-workloads.t - real programs print, write and return the same from
# rewritten jars: some of tests/workloads. make check-workloads has all quick ones, and
# make check-dropin runs programs with probes.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
# Old classes and new ones, jsr, threads, exceptions, reflection, serialized objects,
# generated classes, generated parsers.
"$srcdir/tests/workloads/run.sh" "$CCINSTR" cup javacc antlr2 xsltc rhino-c bcel-v jlapack \
    dbje ecj14 guava lang3 jackson lucene4
