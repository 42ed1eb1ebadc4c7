#!/bin/sh
# SPDX-License-Identifier: MIT
# t3002-oracle-record.t - the recorder sees calls as the program makes them, with
# what the JDK generates left out (the rule in tests/oracle/agent.c).
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"
[ -f "${WORKLOADS_JARS:-/usr/share/java}/asm.jar" ] || skip_all 'no ASM'

run "$srcdir/tests/oracle/run.sh" --record "$scratch/rec" Calls MethodRefs \
    Concat Records Proxies Reflections Threads Initialisers Exceptions
is "$status" 0 'the programs run and are recorded'
grep '^not ok' out | diag

# seen PROGRAM CALLER CALLEE RECEIVER HOW: a line of its record. All are patterns
# of grep -E, with any descriptor where none is given.
line() {
    printf '^%s:.*\t[0-9]+\t%s:.*\t%s\t%s$' "$2" "$3" "$4" "$5" |
        sed 's/\$\([A-Za-z0-9]\)/[$]\1/g'
}
seen() {
    if grep -Eq "$(line "$@")" "rec/$1/1/record.tsv"; then
        ok 0 "$1: $2 calls $3 ($5)"
    else
        ok 1 "$1: $2 calls $3 ($5)" || :
        grep -E "$tab$3:" "rec/$1/1/record.tsv" | head -n 5 | diag
    fi
}
unseen() {
    grep -E "$2" "rec/$1/1/record.tsv" >found
    is "$(cat found)" '' "$1: no $2"
}
entered() {     # PROGRAM CALLEE HOW: from native code, reflection or the JVM
    if grep -Eq "$tab-?[0-9]+$tab$2:.*$tab-$tab$3\$" "rec/$1/1/record.tsv"; then
        ok 0 "$1: $2 is entered ($3)"
    else
        ok 1 "$1: $2 is entered ($3)" || :
        grep -E "$tab$2:" "rec/$1/1/record.tsv" | head -n 5 | diag
    fi
}

seen Calls Calls.main 'Calls$Rectangle.show' 'Calls$Rectangle' call
seen Calls Calls.main 'Calls$Shape.show' 'Calls$Square' call
seen Calls 'Calls$Shape.show' 'Calls$Shape.twice' - call
seen Calls 'Calls$Rectangle.<init>' 'Calls$Square.<init>' - call
seen Calls 'Calls$Rectangle.area' 'Calls$Square.area' - call
entered Calls Calls.main vm

seen MethodRefs MethodRefs.main MethodRefs.fixed 'lambda:MethodRefs.fixed:.*' \
    lambda
seen MethodRefs MethodRefs.main 'MethodRefs$Derived.name' 'lambda:.*' lambda
seen MethodRefs MethodRefs.main 'MethodRefs$Base.name' 'lambda:.*' lambda
seen MethodRefs MethodRefs.main 'MethodRefs.<init>' 'lambda:MethodRefs.<init>:.*' \
    lambda
unseen MethodRefs '[$][$]Lambda'
unseen MethodRefs 'LambdaForm[$](MH|DMH)'

seen Concat Concat.longer java/lang/Integer.toString - indy
seen Records 'Records$Pair.hashCode' 'Records$Key.hashCode' - indy
seen Records 'Records$Pair.toString' 'Records$SubKey.toString' - indy

seen Proxies Proxies.use 'Proxies$Tracer.invoke' 'proxy:Proxies$Greeter' proxy
seen Proxies Proxies.use 'Proxies$Constant.invoke' \
    'proxy:Proxies$Counter,Proxies$Greeter' proxy
seen Proxies Proxies.use 'Proxies.lambda$main$0' 'proxy:Proxies$Greeter' lambda
unseen Proxies '[$]Proxy[0-9]'

entered Reflections 'Reflections[$]Named.<init>' reflect
entered Reflections 'Reflections[$]Named.text' reflect
entered Reflections 'Reflections[$]Named.<clinit>' native
unseen Reflections Generated.*Accessor

entered Threads 'Threads[$]Worker.run' vm
seen Threads java/lang/Thread.dispatchUncaughtException \
    'Threads$Handler.uncaughtException' 'Threads$Handler' call

for class in ByNew ByCall ByGet ByPut Super Sub Super2 WithDefault Inherited \
    Colour; do
    seen Initialisers 'Initialisers.*' "Initialisers\$$class.<clinit>" - init
done
unseen Initialisers 'OfArray.<clinit>|Constant.<clinit>|OnlySuper.<clinit>'
seen Exceptions Exceptions.provoke 'java/lang/ArithmeticException.<init>' - \
    upcall
seen Exceptions Exceptions.attempt 'Exceptions$Own.getMessage' 'Exceptions$Own' \
    call

sort -c rec/Calls/1/record.tsv 2>err
ok $? 'the lines are sorted'
is "$(uniq -d rec/Calls/1/record.tsv)" '' 'each is there once'
mkdir again
run env ORACLE_DIR="$scratch/again" ORACLE_AGENT="$scratch/rec/agent.so" \
    JAVA_HOME="$(home_of javac)" "$srcdir/tests/oracle/record.sh" -XX:+UseSerialGC \
    -XX:-UsePerfData -cp "$scratch/rec/classes" Calls
is "$status" 0 'one is recorded again'
for n in rec/Calls again; do
    grep -E '^Calls' $n/1/record.tsv | grep -v upcall >"${n%/*}.calls"
done
same rec.calls again.calls 'another run makes the same calls'
done_testing
