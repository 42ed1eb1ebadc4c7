#!/bin/sh
# SPDX-License-Identifier: MIT
# t6013-jar-signed.t - signatures go when classes change, and only then.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar jarsigner keytool unzip

mkdir classes
printf 'class Main { public static void main(String[] a) {
    System.out.println("signed " + Main.class.getSigners()); } }\n' >Main.java
javac -d classes Main.java
printf 'some text\n' >classes/text
printf 'Main-Class: Main\nX-Long: %080d\n\nName: text\nNote: kept\n\n' 7 >mf
jar cfm app.jar mf -C classes .
keytool -genkeypair -keystore ks -storepass secret -alias me -dname CN=me \
    -keyalg EC -storetype PKCS12 2>/dev/null
jarsigner -keystore ks -storepass secret app.jar me >/dev/null 2>&1
unzip -p app.jar META-INF/MANIFEST.MF >before
unzip -l app.jar >list
like before '^SHA-256-Digest: ' 'the jar has digests'
like list 'META-INF/ME.EC' 'and a signature'

run ccinstr instrument --probes none -o same app.jar
same app.jar same/app.jar 'unchanged: the signature stays'
pass_if 'unchanged: and holds' jarsigner -verify -strict -keystore ks \
    -storepass secret same/app.jar

run ccinstr instrument --probes nop -v -o res app.jar
is "$status" 0 'changed: status'
like err '^ccinstr: note: app.jar: signed: .*dropped' 'changed: it is said'
like err 'signature dropped$' 'changed: and in the summary'
unzip -l res/app.jar >list
unlike list 'ME\.(SF|EC)' 'changed: the signature is gone'
unzip -p res/app.jar META-INF/MANIFEST.MF >after
# What is left is the manifest without digests, byte by byte; the section that
# held nothing else went with its empty line.
cr=$(printf '\r')
sed "/^Name: Main.class/,/^$cr\$/d; /-Digest:/d" before >wanted
same wanted after 'changed: only digests left the manifest'
like after '^Note: kept' 'changed: a section that says more stays'
run java -cp res/app.jar Main
is "$(cat out)" 'signed null' 'changed: it runs, unsigned'

done_testing
