#!/bin/sh
# SPDX-License-Identifier: MIT
# t7010-probes.t - probes everywhere: HotSpot's verifier and ASM's accept the
# classes, odd programs do what they did, and each probe finds the state that
# its method has.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
jars=${CCINSTR_JARS:-/usr/share/java}
[ -f "$jars/asm-util.jar" ] || skip_all 'no asm-util.jar (libasm-java)'
asm=$jars/asm.jar:$jars/asm-tree.jar:$jars/asm-analysis.jar:$jars/asm-util.jar
package=ccinstr.rt.p0000000000000000

sh "$srcdir/tests/fixtures/make-odd.sh" odd >odd.log 2>&1 ||
    { diag odd.log && exit 99; }
mkdir src
sed "s/PACKAGE/$package/" "$srcdir/tests/fixtures/probe/Probe.java" \
    >src/Probe.java
cat >src/Run.java <<END
public class Run {
    public static void main(String[] args) throws Exception {
        Class.forName(args[0]).getMethod("main", String[].class)
                .invoke(null, (Object) new String[0]);
        System.out.flush();
        System.err.println($package.Probe.verdict());
    }
}
END
javac --release 8 -Xlint:-options -d lib src/Probe.java src/Run.java

# Odd programs.
java -cp odd/odd.jar odd.OddMain >wanted 2>wanted.err
is "$([ "$(wc -l <wanted)" -gt 50 ]; echo $?)" 0 'the odd programs print'
run ccinstr instrument --probes all --check -o new odd/odd.jar
is "$status" 0 'odd.jar is rewritten'
java -Xverify:all -cp new/odd.jar:lib Run odd.OddMain >got 2>got.err
same wanted got 'and prints what it did'
like got.err '^[0-9]+ events, 0 faults, state 0$' 'with each state as it was'
unlike got.err 'PROBE FAULT' 'at each probe'
is "$([ "$(sed -n 's/ events.*//p' got.err)" -gt 5000 ]; echo $?)" 0 \
    'of which there are many'

# All kinds of classes through two verifiers; make check-torture has many more
# (TORTURE_FLAGS='--probes all').
pairs="odd/odd.jar new/odd.jar"
find -L "$jars" -name '*.jar' -type f | sort >classpath.list
for jar in commons-lang3 xalan2; do
    [ -f "$jars/$jar.jar" ] || continue
    run ccinstr instrument --probes all --check -o new "$jars/$jar.jar"
    is "$status" 0 "$jar is rewritten"
    unlike err 'error:|not instrumented' 'all of it'
    pairs="$pairs $jars/$jar.jar new/$jar.jar"
done
# shellcheck disable=SC2086  # a list of paths without blanks
java -Xmx2g -Xverify:all -cp odd/tools VerifyAll \
    --classpath-list classpath.list --compare $pairs >verify.log 2>&1
is "$?" 0 'HotSpot links the classes'
like verify.log '^classes .* failed 0 ' 'each of them'
# shellcheck disable=SC2086
java -XX:TieredStopAtLevel=1 -Xmx2g -cp "odd/tools:$asm" AsmCheck --probes --compare $pairs >asm.log 2>&1
is "$?" 0 "ASM's verifier takes them"
like asm.log '^classes .* failed 0 ' 'each of them'

# The JDK's own: the JVM starts and works with java.base probed.
home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
if [ -f "$home/jmods/java.base.jmod" ] && [ -x "$home/bin/jmod" ]; then
    mkdir idle
    sed "s/PACKAGE/$package/" "$srcdir/tests/fixtures/probe/Idle.java" \
        >idle/Probe.java
    javac --release 8 -Xlint:-options -d idle/lib idle/Probe.java
    run ccinstr instrument --quiet --probes all --check -o new \
        "$home/jmods/java.base.jmod"
    is "$status" 0 'java.base.jmod is rewritten'
    unlike err 'error:|not instrumented' 'all of it'
    "$home/bin/jmod" extract --dir base new/java.base.jmod >/dev/null
    jar --create --file java.base.jar --no-manifest -C base/classes . \
        -C idle/lib ccinstr
    java -XX:ErrorFile=/dev/null -Xmx2g -Xverify:all --add-modules ALL-SYSTEM \
        --patch-module java.base=java.base.jar -cp odd/tools \
        VerifyAll patched:java.base.jar >base.log 2>&1
    is "$?" 0 'a JVM with it starts, and links all its classes'
    like base.log '^classes [5-9][0-9]{3} .* failed 0 ' 'each of them'
else
    skip 'java.base' 'no jmods'
fi
done_testing
