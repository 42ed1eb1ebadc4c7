#!/bin/sh
# SPDX-License-Identifier: MIT
# t2012-resolve.t - subtypes, resolution, selection, fields and access: what
# analysis/world answers is what a JVM answers, of classes of its JDK and of
# small hierarchies that are called for real. Some are always the same; others
# are drawn at random, anew in each run, or as CCINSTR_SEED says.
. "${srcdir:-.}/tests/lib.sh"
need java javac
resolve=$builddir/tests/tools/resolve
[ -x "$resolve" ] || skip_all 'tests/tools/resolve is not built'
asm=${CCINSTR_JARS:-/usr/share/java}/asm.jar
seed=${CCINSTR_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "the same again: CCINSTR_SEED=$seed" | diag

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
may jdk/internal/loader/BuiltinClassLoader java/net/URLClassLoader registerAsParallelCapable ()Z|true
may jdk/internal/loader/BuiltinClassLoader java/net/URLClassLoader clearAssertionStatus ()V|true
may jdk/internal/loader/BuiltinClassLoader java/net/URLClassLoader findLibrary (Ljava/lang/String;)Ljava/lang/String;|false
may jdk/internal/loader/BuiltinClassLoader java/lang/ClassLoader findLibrary (Ljava/lang/String;)Ljava/lang/String;|true
may java/security/spec/KeySpec java/lang/Object clone ()Ljava/lang/Object;|false
may java/security/spec/KeySpec java/lang/Object finalize ()V|false
may java/security/spec/KeySpec java/lang/Object hashCode ()I|true
mayfield javax/swing/text/html/HTMLDocument javax/swing/text/PlainDocument BAD_LOCATION Ljava/lang/String;|true
mayfield javax/swing/text/html/HTMLDocument javax/swing/text/PlainDocument listenerList Ljavax/swing/event/EventListenerList;|false
END_ASKED
compare 'by hand' 30 -j "$home"

mkdir classes
javac -d classes "$srcdir/tests/java/ResolveJdk.java"
cases='small hierarchies'
if [ -f "$asm" ]; then
    javac -cp "$asm" -d classes "$srcdir/tests/java/ResolveCases.java"
fi

# questions FILE SEED COUNT: of ResolveJdk, run by $jdk.
questions() {
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 --add-modules ALL-SYSTEM \
        --add-opens java.base/java.lang.invoke=ALL-UNNAMED \
        --add-exports java.base/jdk.internal.reflect=ALL-UNNAMED \
        -cp classes ResolveJdk "$2" "$3" >"$1" 2>err || diag err
}

for jdk in "$home" /usr/lib/jvm/*25*; do
    [ -x "$jdk/bin/java" ] && [ ! -h "$jdk" ] || continue
    questions asked "$seed" 20
    questions again "$seed" 20
    same asked again "$jdk: a seed, the same questions"
    questions again "$((seed ^ 1))" 20
    is "$(cmp -s asked again; echo $?)" 1 "$jdk: another seed, others"
    questions asked "$seed" 4000
    compare "$jdk" 25500 -j "$jdk"
    if [ ! -f "$asm" ]; then
        skip "$jdk: $cases" "no $asm (libasm-java)"
        continue
    fi
    rm -rf made
    mkdir made
    # The verifier would refuse most of them before anything is resolved.
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions \
        -XX:-BytecodeVerificationRemote -cp "classes:$asm" \
        ResolveCases "$seed" 400 made >asked 2>err || diag err
    compare "$jdk: $cases" 10000 -j "$jdk" -c made
    is "$([ "$(cut -f2 asked | grep -c /)" -ge 4000 ]; echo $?)" 0 \
        "$jdk: $cases: at least 4000 calls that are no errors"
done
done_testing
