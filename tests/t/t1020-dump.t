#!/bin/sh
# SPDX-License-Identifier: MIT
# t1020-dump.t - a class as text, before and after harmless code was inserted.
#
# UPDATE=1 writes the expected texts anew.
. "${srcdir:-.}/tests/lib.sh"
need javac

golden=$srcdir/tests/golden
classdump=$builddir/tests/tools/classdump
[ -x "$classdump" ] || skip_all 'classdump is not built'
javac --release 8 -Xlint:-options -g -d in "$golden/Dump.java"
run ccinstr instrument --check --probes nop -o res in
is "$status" 0 'instrumented'

# expect CLASS TEXT NAME
expect() {
    "$classdump" "$1" >text
    golden text "$golden/$2" "$3"
}
expect in/Dump.class dump.txt 'as compiled'
expect res/in/Dump.class dump-nop.txt 'with nop'

head -c 100 in/Dump.class >short.class
run "$classdump" short.class
is "$status" 1 'a truncated class fails'
like err 'short.class: constant pool entry [0-9]+: truncated' 'and says where'
done_testing
