#!/bin/sh
# SPDX-License-Identifier: MIT
# t2010-flow.t - the value-flow form of methods, as text and of many classes.
#
# UPDATE=1 writes the expected texts anew.
. "${srcdir:-.}/tests/lib.sh"
need javac

golden=$srcdir/tests/golden
tools=$builddir/tests/tools
for tool in flowdump flowframes; do
    [ -x "$tools/$tool" ] || skip_all "$tool is not built"
done

# expect TEXT NAME CLASS...
expect() {
    expect_text=$1
    expect_name=$2
    shift 2
    for class in "$@"; do
        "$tools/flowdump" "$class"
    done >text 2>err
    golden text "$golden/$expect_text" "$expect_name"
    diag err
}
javac --release 8 -Xlint:-options -g -d in "$golden/Flow.java"
expect flow.txt 'as javac compiles it' in/Flow.class
corpus=$srcdir/tests/corpus
expect flow-odd.txt 'what no compiler writes' "$corpus"/good-jsr-*.class \
    "$corpus/good-handler-covers-itself.class" "$corpus/good-dead-code.class" \
    "$corpus/good-uninitialized-loop.class" \
    "$corpus/good-ldc-method-handle.class"

run "$tools/flowdump" "$corpus/bad-code-target.class"
is "$status" 1 'a method that makes no sense fails'
like err 'bad-code-target.class: .*\(byte [0-9]+\)' 'and is told where'

# Every method has a form, and what compilers say of it agrees.
javac -d . "$srcdir/tests/java/JrtExport.java"
java -cp . JrtExport orig java.base >/dev/null
jars=${CCINSTR_JARS:-/usr/share/java}
for jar in orig/java.base.jar "$jars/guava.jar" "$jars/commons-lang3.jar" \
    "$jars/db-je.jar" "$jars/xalan2.jar"; do
    name=$(basename "$jar")
    if [ ! -f "$jar" ]; then
        skip "$name" "no $jar"
        continue
    fi
    run "$tools/flowdump" "$jar"
    is "$status" 0 "$name: all methods have a form" || diag err
    [ "$(grep -c ':(' out)" -gt 1000 ]
    ok $? "$name: there were methods"
    case $name in
    db-je.jar | xalan2.jar) ;;  # from before frames
    *)
        run "$tools/flowframes" "$jar"
        is "$status" 0 "$name: as its frames say" || head -n 20 out | diag
        like out '^[0-9]{4,} methods.*; 0 differ$' "$name: frames were seen"
        ;;
    esac
done
done_testing
