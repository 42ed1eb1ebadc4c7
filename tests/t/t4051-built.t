#!/bin/sh
# SPDX-License-Identifier: MIT
# t4051-built.t - names of classes that are made of parts: what is known is found, what is
# not is a gap, in all four analyses.
#
# fixtures/built has one method for each way, and above it what is found.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
made small

sources=$srcdir/tests/fixtures/built/built
# Constants are joined by builders in the one, by a call in the other.
for release in 8 17; do
    javac -nowarn -Xlint:-options --release $release -d classes$release "$sources"/*.java 2>log ||
        diag log
done
sed -n 's,^ *// \([a-zA-Z]*\):\(.*\),\1\2,p' "$sources/Main.java" |
    while read -r method targets; do
        for target in $targets; do
            echo "$method $target"
        done
    done | LC_ALL=C sort -u >expected
ok "$([ -s expected ]; echo $?)" 'there are expectations'

# found ANALYSIS RELEASE: `method class` and `method open`.
found() {
    "$CCINSTR" graph --jdk small --analysis "$1" --main built.Main --from built.Main \
        --to 'built.**' "classes$2" 2>err |
        sed -n "/${tab}guess\$/d; s,^built/Main[.]\([a-zA-Z]*\):.*${tab}built/\([A-Za-z_]*\)[.]<clinit>:.*,\1 \2,p" >lines
    "$CCINSTR" graph --jdk small --analysis "$1" --main built.Main --gaps "classes$2" 2>err |
        sed -n "s,^reflect${tab}built/Main[.]\([a-zA-Z]*\):.*,\1 open,p" >>lines
    LC_ALL=C sort -u lines
}
for release in 8 17; do
    for analysis in cha rta 0cfa and; do
        found $analysis $release >found
        same expected found "$analysis, as javac --release $release writes it"
    done
done

java -cp classes17 built.Main | LC_ALL=C sort -u >ran
is "$(grep -c . ran)" 3 'a JVM runs them'
done_testing
