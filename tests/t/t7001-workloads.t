#!/bin/sh
# SPDX-License-Identifier: MIT
# t7001-workloads.t - real programs print, write and return the same from
# rewritten jars: the quick ones of tests/workloads.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
"$srcdir/tests/workloads/run.sh" --quick "$CCINSTR"
