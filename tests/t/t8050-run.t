#!/bin/sh
# SPDX-License-Identifier: MIT
# t8050-run.t - ccinstr run: a java command is run on instrumented copies of what is
# on its path, behaves as without, and what it exercised is reported.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar jarsigner keytool unzip python3

# What stands in TMPDIR afterwards is what was left behind.
TMPDIR=$scratch/tmp && mkdir "$TMPDIR" && export TMPDIR

# One program, and a library of it, which calls within itself.
mkdir -p src/app src/lib
cat >src/app/Main.java <<'END'
package app;
import java.io.*;
import java.util.*;
public class Main {
    interface Shape { int area(); }
    static class Square implements Shape { public int area() { return 4; } }
    static class Circle implements Shape { public int area() { return 3; } }
    static int sum(Shape s) { return s.area(); }
    public static void main(String[] a) throws Exception {
        System.out.println("args " + Arrays.toString(a));
        if (a.length > 0 && a[0].equals("none")) return;
        System.out.println("sum " + sum(a.length > 0 ? new Square() : new Circle()));
        System.out.println("lib " + lib.Lib.twice(4));
        System.out.println("zone " + System.getenv("TZ"));
        if (Main.class.getResource("/conf.txt") != null) System.out.println("conf");
        if (a.length == 0) return;
        switch (a[0]) {
        case "exit": System.exit(3);
        case "halt": Runtime.getRuntime().halt(4);
        case "in": new BufferedReader(new InputStreamReader(System.in)).lines()
            .forEach(l -> System.out.println("read " + l)); break;
        case "wait": new File("ready").createNewFile(); Thread.sleep(60000);
        }
    }
}
END
cat >src/lib/Lib.java <<'END'
package lib;
public class Lib {
    public static int twice(int i) { return inner(i); }
    static int inner(int i) { return 2 * i; }
    public static int never(int i) { return inner(i); }
}
END
javac -d classes src/app/Main.java src/lib/Lib.java || exit 99
mkdir -p d/lib e f alone/app alone/lib
cp classes/app/* alone/app && cp classes/lib/* alone/lib
jar cf d/lib/lib.jar -C classes lib
printf 'Main-Class: app.Main\nClass-Path: lib/lib.jar lib/gone.jar\n' >manifest
jar cfm d/app.jar manifest -C classes app
jar cf e/app.jar -C classes app
cp d/lib/lib.jar e/lib.jar
find d e classes -type f -exec cksum {} + | sort >before

# The analysis that takes least; which it is means nothing here, nor mostly what of the
# JDK is known: without it, calls of what is a lambda there are no chains.
how='--analysis rta --jdk none'
# with_jdk COMMAND...: where its library is to be known as well.
with_jdk() {
    how='--analysis rta'
    "$@"
    how='--analysis rta --jdk none'
}
# run_java WORD...: ccinstr run with that.
run_java() {
    # shellcheck disable=SC2086  # words
    run ccinstr run $how "$@"
}

# words FILE: what the program itself printed, which stands in front of the report.
words() {
    sed -n '/^args /,/^zone /p' "$1"
}
# left NAME: nothing is left behind, no input is changed.
left() {
    is "$(ls -A tmp)" '' "$1: nothing is left behind"
}
# covered WHAT: "4 of 6" of a line of the report.
covered() {
    sed -n "s/^$1  *\([0-9]* of  *[0-9]*\) .*/\1/p" out | tr -s ' '
}

# shellcheck disable=SC2016  # nobody is to expand that
odd='b "c" $d'
java -cp classes app.Main a "$odd" '' >plain 2>&1

with_jdk run_java -- java -jar d/app.jar a "$odd" ''
is "$status" 0 '-jar'
words plain >want && words out >got
same want got '-jar: the program sees its arguments and prints what it prints'
like err 'component: d/app\.jar ' '-jar: that jar is the component, which is said'
is "$(covered 'call chains')" '4 of 7' '-jar: and its chains are reported'
left '-jar'

run_java --component 'lib.**' -- java -jar d/app.jar
is "$(covered 'call chains')" '2 of 5' 'a jar that Class-Path names is instrumented'
like err 'component: .*/d/lib/lib\.jar$' 'and named'

