#!/bin/sh
# SPDX-License-Identifier: MIT
# t4048-texts.t - classes that texts in annotations name, which a loader of the program's own
# loads: in all four analyses, and what a JVM makes.
. "${srcdir:-.}/tests/lib.sh"
need java javac

sources=$srcdir/tests/fixtures/texts
javac -nowarn -d classes "$sources"/*.java 2>log || diag log
for program in Texts Loads; do
    sed -n "s,^// $program: ,,p" "$sources"/Texts.java >wanted
    java -cp classes texts.$program >ran
    same wanted ran "$program: a JVM runs what is expected"
    for analysis in cha rta 0cfa and; do
        "$CCINSTR" graph --analysis $analysis --main texts.$program --from texts.$program \
            --to 'texts.**' classes 2>err |
            sed -n "s,.*${tab}texts/\([A-Za-z]*\)[.]<\(init\|clinit\)>:()V${tab}guess\$,\1,p" |
            LC_ALL=C sort -u >found
        same wanted found "$program, $analysis: a guess, and no other"
    done
done
done_testing
