#!/bin/sh
# SPDX-License-Identifier: MIT
# t4034-made-by-jdk.t - objects that the JDK makes and nobody else: what a stream holds, by
# what it is cast to; which enums are listed, by the class that comes to who lists them. In
# all four analyses, and what a JVM runs.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
made small

sources=$srcdir/tests/fixtures/jdkmade
for part in Streams Enums; do
    javac -nowarn -Xlint:-options -d $part "$sources"/$part.java 2>log || diag log
done

# graph ANALYSIS OPTION...: with a whole JDK others than RTA take ten times as long.
graph() {
    # shellcheck disable=SC2046
    "$CCINSTR" graph $([ "$1" = rta ] || echo --jdk small) --dynamic resolved --analysis "$@"
}

# expected NAME: the words behind `NAME:` in a comment.
expected() {
    sed -n "s,^// $1: ,,p" "$sources"/*.java | tr ' ' '\n' | LC_ALL=C sort
}

# reached ANALYSIS CLASS: its methods that can run, as the sources write them; not those
# that any program has.
reached() {
    graph "$1" --main "made.$2" --methods Streams 2>err |
        sed -n 's,^made/,,p' | sed 's,:(.*,,' | LC_ALL=C sort -u
}

# Objects that are read.
java -cp Streams made.Writes stream >/dev/null
for program in Reads ReadsAny; do
    expected $program >wanted
    java -cp Streams made.$program stream | LC_ALL=C sort -u >ran
    is "$(LC_ALL=C comm -23 ran wanted)" '' "$program: what runs is what is said"
    for analysis in rta 0cfa and; do
        reached $analysis $program | grep -v "^$program\|^Said\|^Job[.]\|[$]\|\(Root\|Part\|Other\|Base\|Hidden\).<init>\|Root.<clinit>" >found
        is "$(LC_ALL=C comm -23 wanted found)" '' "$program, $analysis: all of it is found"
        is "$(LC_ALL=C comm -13 wanted found)" '' "$program, $analysis: and no more"
        is "$(grep -v ' missing, taken for' err)" '' "$analysis: nothing is said"
    done
done
for program in Reads ReadsAny; do
    graph rta --main made.$program --gaps Streams |
        awk -F'\t' '$2 ~ /^made/ { print $1, $3 }' >gaps
    is "$(grep -c . gaps)" "$([ $program = Reads ] && echo 0 || echo 3)" \
        "$program: what is not cast to a class is a gap" || diag gaps
done
graph rta --main made.ReadsTwice --gaps Streams |
    awk -F'\t' '$2 ~ /^made/ { print $1, $NF }' >gaps
is "$(uniq -c gaps | tr -s ' ')" ' 2 deserialise cast to made/Holder, 1 fit, 6 found' \
    'a type that is read twice: both calls are gaps, and say the same' || diag gaps

# Enums.
expected Enums >wanted
for analysis in cha rta 0cfa and; do
    graph $analysis --main made.Enums --from java.lang.Class --to 'made.**' Enums 2>err |
        sed -n 's,.*getEnumConstantsShared.*made/\([A-Za-z]*\)[.]values:.*,\1,p' |
        LC_ALL=C sort -u >found
    same wanted found "$analysis: enums that are listed"
done
for time in first second; do
    graph and --main made.Enums --from java.lang.Class --to 'made.**' Enums >$time 2>err
done
same first second 'each time the same'
done_testing
