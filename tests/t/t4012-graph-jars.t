#!/bin/sh
# SPDX-License-Identifier: MIT
# t4012-graph-jars.t - what holds of every call graph: order, the same bytes
# whenever and from whatever world, 0-CFA within RTA; on a program with the whole
# JDK. t4015 has real jars.
. "${srcdir:-.}/tests/lib.sh"
need javac java

home=$(home_of javac)
graph() {
    "$CCINSTR" graph --jdk "$home" --analysis rta "$@"
}

cat >Hello.java <<'END'
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
END
javac -d hello Hello.java
hello() {
    graph --main Hello "$@" hello
}

# --- The whole of it: half a gigabyte, so it only passes through -------------

hello --methods >methods
is "$(sort -c -u methods 2>&1)" '' 'methods are in order'
is "$([ "$(wc -l <methods)" -gt 1000 ]; echo $?)" 0 'there are many'

hello --analysis 0cfa >0cfa
is "$?" 0 '0cfa'
mkfifo order.fifo sum.fifo ends.fifo within.fifo
sort -c -u order.fifo 2>order &
order_pid=$!
cksum <sum.fifo >sum1 &
sum_pid=$!
awk -F'\t' '
    FNR == NR { if (FNR > 1) method[$1] = 1; next }
    FNR > 1 { to[$6]; if (NF != 7) print "words: " $0 }
    FNR > 1 && $1 != from {
        from = $1
        if (from !~ /^<(main|vm)>$/ && !(from in method)) print "caller " from
    }
    END {
        for (m in method) if (!(m in to)) print "no edge to " m
        for (m in to) if (!(m in method)) print "target " m
    }' methods ends.fifo >ends &
ends_pid=$!
comm -13 within.fifo 0cfa | sed -n 1,20p >beyond &
within_pid=$!
hello | tee order.fifo sum.fifo within.fifo >ends.fifo
wait $order_pid
is "$?" 0 'edges are in order, no line twice'
wait $sum_pid $ends_pid $within_pid
is "$(head -n 20 ends)" '' 'reachable methods are the ends of edges, and all have one'
is "$(hello | cksum)" "$(cat sum1)" 'two runs, the same bytes'
is "$(hello --world all | cksum)" "$(cat sum1)" 'the world makes no difference to RTA'

# --- From main to the system call ----------------------------------------------

like methods '^java/io/FileOutputStream.writeBytes:' 'println comes to writeBytes'
at=Hello.main
for next in java/io/PrintStream.println java/io/PrintStream.writeln \
    java/io/PrintStream.implWriteln; do
    [ $next != java/io/PrintStream.implWriteln ] ||
        grep -q '^java/io/PrintStream.implWriteln' methods || continue
    hello --from "$(echo $at | tr / . | sed 's/\.\([^.]*\)$/#\1/')" \
        --to "$(echo $next | tr / . | sed 's/\.\([^.]*\)$/#\1/')" >got
    is "$([ "$(wc -l <got)" -gt 1 ]; echo $?)" 0 "$at calls $next"
    at=$next
done
hello --from 'java.io.*' --to 'java.io.*' --to 'sun.nio.cs.*' >io
# chain CALLER CALLED: an edge between methods of these names.
chain() {
    is "$(awk -F'\t' -v from="$1" -v to="$2" '
        index($1, from ":") == 1 && index($6, to ":") == 1 { n++ }
        END { print (n > 0) }' io)" 1 "$1 calls $2"
}
chain java/io/BufferedWriter.flushBuffer java/io/OutputStreamWriter.write
chain java/io/OutputStreamWriter.write sun/nio/cs/StreamEncoder.write
chain java/io/PrintStream.write java/io/BufferedOutputStream.write
chain java/io/FileOutputStream.write java/io/FileOutputStream.writeBytes
hello --why Hello.main >got
is "$(wc -l <got)" 2 'main is a root'

# --- CHA's world -------------------------------------------------------------------

# What only a string names, what only a service file names, what that names.
mkdir -p world/META-INF/services
cat >World.java <<'END'
import java.util.ServiceLoader;

public class World {
    public static void main(String[] args) throws Exception {
        Class.forName("ByString");
        for (Job job : ServiceLoader.load(Job.class)) job.run();
    }
}
interface Job { void run(); }
class ByString implements Job { public void run() {} }
class Deep implements Job { public void run() {} }
class Nowhere implements Job { public void run() {} }
END
cat >Provider.java <<'END'
public class Provider implements Job {
    public void run() { Deep deep = null; }
    Deep deep() { return null; }
}
END
javac -d world World.java Provider.java
echo Provider >world/META-INF/services/Job
world() {
    graph --main World --from 'World#main' "$@" world |
        sed -n 's/.*\t\([A-Za-z]*\)\.run:()V.*/\1/p' | sort -u | tr '\n' ' '
}
is "$(world)" 'Provider ' 'RTA: what is made'
is "$(world --analysis cha)" 'ByString Deep Provider ' "CHA: a string's, a provider, what it names"
is "$(world --analysis cha --world all)" 'ByString Deep Nowhere Provider ' 'CHA: all there are'
hello --analysis cha --methods | cut -f 1 >some
hello --analysis cha --world all --methods | cut -f 1 >all
is "$(comm -23 some all | head -n 20)" '' 'CHA: the referenced world is part of the whole'
for analysis in rta cha; do
    hello --analysis $analysis --from 'java.io.**' >$analysis
    is "$?" 0 "$analysis, from java.io"
    is "$(sort -c -u $analysis 2>&1)" '' "$analysis: in order"
    is "$([ "$(wc -l <$analysis)" -gt 1000 ]; echo $?)" 0 "$analysis: there are many"
done
is "$(comm -23 rta cha | head -n 20)" '' 'rta is within cha'

# --- Points-to analyses within RTA ------------------------------------------------

is "$(cat beyond)" '' '0cfa is within rta'
hello --analysis and >and
is "$?" 0 'and'
for analysis in 0cfa and; do
    is "$(sort -c -u $analysis 2>&1)" '' "$analysis: in order"
done
is "$(comm -23 and 0cfa | head -n 20)" '' 'and is within 0cfa'
is "$([ "$(wc -l <and)" -gt 100000 ]; echo $?)" 0 'there are many'
is "$(hello --analysis and | cksum)" "$(cksum <and)" 'and: two runs, the same bytes'
like and '^Hello.main.*java/io/PrintStream.println:' 'and: println is called'
rm 0cfa and

# linkToStatic and its like are static, and pass more than they declare.
javap -p -s 'java.lang.invoke.DirectMethodHandle$Holder' |
    awk '/ invokeStatic\(/ { getline
        print "java/lang/invoke/DirectMethodHandle$Holder.invokeStatic:" $2 }' >roots
hello --analysis and --roots roots --methods >out 2>err
is "$?$(cat err)" 0 'calls of static signature-polymorphic methods'
like out '^java/lang/invoke/MethodHandle.linkToStatic:' 'which are reachable'

done_testing
