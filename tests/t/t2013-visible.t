#!/bin/sh
# SPDX-License-Identifier: MIT
# t2013-visible.t - which members code may use by reflection: what analysis/world answers
# is what happens when each class of tests/fixtures/visible tries it with each member of
# each of them, without setAccessible. Across the modules of the JDK t2012-resolve.t asks.
. "${srcdir:-.}/tests/lib.sh"
need java javac
resolve=$builddir/tests/tools/resolve
[ -x "$resolve" ] || skip_all 'tests/tools/resolve is not built'

sh "$srcdir/tests/fixtures/visible/make.sh" src
find src -name '*.java' >sources
for version in 17 8; do
    pass_if "compiled for Java $version" \
        javac -Xlint:-options --release $version -d $version @sources
done

# ask VERSION: questions with the answers of $jdk to `asked`, ours to `answers`.
ask() {
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp "$1" look.Look "$1" >asked 2>err
    is "$?" 0 "$jdk, Java $1: run" || diag err
    cut -f1 asked >questions
    "$resolve" -j "$jdk" -c "$1" <questions >answers 2>err
    is "$?" 0 "$jdk, Java $1: answered" || diag err
    paste questions answers >got
}

home=$(home_of javac)
for jdk in "$home" /usr/lib/jvm/*25*; do
    [ -x "$jdk/bin/java" ] && [ ! -h "$jdk" ] || continue
    ask 17
    same asked got "$jdk, Java 17: as the JVM answers"
    is "$([ "$(grep -c 'true$' asked)" -gt 5000 ] && [ "$(grep -c 'false$' asked)" -gt 5000 ]
        echo $?)" 0 "$jdk, Java 17: many of both"
    cp answers answers17
    # Nest mates are what such a JVM does not know.
    ask 8
    paste asked answers | awk -F'\t' '$2 != $3' >differ
    is "$(cut -f2- differ | sort -u)" "$(printf 'false\ttrue')" \
        "$jdk, Java 8: more than the JVM allows, never less"
    unlike differ '^visible[a-z]* [^ ]* [^ ]* ([abcijkefgmno]|<init> \([IJ]?\)V) ' \
        "$jdk, Java 8: only private members differ"
    same answers answers17 "$jdk, Java 8: as the same sources for Java 17"
done
done_testing
