#!/bin/sh
# SPDX-License-Identifier: MIT
# t4024-reflection.t - names that become classes, and members that become calls, in all four
# analyses; what a JVM runs of them.
#
# fixtures/reflect has one method for each way, and above it what its calls run.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
made small

sources=$(find "$srcdir/tests/fixtures/reflect" -name '*.java')

# expected: `method target`, from the comments.
expected() {
    sed -n 's,^ *// \([a-zA-Z]*\):,\1,p' "$srcdir/tests/fixtures/reflect/plug/Main.java" |
        while read -r method targets; do
            for target in $targets; do
                echo "$method $target"
            done
        done | LC_ALL=C sort -u
}

# found ANALYSIS FOLDER [OPTION...]: the same, of a call graph.
found() {
    "$CCINSTR" graph --dynamic resolved --analysis "$@" --main plug.Main \
        --from plug.Main 2>err |
        awk -F'\t' '$7 != "guess" && $1 ~ /^plug\/Main/ && $6 ~ /^plug\/parts/ { print $1, $6 }' |
        sed 's,plug/Main\.,,; s,plug/parts/,,; s,:([^ ]*, ,; s,Ljava/lang/String;,String,
            s,<clinit>:.*,<clinit>,; s,:\((.*)\)V$,\1,' |
        grep -v '^name \|^Lamp ' | tr -s ' ' | LC_ALL=C sort -u
}

expected >expected
ok "$([ "$(wc -l <expected)" -gt 40 ]; echo $?)" 'there are expectations' || diag expected
for release in 8 17; do
    # shellcheck disable=SC2086  # files
    javac -nowarn -Xlint:-options --release $release -d classes$release $sources 2>log
    analyses='cha rta 0cfa and'
    [ $release = 17 ] || analyses=rta
    for analysis in $analyses; do
        # With a whole JDK the others take ten times as long.
        # shellcheck disable=SC2046
        found $analysis classes$release $([ $analysis = rta ] || echo --jdk small) >found
        same expected found "$analysis, as javac --release $release writes it"
        is "$(grep -v ' missing, taken for' err)" '' "$analysis: nothing is said"
    done
done

# What is not known is told: arrays that are followed, and one that is not.
"$CCINSTR" graph --gaps --dynamic resolved --analysis rta --main plug.Main classes17 2>err |
    sed -n "s,^reflect${tab}plug/Main\.\([A-Za-z]*\):.*forName:.*,\1,p" >found
like found '^others$' 'an array that a library fills'
unlike found '^(listed|filled|received|kept)$' 'those that are known all over'

# A constant of the class that nobody writes: who reads it was compiled when it was none.
mkdir -p late older newer
printf '%s\n' 'class Late {' '    private static FINAL String PART = "plug.parts.Fan";' \
    '    static class In {' '        static void make() throws Exception {' \
    '            Class.forName(PART).newInstance();' '        }' '    }' \
    '    public static void main(String[] args) throws Exception {' '        In.make();' '    }' '}' >late.in
sed 's/FINAL//' late.in >late/Late.java && javac -nowarn -d older late/Late.java 2>>log
sed 's/FINAL/final/' late.in >late/Late.java && javac -nowarn -d newer late/Late.java 2>>log
cp "older/Late\$In.class" newer/
"$CCINSTR" graph --dynamic resolved --analysis rta --main Late newer classes17 2>err |
    awk -F'\t' '$7 != "guess" && $1 ~ /^Late/ { print $6 }' >found
like found '^plug/parts/Fan.<init>:\(\)V$' 'a constant that is read'
# And code that no JVM takes: it pops what is not there.
printf '%s\n' 'public class Odd {' '    static void load(String name) throws Exception {' \
    '        Class.forName(name);' '    }' '    static void odd(String name, int i) throws Exception {' \
    '        if (i == 0x1234) { load(name); Class.forName("plug.parts.Fan"); }' '    }' \
    '    public static void main(String[] args) throws Exception {' \
    '        odd("plug.parts.Fan", args.length);' '    }' '}' >late/Odd.java
javac -nowarn -cp newer -d newer late/Odd.java 2>>log
# iload_1, sipush 0x1234, if_icmpne: pop, pop, pop, iload_1, ifne
LC_ALL=C sed 's/\x1b\x11\x12\x34\xa0/\x57\x57\x57\x1b\x9a/' newer/Odd.class >odd && mv odd newer/Odd.class
"$CCINSTR" graph --gaps --dynamic resolved --analysis rta --main Odd newer classes17 2>err |
    grep '^reflect' >found
like found "^reflect${tab}Odd.odd:.*forName" 'code that nobody can read: what it asks for'
like found "^reflect${tab}Odd.load:.*forName" 'and what it passes'

# What runs is found, by whatever method.
java -cp classes17 plug.Main | LC_ALL=C sort -u >ran
"$CCINSTR" graph --dynamic resolved --analysis and --main plug.Main --methods --to "plug.**" \
    classes17 |
    cut -f 1 | LC_ALL=C sort -u >reachable
is "$(comm -23 ran reachable)" '' 'all that a JVM ran is reachable'
is "$(grep -c . ran)" 27 'and that was something'

# What a run shows becomes roots, and then all of it is predicted.
jar --create --file plug.jar -C classes17 plug
for turn in 1 2; do
    run "$CCINSTR" instrument -q --jdk "$(home_of javac)" --dynamic off --analysis rta --main plug.Main \
        $([ $turn = 1 ] || echo --roots roots) -o new$turn plug.jar
    java -Dccinstr.data=data$turn/ -cp new$turn/plug.jar plug.Main >out
    rm -f roots.new
    run "$CCINSTR" report -q new$turn/ccinstr.plan data$turn --roots-out roots.new
    is "$status$(cat err)" 0 "roots of turn $turn"
    cp roots.new roots
    [ $turn = 1 ] && cp roots first
done
is "$(grep -v '^#' first | LC_ALL=C sort | comm -3 - ran)" '' 'roots: all that was not predicted'
is "$(grep -vc '^#' roots)" 0 'and nothing is left with them'
is "$("$CCINSTR" report new2/ccinstr.plan data2 | grep -c 'not predicted')" 0 'of anything'

# A class that is not there has no effect, and others keep theirs.
rm classes17/plug/parts/Motor.class
found rta classes17 >found
grep -v Motor expected >without
same without found 'without one of the classes'

# Without it nothing is followed.
"$CCINSTR" graph --dynamic off --analysis rta --main plug.Main --from plug.Main classes8 2>err |
    awk -F'\t' '$7 != "guess" && $1 ~ /^plug\/Main/ && $6 ~ /^plug\/parts/ { print $6 }' |
    LC_ALL=C sort -u >found
is "$(cat found)" '' 'off: nothing'

done_testing
