#!/bin/sh
# SPDX-License-Identifier: MIT
# t7040-instrumented-contents.t - what instrumented archives, folders and classes hold is what
# ccinstr-instrument(5) says.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar unzip od

page=$srcdir/man/ccinstr-instrument.5
mkdir -p classes/in
cat >Main.java <<'END'
package in;
public class Main {
    static int twice(int i) { return 2 * i; }
    public static void main(String[] a) { System.out.println(twice(21)); }
}
END
echo 'package in; interface Plain { int LEFT = 1; }' >Plain.java
javac -d classes Main.java Plain.java || exit 99
(cd classes && ln -s in linked && jar -c -f ../app.jar -e in.Main in) || exit 99
run ccinstr instrument -o new app.jar
is "$status" 0 'a jar is instrumented'
run ccinstr instrument -o new2 classes
is "$status" 0 'and a folder'

# refuses INPUT: it is no original, and nothing is written.
refuses() {
    run ccinstr instrument -o never "$1"
    is "$status $(ls -d never 2>/dev/null)" '3 ' "$1: refused, and nothing is written"
    like err "error: $1: is an output of ccinstr: give the original" "$1: which is said"
}
refuses new/app.jar
refuses new2/classes
mkdir -p war/WEB-INF && cp -r classes war/WEB-INF/ && (cd war && jar -c -f ../app.war .) || exit 99
run ccinstr instrument -o new3 app.war war
is "$status" 0 'a war is instrumented'
refuses new3/app.war
refuses new3/war
run ccinstr graph --analysis rta --jdk none new/app.jar
is "$status" 0 'graph reads it'
like err 'warning: the component has the run time of ccinstr' 'and warns'
# A library inside is told of by itself.
mkdir -p ear/lib && cp new/app.jar ear/lib && cp -r classes/in ear && jar -c -f app.ear -C ear . || exit 99
run ccinstr instrument --jdk none --nested -o single app.ear
is "$status" 0 'what has one inside is none'
like err 'lib/app.jar!in/Main.class: class not instrumented: it is instrumented already' \
    'where classes are refused'
# Of modules with one run time.
mkdir -p ms/m.a/a ms/m.b/b
for m in a b; do
    echo "module m.$m { exports $m; }" >ms/m.$m/module-info.java
    echo "package $m; public class C { public static int f() { return g(); } static int g() { return 1; } }" \
        >ms/m.$m/$m/C.java
done
javac -d mods --module-source-path ms -m m.a,m.b && jar -c -f b.jar -C mods/m.b . &&
    jar -c -f plain.jar -C classes in || exit 99
run ccinstr instrument --interface-level public -o shared mods/m.a b.jar plain.jar
is "$status" 0 'modules share a run time'
for input in shared/m.a shared/b.jar shared/plain.jar shared/ccinstr-rt-*.jar; do
    refuses "$input"
done

id=$(unzip -Z1 new/app.jar | sed -n 's|^META-INF/ccinstr/\(.*\)\.plan$|\1|p')
is "$(printf %s "$id" | tr -d 0-9a-f | wc -c) ${#id}" '0 16' '16 digits name its plan'
pass_if 'there is a plan beside it' test -s new/ccinstr.plan
unzip -p new/app.jar "META-INF/ccinstr/$id.plan" >plan
same plan new/ccinstr.plan 'which is that in the jar'
# What is more than before, and what the page names.
unzip -Z1 app.jar | sort >before
unzip -Z1 new/app.jar | sort >after
comm -13 before after | grep -v '/$' | sed "s/$id/ID/; s|/[A-Za-z0-9\$]*\.class$|/*.class|" |
    sort -u >got
sed -n '/^\.SH FILES/,/^\.SH CLASSES/{/^\.TP/{n;s/^\.I //p;};}' "$page" |
    sed 's/\\-/-/g' | sort >wanted
same wanted got 'a jar gains the files of the page'
(cd new2/classes && find . -name '*.class' -path './ccinstr/*') | head -n 1 >one
is "$(od -An -j6 -N2 -tu1 "new2/classes/$(cat one)" | tr -d ' \n')" 052 \
    'classes of the run time are for Java 8'

# The attribute, found by its bytes: the number of its name, the length, then the text.
od -An -v -tx1 new2/classes/in/Main.class | tr -d ' \n' >main.hex
name=$(printf CcInstr | od -An -tx1 | tr -d ' \n')
id2=$(find new2/classes/META-INF/ccinstr -name '*.plan' | sed 's|.*/||; s|\.plan$||')
text=$(printf 'p%s' "$id2" | od -An -v -tx1 | tr -d ' \n')
like main.hex "010007$name" 'a class with probes has the name CcInstr'
like main.hex "00000011$text" 'and the attribute, p and the digits of the plan'
same classes/in/Plain.class new2/classes/in/Plain.class 'one without is as it was'
run ccinstr instrument -o again new2/classes/in/Main.class
like err 'already' 'what has it is not done again'

unzip -p new/app.jar META-INF/MANIFEST.MF | tr -d '\r' >manifest
like manifest '^Enable-Native-Access: ALL-UNNAMED$' 'the manifest gains its line'
unzip -p app.jar META-INF/MANIFEST.MF | tr -d '\r' >manifest.was
is "$(diff manifest.was manifest | grep -c '^[<>]')" 1 'and no other'

# The record of a folder: the sentence of the page, and what is there.
tr '\0' '\n' <new2/.classes.ccinstr >record
head -n 1 record >got
sed -n '/^What ccinstr wrote/,/^\.EE/p' "$page" | grep -v '^\.EE' | tr '\n' ' ' |
    sed 's/ $//' >wanted
echo >>wanted
same wanted got 'the record begins as the page says'
is "$(od -An -v -tx1 new2/.classes.ccinstr | tr -d ' \n' | grep -o '2e0a00' | wc -l)" 1 \
    'ended by a line feed and a zero byte'
tail -n +3 record | sort -u >got
(cd new2/classes && find . -mindepth 1 | sed 's|^\./||' | sort) >wanted
same wanted got 'and lists files, folders and links'

# The list of what made the outputs: every word that a line can begin with.
sed -n 's/.*ADD(l, "\([a-z]\{1,\}\).*/\1/p; s/^#define [A-Z_]* "\([a-z]\{1,\}\)[ \\].*/\1/p' \
    "$srcdir/rewriter/instrument/unchanged.c" >words
sort -u words >wanted
sed -n '/^\.SH WHAT MADE/,/^\.SH SEE/{/^\.TP/{n;s/^\.BI* \([a-z]*\).*/\1/p;};}' "$page" |
    sort >got
same wanted got 'the lines of .ccinstr-made are those of the page'
is "$(cut -d' ' -f1 new/.ccinstr-made | sort -u | while read -r word; do
    grep -qx "$word" got || echo "$word"
done)" '' 'and no other is in one'

done_testing
