#!/bin/sh
# SPDX-License-Identifier: MIT
# t4013-graph-values.t - what values can hold after 0-CFA and Andersen's analysis
# is what somebody who read the program says they can: a method or two for each
# kind of statement and each feature of language, JVM and library.
#
# tests/fixtures/values/RELEASE/*.java, all of package v, say in remarks:
#
#     // @NAME            what the instructions of this line make
#     // @NAME+           the same of several classes: NAME/CLASS
#     //= METHOD VALUE: OBJECT...   what ccinstr graph --values says: exactly these
#     //> METHOD VALUE: OBJECT...   these and perhaps others
#     //! METHOD VALUE: OBJECT...   none of these
#     //0 METHOD VALUE: OBJECT...   what 0-CFA says, in place of //=; * is anything
#     //= METHOD unreachable:
#     //= v: OBJECT...    of all values that the code of this line (or, if there
#                         is none on it, the last line before) defines
#
# without the package and descriptors; lambda$NAME$N as lambda$NAME, or
# lambda$NAME#1 and so on if NAME has several. "-" is the empty set. For 0-CFA, a
# NAME stands for the class of what is made there. Reflection does nothing here: what object
# streams of this program make by it would come to many of these values.
. "${srcdir:-.}/tests/lib.sh"
need javac java
home=$(home_of javac)
release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
[ "${release:-0}" -ge 17 ] || skip_all 'no JDK 17 or later'
sources=$srcdir/tests/fixtures/values

mkdir classes
pass_if 'compiles for Java 8' javac -g -nowarn -Xlint:-options --release 8 \
    -d classes "$sources"/8/*.java
pass_if 'compiles for Java 17' javac -g -nowarn --release 17 -cp classes \
    -d classes "$sources"/17/*.java

set --
for class in $(sed -n 's/^\(public \)*class \([A-Za-z0-9]*\).*/\2/p' "$sources"/*/*.java); do
    set -- "$@" --values "v/$class"
done
for analysis in and 0cfa; do
    "$CCINSTR" graph --dynamic off --jdk "$home" --analysis $analysis --main v.Main "$@" \
        classes >$analysis.tsv 2>err
    is "$?$(cat err)" 0 "$analysis"
    is "$(sort -c -u $analysis.tsv 2>&1)" '' "$analysis: in order"
done

awk -f "$sources/compare.awk" "$sources"/*/*.java and.tsv 0cfa.tsv >compared
is "$([ "$(wc -l <compared)" -gt 400 ]; echo $?)" 0 'there are many remarks'
while IFS="$(printf '\t')" read -r name got want; do
    is "$got" "$want" "$name"
done <compared
done_testing