with_jdk run_java -- java -cp classes app.Main exit
is "$status" 3 'the status of System.exit comes through'
is "$(covered 'call chains')" '6 of 9' 'a folder of classes; and it is reported then, too'
run_java -- java -cp classes app.Main halt
is "$status" 4 'that of halt'

run_java -- java -cp 'e/*' app.Main x
is "$status" 0 'DIR/*'
like err 'component: e/app\.jar ' 'DIR/*: the jar of the main class'
words out >got
java -cp 'e/*' app.Main x >plain && words plain >want
same want got 'DIR/*: runs'
run_java --component 'lib.*' --component 'app.*' -- java -cp e/app.jar:e/lib.jar app.Main
is "$(covered 'call chains')" '6 of 8' 'two jars'
# shellcheck disable=SC2086  # words, here and below
run env CLASSPATH="nowhere:e/*" "$CCINSTR" run $how -- java app.Main
is "$(covered 'call chains')" '4 of 6' 'CLASSPATH'
long=$(printf '%0300d' 0)
run_java --component 'app.*' -- java -cp "$long:$long/x.jar:e/app.jar:e/lib.jar" app.Main
is "$status" 0 'a name that no file can have is left to the launcher'
# shellcheck disable=SC2086
(cd alone && "$CCINSTR" run $how -- java app.Main >../out 2>../err </dev/null)
is "$(covered 'call chains')" '6 of 8' 'without any path, the working folder'
is "$(find alone -name '*.ccd')" '' 'and no data file in it'
# shellcheck disable=SC2086
run env JDK_JAVA_OPTIONS="-cp 'classes' -Dx=y" "$CCINSTR" run $how -- java app.Main
is "$(covered 'call chains')" '6 of 8' 'JDK_JAVA_OPTIONS'
printf -- '-Xmx100m -cp\n"classes" # here\n' >at.txt
run_java -- java @at.txt app.Main @x
is "$(covered 'call chains')" '6 of 8' '@FILE of java'
like out '^args \[@x\]$' 'and what only looks so is left to the program'
is "$(find d e classes -type f -exec cksum {} + | sort)" "$(cat before)" 'no input is changed'

# Class-Path in all its forms.
echo >conf.txt && cp conf.txt f/
printf 'Main-Class: app.Main\nClass-Path: ./ ../d/app.jar\n' >manifest
jar cfm f/start.jar manifest
for component in 'app.**' 'lib.**'; do
    run_java --component "$component" -- java -jar f/start.jar x
    words out >got
    java -jar f/start.jar x >plain && words plain >want
    same want got "$component: by two jars, one without classes, and with their folder"
    like out '^conf$' "$component: which has its files"
    like out '^call chains  *[1-9]' "$component: is measured"
done
run_java -- java -jar f/start.jar x
like err 'component: .*/d/app\.jar ' 'the jar that holds the main class, of one that leads there'
# By absolute URLs, from a folder with a name that no URL has as it is, and signed.
mkdir 'far %41' && cp e/lib.jar 'far %41/lib.jar' && cp -r classes/lib 'far %41/lib'
printf 'Main-Class: app.Main\nClass-Path: %s FILE://localhost%s/far%%20%%2541/lib.jar %s\n' \
    gone.jar "$PWD" "file:$PWD/e/app.jar" | fold -w 60 | sed '3,$s/^/ /' >manifest
jar cfm f/far.jar manifest conf.txt
keytool -genkeypair -keystore ks -storepass secret -keyalg EC -alias me -dname CN=me 2>/dev/null
jarsigner -keystore ks -storepass secret f/far.jar me >signed.log 2>&1
is "$(unzip -l f/far.jar | grep -c 'ME\.EC')" 1 'a signed jar with absolute URLs'
find f far* -type f -exec cksum {} + | sort >before.far
for component in 'app.**:4 of 6' 'lib.**:2 of 5' '*.*:6 of 8'; do
    run_java --component "${component%%:*}" -- java -jar f/far.jar x
    words out >got
    java -jar f/far.jar x >plain && words plain >want
    same want got "${component%%:*}: what absolute URLs name runs"
    like out '^conf$' 'with all else that is in the jar'
    is "$(covered 'call chains')" "${component#*:}" 'and is measured'
