#!/bin/sh
# SPDX-License-Identifier: MIT
# t7023-truth-real-program.t - a real program records what its stacks show: the quick part of
# make check-truth.
. "${srcdir:-.}/tests/lib.sh"
need java javac unzip "${CC:-cc}"
[ -f /usr/share/java/cup.jar ] || skip_all 'no cup.jar'
"$srcdir/tests/oracle/real.sh" "$CCINSTR" "$builddir/tests/tools/datachains" cup
