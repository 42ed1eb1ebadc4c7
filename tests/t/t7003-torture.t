#!/bin/sh
# SPDX-License-Identifier: MIT
# t7003-torture.t - every class of some jars, and generated odd ones, through
# the program, judged by a JVM and by a second verifier.
. "${srcdir:-.}/tests/lib.sh"
need java javac
TORTURE_DIR=$scratch/torture "$srcdir/tests/torture/torture.sh" --quick \
    "$CCINSTR"
