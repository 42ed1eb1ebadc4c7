#!/bin/sh
# SPDX-License-Identifier: MIT
# t7002-workloads-fail.t - the comparison of t7001 can fail: a damaged result
# and a broken program are noticed.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
"$srcdir/tests/workloads/selftest.t"