done
run_java --component 'lib.**' -o far -- java -cp f/far.jar app.Main x
is "$status" 0 'absolute URLs: on a class path'
is "$(covered 'call chains')" '2 of 5' 'measured, too'
is "$(unzip -l far/f/far.jar | grep -c 'META-INF/ME\.')" 0 \
    'the copy is not signed'
is "$(unzip -p far/f/far.jar META-INF/MANIFEST.MF | tr -d '\r' |
    awk '/^ / { sub(/^ /, ""); printf "%s", $0; next } { printf "\n%s", $0 }' |
    sed -n 's/^Class-Path: //p')" \
    "gone.jar file:$PWD/far/far%20%2541/lib.jar file:$PWD/e/app.jar" \
    'its manifest names the instrumented copy, and what is not one as before'
is "$(unzip -p far/f/far.jar META-INF/MANIFEST.MF | tr -d '\r' | awk 'length > 72')" '' \
    'in lines that are not too long'
printf 'Class-Path: %s\n' "file:$PWD/far%20%2541/" | fold -w 60 | sed '2,$s/^/ /' >manifest
mkdir g && jar cfm g/app.jar manifest -C classes app
run_java --component '*.*' -- java -cp g/app.jar app.Main x
is "$(covered 'call chains')" '6 of 8' 'a folder, named by a jar that is instrumented itself'
find f 'far %41' -type f -exec cksum {} + | sort >after.far
same after.far before.far 'no original is changed'

# Modules.
mkdir -p ms/m.api/api ms/m.main/start
echo 'module m.api { exports api; }' >ms/m.api/module-info.java
echo 'package api; public class Api { public static String hi(Object o) { return go(o); }
    static String go(Object o) { return "hi " + o; } }' >ms/m.api/api/Api.java
echo 'module m.main { requires m.api; }' >ms/m.main/module-info.java
echo 'package start; public class Main { public static void main(String[] a) {
    System.out.println(api.Api.hi(Main.class.getModule())); } }' >ms/m.main/start/Main.java
javac -d mods --module-source-path ms -m m.api,m.main && mkdir mj || exit 99
jar cf mj/api-1.0.jar -C mods/m.api . && jar cf mj/main.jar -C mods/m.main .
jdks
for home in "$old_jdk" "$new_jdk"; do
    PATH=$home/bin:$PATH
    with_jdk run_java -- java -p mj -m m.main/start.Main
    like out '^hi module m.main$' "$home: -p, -m: as modules"
    is "$(covered 'call chains')" '1 of 1' 'the module that is started is the component'
    run_java --component '*.*' -- java --module-path=mj --module=m.main/start.Main
    like out '^hi module m.main$' 'two modules, which share the run time'
    is "$(covered 'call chains')" '3 of 3' 'chains lead through both'
    is "$(grep -c WARNING err)" 0 'and the JVM warns of nothing'
    run_java --component '*.*' -- java -cp mj/main.jar:mj/api-1.0.jar start.Main
    is "$(covered 'call chains')" '3 of 3' 'modules on the class path'
    run_java -- java -jar d/app.jar
    is "$(grep -c WARNING err)" 0 'no warning with -jar'
    run_java -- java -cp classes app.Main
    is "$(grep -c WARNING err)" 0 'nor with a folder'
done

run_java -- java -p mods -m m.main/start.Main
is "$(covered 'call chains')" '3 of 3' 'modules that are folders'


# A module that names its main class itself, as jar --main-class has it.
mkdir mm && jar cf mm/api.jar -C mods/m.api . &&
    jar cfe mm/main.jar start.Main -C mods/m.main . &&
    mkdir -p mx/m.main && (cd mx/m.main && jar xf ../../mm/main.jar) && cp mm/api.jar mx
for path in mm mx; do
    run_java -- java -p $path -m m.main
    like out '^hi module m.main$' "$path: -m without a class"
    like out 'interface main;' "$path: the module names the main class"
done
# An automatic one has that of its manifest; a module-info counts for more than that.
mkdir ma && cp mm/api.jar ma && rm -rf auto && mkdir auto && cp -r mods/m.main/start auto &&
    jar cfe ma/m.auto.jar start.Main -C auto start
