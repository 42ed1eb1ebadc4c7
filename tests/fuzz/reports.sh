#!/bin/sh
# SPDX-License-Identifier: MIT
# reports.sh - what fuzz_report starts from, as tools of the tests make it.
#
# usage: reports.sh BUILDDIR DIR

set -eu
tools=$1/tests/tools
to=$2
mkdir -p "$to"
# Each mode, list, question and look once.
"$tools/makereport" 0,0,0,1 >"$to/runs"
"$tools/makereport" 1,1,1,2 >"$to/by-name"
"$tools/makereport" 2,4,2,3 >"$to/baseline"
"$tools/makereport" 3,8,3,1 >"$to/both"
"$tools/makereport" 8,12,4,2 >"$to/json"
"$tools/makereport" 16,2,5,1 >"$to/every"
"$tools/makereport" 56,3,6,9 >"$to/color"
"$tools/makereport" 4,0,7,1 >"$to/as-it-is"
