#!/bin/sh
# SPDX-License-Identifier: MIT
# t2011-flow-sources.t - where references come from, as ASM's analyser has it.
. "${srcdir:-.}/tests/lib.sh"
need javac

jars=${CCINSTR_JARS:-/usr/share/java}
asm=$jars/asm.jar:$jars/asm-tree.jar:$jars/asm-analysis.jar
tool=$builddir/tests/tools/flowsources
[ -x "$tool" ] || skip_all 'flowsources is not built'
[ -f "$jars/asm-analysis.jar" ] || skip_all 'no asm-analysis.jar'
javac -nowarn -cp "$asm" -d . "$srcdir/tests/java/FlowSources.java"

for name in guava commons-lang3 xalan2; do
    if [ ! -f "$jars/$name.jar" ]; then
        skip "$name" "no $jars/$name.jar"
        continue
    fi
    "$tool" "$jars/$name.jar" >ours.raw
    ok $? "$name: all methods have a form"
    sort ours.raw >ours
    java -Xss16m -cp ".:$asm" FlowSources "$jars/$name.jar" | sort >theirs
    [ "$(wc -l <theirs)" -gt 10000 ]
    ok $? "$name: uses of references were seen"
    same theirs ours "$name: each use has the same sources"
done
done_testing