run_java -- java -p ma --add-modules m.api -m m.auto
like out '^hi module m.auto$' '-m of an automatic module'
like out 'interface main;' 'its manifest names the main class'
run_java -- java -p mj -m m.main
is "$status" 1 '-m of a module without a main class'
like err 'module m.main does not have a ModuleMainClass' 'java says it'
left 'modules'

# Parts of the JDK.
mkdir parts && cat >parts/Sums.java <<'END'
import java.util.logging.*;
import java.util.zip.*;
public class Sums {
    static int n;
    static void log(Logger l, String s) { l.info(s); }
    public static void main(String[] a) {
        Adler32 sum = new Adler32();
        sum.update(new byte[] {1, 2, 3});
        System.out.println("sum " + sum.getValue());
        Logger l = Logger.getLogger("x");
        l.setUseParentHandlers(false);
        l.addHandler(new Handler() {
            public void publish(LogRecord r) { n++; }
            public void flush() {}
            public void close() {}
        });
        log(l, "one");
        System.out.println("logged " + n);
    }
}
END
"$old_jdk/bin/javac" -d parts parts/Sums.java && rm parts/Sums.java
zip=jrt:/java.base/java/util/zip
for home in "$old_jdk" "$new_jdk"; do
    PATH=$home/bin:$PATH
    with_jdk run_java -o part $zip -- java -cp parts Sums
    is "$status" 0 "$home: a part of the JDK"
    like out '^sum 851975$' 'the program runs'
    like err "component: $zip$" 'the part is the component'
    like out '^call chains  *[1-9]' 'and is measured'
    is "$(grep -c WARNING err)" 0 'without a warning of the JVM'
    "$CCINSTR" report part/ccinstr.plan part/run-1 --what chains --all |
        awk -F'\t' '$1 == "java/util/zip/Checksum.update:([B)V" && $6 > 0 { print $3, $6 }' >hits
    is "$(tr '\n' ' ' <hits)" '0 1 1 1 ' 'one call of update(byte[]), and what that calls'
    rm -rf part
    with_jdk run_java -o part --component 'java.util.logging.*' --component Sums \
        jrt:/java.logging/java/util/logging -- java -cp parts Sums
    like out '^logged 1$' 'one of another module, and classes of the program'
    like err 'component: jrt:/java.logging/java/util/logging, parts$' 'both of which are named'
    "$CCINSTR" report part/ccinstr.plan part/run-1 --what chains --all |
        awk -F'\t' '$6 > 0 && $4 ~ / Sums\.log:[^ ]* .* java\/util\/logging\/Logger\.info:[^ ]*$/' >hits
    is "$(wc -l <hits)" 1 'a chain leads from one into the other'
    rm -rf part
done
with_jdk run_java jrt:/java.base/java/lang -- java -cp parts Sums
is "$status" 3 'a part that the run time needs'
like err 'the run time uses this package' 'is refused'
is "$(cat out)" '' 'and nothing runs'
with_jdk run_java jrt:/nope -- java -cp parts Sums
is "$status" 3 'one that is not there'
with_jdk run_java $zip
is "$status" 2 'a part without a command'
with_jdk run_java --component 'java.util.zip.*' -- java -cp parts Sums
is "$status" 3 '--component alone finds no part'
like err 'jrt:/MODULE' 'and it is said how to name one'

# Kept, and twice: each report is of its own run.
for i in 1 2; do
    run_java -o kept -- java -cp classes app.Main x
    like out '1 run$' "-o: run $i is reported alone"
    is "$(find "kept/run-$i" -name '*.ccd' | wc -l)" 1 "-o: and its data are kept"
