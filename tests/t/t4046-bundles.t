#!/bin/sh
# SPDX-License-Identifier: MIT
# t4046-bundles.t - resource bundles that are classes, by name and locale: in all four
# analyses, and what JVMs make.
. "${srcdir:-.}/tests/lib.sh"
need java javac

sources=$srcdir/tests/fixtures/jdkbundles
mkdir src
for name in Text Text_de Text_de_DE Text_fr Listed Named Controlled Never $(seq -f 'More%.0f' 40); do
    printf 'package bundles;\npublic class %s extends Prints {\n    public %s() { }\n}\n' \
        "$name" "$name" >"src/$name.java"
done
javac -nowarn -Xlint:-options --release 17 -d classes src/*.java "$sources"/*.java 2>log || diag log
cp "$sources"/files.properties classes/bundles/

# expected NAME...: the words behind `NAME:` in a comment.
expected() {
    for name in "$@"; do
        sed -n "s,^// $name: ,,p" "$sources"/Bundles.java
    done | tr ' ' '\n' | LC_ALL=C sort
}

# graph JDK ANALYSIS CLASS OPTION...
graph() {
    jdk=$1 analysis=$2 class=$3
    shift 3
    "$CCINSTR" graph --jdk "$jdk" --analysis "$analysis" --main "bundles.$class" "$@" classes 2>err
}

jdks
for jdk in "$old_jdk" "$new_jdk"; do
    expected Bundles >wanted
    "$jdk"/bin/java -XX:TieredStopAtLevel=1 -cp classes bundles.Bundles |
        sed 's,^bundles[.],,' | LC_ALL=C sort >ran
    same wanted ran 'a JVM makes what is expected'
    expected Bundles other >wanted
    for analysis in cha rta 0cfa and; do
        graph "$jdk" $analysis Bundles --from 'java.util.**' --to 'bundles.**' >edges
        sed -n 's,.*bundles/\([A-Za-z_0-9]*\)[.]<init>.*,\1,p' edges | LC_ALL=C sort -u >found
        same wanted found "$analysis: made, and no others"
        [ $analysis != cha ] || continue
        awk -F'\t' '$6 ~ /getContents/ { sub(/.*\//, "", $5); print $5 }' edges |
            LC_ALL=C sort -u >found
        same wanted found "$analysis: and asked for what they contain"
    done
    # A name that nobody knows makes nothing, and is a gap where the JDK loads it.
    graph "$jdk" rta Unknown --from 'java.util.**' --to 'bundles.**' >edges
    is "$(grep -c '<init>' edges)" 0 'an unknown name makes none'
    graph "$jdk" rta Unknown --gaps >gaps
    like gaps 'ResourceBundle.*cast to java/util/ResourceBundle, [0-9]* fit' 'and is a gap'
done
done_testing
