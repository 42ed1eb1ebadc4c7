#!/bin/sh
# SPDX-License-Identifier: MIT
# t2012-resolve.t - subtypes, resolution, selection, fields and access: what
# analysis/types answers is what a JVM answers, of classes of its JDK drawn at
# random and of small hierarchies that are called for real.
. "${srcdir:-.}/tests/lib.sh"
need java javac
resolve=$builddir/tests/tools/resolve
[ -x "$resolve" ] || skip_all 'tests/tools/resolve is not built'
asm=${CCINSTR_JARS:-/usr/share/java}/asm.jar

# compare NAME LEAST OPTIONS...: the file asked has lines "question<TAB>answer",
# at least so many, and the tool answers the same.
compare() {
    compare_name=$1
    least=$2
    shift 2
    cut -f1 asked >questions
    is "$([ "$(wc -l <asked)" -ge "$least" ]; echo $?)" 0 \
        "$compare_name: at least $least questions"
    "$resolve" "$@" <questions >answers 2>err
    is "$?" 0 "$compare_name: answered" || diag err
    paste questions answers >got
    same asked got "$compare_name: as the JVM answers"
}

# What a lookup would not tell, by its rules.
home=$(home_of javac)
invoke=java/lang/invoke
tr '|' '\t' >asked <<END_ASKED
resolve [I clone ()Ljava/lang/Object;|java/lang/Object
resolve [[Ljava/lang/String; clone ()Ljava/lang/Object;|java/lang/Object
select [I [I clone ()Ljava/lang/Object;|java/lang/Object
may java/util/List [I clone ()Ljava/lang/Object;|true
may java/util/List [Ljava/util/List; finalize ()V|false
may java/util/ArrayList java/lang/Object clone ()Ljava/lang/Object;|true
may java/util/ArrayList java/lang/String clone ()Ljava/lang/Object;|false
resolve $invoke/MethodHandle invokeExact (IJ)V|$invoke/MethodHandle
resolve $invoke/MethodHandle invoke ()Lno/Class;|$invoke/MethodHandle
resolve $invoke/MethodHandle asType ()V|-
resolve $invoke/DirectMethodHandle invokeExact ()V|$invoke/MethodHandle
resolve $invoke/VarHandle compareAndSet ([III)Z|$invoke/VarHandle
resolve $invoke/VarHandle varType (I)Z|-
resolve java/util/List hashCode ()I|java/util/List
resolve java/lang/Runnable hashCode ()I|java/lang/Object
resolve java/lang/Runnable clone ()Ljava/lang/Object;|-
select java/util/ArrayList java/lang/Runnable toString ()Ljava/lang/String;|java/util/AbstractCollection
resolve no/Class f ()V|-
field no/Class f I|-
sub no/Class java/lang/Object|true
sub no/Class no/Other|false
may java/security/spec/KeySpec java/lang/Object clone ()Ljava/lang/Object;|false
may java/security/spec/KeySpec java/lang/Object finalize ()V|false
may java/security/spec/KeySpec java/lang/Object hashCode ()I|true
END_ASKED
compare 'by hand' 24 -j "$home"

mkdir classes
javac -d classes "$srcdir/tests/java/ResolveJdk.java"
cases='small hierarchies'
if [ -f "$asm" ]; then
    javac -cp "$asm" -d classes "$srcdir/tests/java/ResolveCases.java"
fi
for jdk in "$home" /usr/lib/jvm/*25*; do
    [ -x "$jdk/bin/java" ] && [ ! -h "$jdk" ] || continue
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 --add-modules ALL-SYSTEM \
        --add-opens java.base/java.lang.invoke=ALL-UNNAMED \
        -cp classes ResolveJdk 1 4000 >asked 2>err || diag err
    compare "$jdk" 20000 -j "$jdk"
    if [ ! -f "$asm" ]; then
        skip "$jdk: $cases" "no $asm (libasm-java)"
        continue
    fi
    rm -rf made
    mkdir made
    # The verifier would refuse most of them before anything is resolved.
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions \
        -XX:-BytecodeVerificationRemote -cp "classes:$asm" \
        ResolveCases 1 400 made >asked 2>err || diag err
    compare "$jdk: $cases" 10000 -j "$jdk" -c made
    is "$([ "$(cut -f2 asked | grep -c /)" -ge 4000 ]; echo $?)" 0 \
        "$jdk: $cases: at least 4000 calls that are no errors"
done
done_testing