done
is "$(test -s kept/ccinstr.plan; echo $?)" 0 '-o: the plan is there'
run ccinstr report kept/ccinstr.plan kept/run-*/*.ccd
like out '2 runs$' 'both together'
run java -cp kept/classes app.Main x
is "$status" 0 '-o: the classes are there'
rm -f ccinstr.*.ccd
run_java -o kept -- java -jar d/app.jar
run_java -o kept --component 'lib.**' -- java -jar d/app.jar
is "$status" 0 '-o: with another component in the same folder'
run_java -o kept -- java -jar d/app.jar
is "$status" 0 '-o: and back'
is "$(find d e classes -type f -exec cksum {} + | sort)" "$(cat before)" \
    '-o: no original is reached by a link'

# What somebody else has put there is not replaced by a link or a copy.
mkdir -p mine/lib
printf 'mine' | tee mine/lib/lib.jar mine/lib/lib.jar.ccinstr-link >mine/app.jar
for place in 'mine/lib/lib.jar app' 'mine/app.jar lib'; do
    [ "${place#* }" = app ] && mv mine/app.jar kept.jar || mv kept.jar mine/app.jar
    run_java -o mine --component "${place#* }.**" -- java -jar d/app.jar
    is "$status" 3 "-o: ${place% *} of somebody else"
    like err "${place% *}: exists, and ccinstr did not write it: remove it" 'is named'
    is "$(cat "${place% *}")" mine 'and stays'
    rm -f mine/lib/lib.jar
done
is "$(find mine -type f | sort | tr '\n' ' ')" 'mine/app.jar mine/lib/lib.jar.ccinstr-link ' \
    '-o: and nothing was written'
rm mine/app.jar
ln -s elsewhere mine/lib/lib.jar
run_java -o mine --component 'app.**' -- java -jar d/app.jar
is "$status$(readlink mine/lib/lib.jar)" 3elsewhere '-o: nor a link of somebody else'
rm mine/lib/lib.jar
for time in once again; do
    run_java -o mine --component 'app.**' -- java -jar d/app.jar
    is "$status" 0 "-o: without them, $time"
done
is "$(readlink mine/lib/lib.jar)" "$PWD/d/lib/lib.jar" '-o: the link is there'
is "$(ls -A mine/lib)" "$(printf 'lib.jar\nlib.jar.ccinstr-link')" 'and nothing temporary'
run_java -o d -- java -jar d/app.jar
is "$status" 3 '-o: where the originals are: refused'
is "$(find d e classes -type f -exec cksum {} + | sort)" "$(cat before)" 'and they are whole'

# Standard input, and the environment.
# shellcheck disable=SC2086
printf 'one\ntwo\n' | TZ=Asia/Tokyo "$CCINSTR" run $how -- java -cp classes app.Main in >out 2>err
is "$(sed -n '/^read/p' out | tr '\n' ' ')" 'read one read two ' 'standard input is the program'"'"'s'
like out '^zone Asia/Tokyo$' 'TZ is what it was'
# shellcheck disable=SC2086
run env CCINSTR_DATA="$PWD/elsewhere" "$CCINSTR" run $how -- java -cp classes app.Main
is "$(ls -d elsewhere* 2>/dev/null)" '' 'CCINSTR_DATA of the caller gets nothing'

# Files, thresholds, quiet.
with_jdk run_java -q --json r.json -- java -cp classes app.Main
java -cp classes app.Main >plain
same plain out '-q: the output is that of the program'
is "$(cat err)" '' '-q: and nothing is said'
pass_if 'a file of the report' python3 -m json.tool r.json
run_java --fail-under chains=100 -- java -cp classes app.Main
is "$status" 1 '--fail-under: below'
run_java --fail-under chains=10 -- java -cp classes app.Main
is "$status" 0 '--fail-under: above'
run_java --fail-under chains=100 -- java -cp classes app.Main exit
is "$status" 3 'the status of the program goes before'
run_java -o base -- java -cp classes app.Main x
for args in x:0 none:1; do
    run_java --baseline "base/ccinstr.plan,$(ls base/run-1/*.ccd)" --fail-on lost -- \
        java -cp classes app.Main "${args%:*}"
    is "$status" "${args#*:}" "--baseline, --fail-on lost: with ${args%:*}"
done
like out '^  no longer covered: [0-9]+ call chains?$' '--baseline: what is lost'
run_java --fail-under cheese=1 -- java -cp classes app.Main
is "$status" 2 '--fail-under that makes no sense'
is "$(cat out)" '' 'is refused before the program runs'

# begin: ccinstr with a program that waits, as a process group of its own; a shell would
# have it ignore SIGINT and SIGQUIT.
begin() {
    rm -f ready
    # shellcheck disable=SC2086  # words
    python3 -c 'import os, signal, sys
for n in signal.SIGINT, signal.SIGQUIT: signal.signal(n, signal.SIG_DFL)
os.setsid()
os.execv(sys.argv[1], sys.argv[1:])' "$CCINSTR" run $how -- java -cp classes app.Main wait \
        >out 2>err </dev/null &
    pid=$!
    until_true test -e ready
}
# Signals to ccinstr alone; the JVM prints its threads for SIGQUIT and goes on.
for signal in TERM:143 INT:130; do
    begin
    if [ $signal = TERM:143 ]; then
        kill -QUIT $pid
        until_true grep -q 'Full thread dump' out
        like out 'Full thread dump' 'SIGQUIT is for the JVM'
    fi
    kill "-${signal%:*}" $pid
    status=0
    wait $pid || status=$?
    is "$status" "${signal#*:}" "SIG${signal%:*} ends the program, with its status"
    is "$(covered 'call chains')" '6 of 8' 'which is reported'
    left "SIG${signal%:*}"
done

# unread WORD...: ccinstr run, with its output a pipe that nobody reads; status as subprocess
# has it, below 0 for a signal.
unread() {
    python3 - "$CCINSTR" run --analysis rta "$@" >status 2>err <<'END'
import os, subprocess, sys
read, write = os.pipe()
os.close(read)
both = subprocess.STDOUT if '-v' in sys.argv else None
print(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=write, stderr=both))
END
}
unread -- java -cp classes app.Main x
is "$(cat status)" -13 'a reader that has enough of the report: SIGPIPE'
is "$(grep -v ' the component: ' err)" '' 'and nothing is said'
left 'a reader that has enough'
unread -- java -cp classes app.Main exit
is "$(cat status)" -13 'whatever the status of the program'
rm -f ready
unread -v -- java -cp classes app.Main wait
is "$(cat status) $(ls ready 2>/dev/null)" '-13 ' \
    'who does not hear what is said either: the program is not run'
left 'who does not hear'

# Tests, run by what holds for a usual runner.
mkdir -p runner/org/junit/runner runner/org/junit/platform/console tested shop
cat >runner/org/junit/runner/JUnitCore.java <<'END'
package org.junit.runner;
public class JUnitCore {
    static void run(String name) throws Exception {
        Class<?> c = Class.forName(name);
        c.getMethod("run").invoke(c.getConstructor().newInstance());
    }
    public static void main(String[] a) throws Exception { for (String name : a) run(name); }
}
END
cat >runner/org/junit/platform/console/ConsoleLauncher.java <<'END'
package org.junit.platform.console;
public class ConsoleLauncher {
    public static void main(String[] a) throws Exception {
        for (String word : a)
            if (word.startsWith("--select-class=")) org.junit.runner.JUnitCore.main(
                new String[] {word.substring("--select-class=".length())});
    }
}
END
cat >shop/Cart.java <<'END'
package shop;
public class Cart {
    int n;
    public void add() { put(1); }
    public void clear() { put(-n); }
    void put(int k) { n += k; }
}
END
cat >tested/CartTest.java <<'END'
package shop;
public class CartTest { public void run() { add(new Cart()); } void add(Cart c) { c.add(); } }
END
mkdir rc sc tc lc
javac -d rc runner/org/junit/*/*.java runner/org/junit/platform/console/*.java &&
    javac -d sc shop/Cart.java && javac -cp sc -d tc tested/CartTest.java &&
    jar cf junit.jar -C rc . && jar cf shop.jar -C sc . &&
    jar cfe console.jar org.junit.platform.console.ConsoleLauncher -C rc . || exit 99
run_java --tests tc -- java -cp shop.jar:tc:e/lib.jar:junit.jar org.junit.runner.JUnitCore shop.CartTest
is "$status" 0 '--tests: what it names is tests'
like err 'the component: shop\.jar, without the tests in tc \(--component names others\)$' \
    'and not the component, which is what has classes in their package'
is "$(covered 'call chains')" '3 of 3' 'of which those are measured that the tests can use'
run_java --tests nowhere:./tc/ -- java -cp sc:tc:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: sc, without the tests in tc ' 'a folder beside them'
run_java --component 'shop.**' --tests tc -- java -cp sc:tc:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: sc, without the tests in tc$' 'whatever --component says'
run_java --tests tc -- java -cp tc:sc:e/lib.jar app.Main
like err 'the component: sc, without' 'nor if something else is run'
run_java --tests tc:sc -- java -cp sc:tc:junit.jar org.junit.runner.JUnitCore shop.CartTest
is "$status" 3 'nothing but tests'
like err 'found no component .*: name its classes with --component' 'is said'

run_java -- java -cp shop.jar:tc:e/lib.jar:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: shop\.jar, without the tests in tc \(--component names others\)$' \
    'without --tests, by the class that the runner is told to run'
is "$(covered 'call chains')" '3 of 5' 'and measured by its interface'
for words in --select-class=shop.CartTest '--scan-class-path tc' '-m shop.CartTest#run'; do
    # shellcheck disable=SC2086  # words
    run_java -- java -cp shop.jar:tc:console.jar org.junit.platform.console.ConsoleLauncher $words
    like err 'the component: shop\.jar, without the tests in tc ' "$words"
done
run_java -- java -cp sc:tc:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: sc, tc, with its tests \(--tests tells them apart\) \(--component' \
    'folders of both'
cp -r sc both && cp -r tc/* both
run_java -- java -cp both:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: both, with its tests ' 'a folder of both, where nothing else is'
run_java --component '!**Test' -- java -cp both:junit.jar org.junit.runner.JUnitCore shop.CartTest
like err 'the component: both$' 'of which --component leaves tests out'
is "$(covered 'call chains')" '3 of 5' 'so these are not measured'

# -cp behind -jar.
for component in '' '--component shop.Cart'; do
    # shellcheck disable=SC2086  # words
    run_java $component -- java -jar console.jar -cp shop.jar:tc --select-class=shop.CartTest
    is "$status" 3 "${component:-no --component}: -cp behind -jar"
    like err 'warning: a class path behind -jar is for the program alone: .*; give java -cp shop\.jar:tc:console\.jar org\.junit\.platform\.console\.ConsoleLauncher ' \
        'is explained'
done
like err 'error: --component matches no class on the path of the command' 'beside what is wrong'
run_java --component shop.Cart -- java -cp shop.jar:tc:console.jar \
    org.junit.platform.console.ConsoleLauncher --select-class=shop.CartTest
is "$status $(covered 'call chains')" '0 3 of 5' 'and works'
run_java -- java -jar d/app.jar -cp x
unlike err 'behind -jar' 'no word of it where all is well'

# What goes wrong.
run_java -- java -cp classes No.Main
is "$status" 1 'a main class that is not there'
like err 'Could not find or load main class No.Main' 'java says it'
run_java -- java -cp e/app.jar No.Main
like err 'Could not find or load main class No.Main' 'also where nothing can be instrumented'
run_java --component 'lib.**' -- java -cp classes app.Main none
is "$status" 0 'a program that does not use the component'
like err 'warning: the program used no class of the component' 'is told so'
is "$(covered 'call chains')" '0 of 5' 'and reported'
run_java --component 'lob.**' -- java -cp classes app.Main
is "$status" 3 'a component that is not there'
like err '--component matches no class on the path of the command' 'is an error'
is "$(cat out)" '' 'and nothing runs'
run ccinstr run
is "$status" 2 'no command'
for words in 'make test' 'java' 'java -version' 'java -cp classes' 'java Main.java' \
    'java -Dccinstr.data=x -cp classes app.Main' 'java @gone -cp classes app.Main'; do
    # shellcheck disable=SC2086  # words
    run_java -- $words
    is "$status" 2 "wrong usage: $words"
    like err '^ccinstr: error: run: ' 'which is said'
done
run_java -- ./java -cp classes app.Main
is "$status" 3 'no such java'
run_java -- java --patch-module m.x=classes -cp classes app.Main
like err 'warning: .*not instrumented: --patch-module m\.x=classes' \
    'options that bring other classes are named'
left 'in the end'
done_testing
