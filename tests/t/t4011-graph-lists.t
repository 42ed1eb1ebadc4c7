#!/bin/sh
# SPDX-License-Identifier: MIT
# t4011-graph-lists.t - what ccinstr graph prints, and of what: formats, lists,
# filters, roots; inputs that are damaged, incomplete or none.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need javac java jar zip
made small

home=$(home_of javac)
release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
sources=$srcdir/tests/fixtures/graph
head=$(printf '#caller\toffset\tline\tcalled\treceiver\ttarget\tkind')

javac -g -nowarn -d calls "$sources/calls/Main.java"
# With a whole JDK forty lists of one small program take seconds each.
jdk=small
graph() {
    run ccinstr graph --jdk "$jdk" --analysis rta "$@"
}
# known COMMAND...: with the JDK, below where the others are without.
known() {
    jdk=$home
    "$@"
    jdk=none
}
main() {
    graph --main calls.Main "$@" calls
}
whole() {
    jdk=$home
    main "$@"
    jdk=small
}
# said: err without what is missing of that JDK.
said() {
    grep -v ': warning: [0-9]* classes are missing, ' err
}

# sees FILE PATTERN NAME: like, with ~ for a tab.
sees() {
    like "$1" "$(printf '%s' "$2" | tr '~' '\t')" "$3"
}
unsees() {
    unlike "$1" "$(printf '%s' "$2" | tr '~' '\t')" "$3"
}

# --- tsv, JSON, DOT ----------------------------------------------------------

main --within 'calls.**'
is "$status" 0 'tsv'
cp out tsv
is "$(head -n1 tsv)" "$head" 'tsv: the columns'
is "$(awk -F'\t' 'NF != 7 || $0 ~ / |\r/' tsv)" '' 'tsv: seven words'
is "$(sort -c -u tsv 2>&1)" '' 'tsv: in order, no line twice'

main --within 'calls.**' --format json
is "$status" 0 'JSON'
text='"([^"\\]|\\["\\]|\\u[0-9a-f]{4})*"'
is "$(grep -Evx "\\{\"caller\":$text,\"offset\":-?[0-9]+,(\"line\":[0-9]+,)?\"called\":$text,\"receiver\":$text,\"target\":$text,\"kind\":$text\\}" out)" \
    '' 'JSON: objects'
awk -F'"' -v OFS='\t' -v head="$head" 'BEGIN { print head }
    { gsub(/[:,]/, "", $7); at = 8; line = "-" }
    $8 == "line" { line = $9; gsub(/[:,]/, "", line); at = 10 }
    { print $4, $7, line, $(at + 2), $(at + 6), $(at + 10), $(at + 14) }' \
    out >back
same back tsv 'JSON: the same edges in the same order'
main --within 'calls.Main' --format json --to 'calls.Cat'
unlike out '"line":-' 'JSON: numbers'

main --within 'calls.**' --format dot
is "$status" 0 'DOT'
cp out drawing
is "$(sed -n '1p;$p' drawing | tr '\n' ' ')" 'digraph calls { } ' 'DOT: one graph'
is "$(grep -Evx 'digraph calls \{|\}|  rankdir=LR;|  node \[[^]]*\];|  n[0-9]+ \[label="[^"]*"\];|  n[0-9]+ -> n[0-9]+( \[label="[a-z]+"\])?;' drawing)" \
    '' 'DOT: boxes and arrows'
is "$(grep ' -> ' drawing | sort -u | wc -l)" \
    "$(awk -F'\t' 'NR > 1 { print $1, $6, $7 }' tsv | sort -u | wc -l)" \
    'DOT: an arrow from each caller to each target'
is "$(grep -c 'label="calls' drawing)" "$(awk -F'\t' 'NR > 1 { print $1; print $6 }' tsv |
    sort -u | wc -l)" 'DOT: one box per method'
if command -v dot >/dev/null 2>&1; then
    pass_if 'dot draws it' dot -Tsvg -o drawing.svg drawing
else
    skip 'dot draws it' 'no dot'
fi
main --within 'calls.**' --format dot --limit 5
is "$status" 0 'DOT: --limit'
is "$(grep -c 'label="calls' out)" 5 'DOT: no more boxes than that'
left=$(($(grep -c 'label="calls' drawing) - 5))
is "$(said)" "ccinstr: warning: only 5 methods are drawn, $left more are left out (see --limit, --from, --to, --within)" \
    'DOT: which is said'
is "$(awk '/label="calls/ { box[$1] } / -> / { sub(";", "", $3);
    if (!($1 in box) || !($3 in box)) print }' out)" '' 'DOT: between boxes'

# --- Lists -------------------------------------------------------------------

whole --methods
is "$status" 0 '--methods'
cp out methods
is "$(head -n1 methods)" "$(printf '#method\tkind\tfrom\toffset')" '--methods: columns'
is "$(sort -c -u methods 2>&1)" '' '--methods: in order'
is "$(cut -f1 methods | uniq -d)" '' '--methods: each once'
main --methods --to 'calls.**'
awk -F'\t' 'NR > 1 { print $6 }' tsv | sort -u >targets
cut -f1 out | tail -n +2 | comm -13 - targets >missing
is "$(cat missing)" '' '--methods: all that edges lead to'
sees out '^calls/Cat.eat:\(\)V~call~calls/Main.main:.*~[0-9]+$' '--methods: who and where'
main --methods --to 'calls.Cat#eat' --format json
is "$(cut -d, -f1-2 out)" '{"method":"calls/Cat.eat:()V","kind":"call"' \
    '--methods: JSON, filtered'

# path FILE: what is wrong with a path of edges as --why prints it.
path() {
    awk -F'\t' -v goal="$2" 'NR == 1 { next }
        NR == 2 && $1 != "<main>" && $1 != "<vm>" { print "starts at " $1 }
        NR > 2 && $1 != last { print "a hole before " $1 }
        { last = $6 }
        END { if (last != goal) print "ends at " last }' "$1"
}
main --why 'calls/Animal.eat:()V'
is "$status" 0 '--why'
cp out why
is "$(path why 'calls/Animal.eat:()V')" '' '--why: a path'
is "$(wc -l <why)" 4 '--why: the shortest'
main --from 'calls.**'
is "$(tail -n +3 why | grep -vFx -f out)" '' '--why: of edges that are there'
main --why calls/Animal.eat
same out why '--why: without the descriptor'
main --to 'calls.Animal#eat'
cp out to
main --to 'Animal.eat()'
same out to '--to: as reports print it'
for name in 'calls.Animal#eat' 'Animal.eat()' 'calls.Animal.eat()' calls.Animal.eat Animal.eat \
    'Animal#eat' 'calls.Animal#eat()'; do
    main --why "$name"
    same out why "--why: $name"
    main --to "$name"
    same out to "--to: $name"
done
main --why calls/Animal.eat --format json
is "$(grep -c '^{"caller":".*"kind":"[a-z]*"}$' out) $(wc -l <out)" '3 3' '--why: JSON'
main --why calls/Main.main
is "$(sed -n 2p out | cut -f1,6)" "$(printf '<main>\tcalls/Main.main:([Ljava/lang/String;)V')" \
    '--why: of a root'
jdk=none
for gone in calls/Main.unused calls/Nope.f calls/Main.mai calls.Main.nothing; do
    main --why $gone
    is "$status $(wc -c <out)" '3 0' "--why $gone: status 3"
    is "$(said)" "ccinstr: error: $gone: no reachable method has this name" \
        "--why $gone: said"
done
main --why 'Animal.eat(int)'
sees err 'error: Animal.eat\(int\): no reachable method has this name; there is Animal.eat\(\)$' \
    '--why: what has that name is said'
main --why Animal.eatt
sees err '; there is Animal.eat\(\)$' '--why: and what is near'
jdk=small

main --values calls/Animal --values calls/Main.main --analysis and
is "$status" 0 '--values'
cp out values
is "$(head -n1 values)" "$(printf '#method\tvalue\toffset\tline\tobject')" '--values: columns'
is "$(sort -c -u values 2>&1)" '' '--values: in order'
is "$(awk -F'\t' 'NF != 5 || $0 ~ / |\r/' values)" '' '--values: five words'
is "$(sed 1d values | cut -d: -f1 | sort -u | tr '\n' ' ')" \
    'calls/Animal.<init> calls/Animal.eat calls/Animal.grow calls/Animal.toString calls/Main.main ' \
    '--values: of these methods alone'
main --values calls/Animal --values calls/Main.main --analysis and --format json
awk -F'"' -v OFS='\t' 'BEGIN { print "#method", "value", "offset", "line", "object" }
    { gsub(/[:,]/, "", $11); at = 12; line = "-" }
    $12 == "line" { line = $13; gsub(/[:,]/, "", line); at = 14 }
    { print $4, $8, $11, line, $(at + 2) }' out >back
same back values '--values: JSON'
main --analysis and --values calls/Main.main --values calls/Main.mai
is "$status $(wc -c <out)" '3 0' '--values of no method: status 3'
is "$(said)" "ccinstr: error: calls/Main.mai: no reachable method has this name" \
    '--values of no method: said'

whole --gaps
is "$status" 0 '--gaps'
is "$(head -n1 out)" "$(printf '#gap\tmethod\toffset\twhat\tknown')" '--gaps: columns'
is "$(sort -c -u out 2>&1)" '' '--gaps: in order'
sees out '^native~calls/Main.outside:\(\)V~-1~-~called by calls/Main.main:\([^ ~]* [0-9]+$' '--gaps: a native method'
whole --gaps --format json
like out '^\{"gap":"native","method":"calls/Main.outside:\(\)V","offset":-1,"what":"-","known":"called by [^"]*"\}$' \
    '--gaps: JSON'
gaps=$(wc -l <out)

whole --stats
is "$status" 0 '--stats'
cp out stats
is "$(head -n1 stats)" "$(printf '#what\tvalue')" '--stats: columns'
stat() {
    awk -F'\t' -v key="$1" '$1 == key { print $2 }' "${2:-stats}"
}
is "$(awk -F'\t' 'NR > 1 && (NF != 2 || ($1 !~ /^(analysis)$/ && $2 !~ /^[0-9.]+$/))' stats)" \
    '' '--stats: words and numbers'
is "$(cut -f1 stats | sort | uniq -d)" '' '--stats: each once'
is "$(stat analysis) $(stat jdk)" "rta $release" '--stats: of which analysis and JDK'
is "$(stat methods_reachable)" "$(($(wc -l <methods) - 1))" '--stats: methods'
is "$(stat gaps)" "$gaps" '--stats: gaps'
main --stats --format json
is "$(wc -l <out)" 1 '--stats: JSON, one object'
is "$(tr ',{}:' '\n' <out | sed -n 's/^"\([a-z_]*\)"$/\1/p' | grep -vx rta)" \
    "$(tail -n +2 stats | cut -f1)" '--stats: JSON, the same keys'
is "$(grep -Evx '\{("[a-z_]+":("[a-z]+"|[0-9.]+),?)+\}' out)" '' '--stats: JSON, its form'
# Counts are those of the lists, where a list is short enough to count.
run ccinstr graph --analysis rta --jdk none --main calls.Main --stats calls
cp out stats.none
is "$status $(stat jdk stats.none)" '0 0' '--jdk none'
like err '^ccinstr: warning: [0-9]+ classes are missing, .*java/lang/Object.*--gaps' \
    '--jdk none: missing classes are said'
is "$(wc -l <err)" 1 '--jdk none: once'
run ccinstr graph --analysis rta --jdk none --main calls.Main calls
tail -n +2 out >none
is "$(stat edges_by_receiver stats.none)" \
    "$(cut -f1,2,5,6,7 none | sort -u | wc -l)" '--stats: triples are the edges'
is "$(stat edges stats.none)" "$(cut -f1,2,6 none | sort -u | wc -l)" '--stats: pairs'
is "$(cut -f6 none | grep -v '^calls/')" '' '--jdk none: nothing of a JDK'
sees none '~calls/Cat.eat:\(\)V~call$' '--jdk none: the component is there'
run ccinstr graph --analysis rta --jdk none --main calls.Main --gaps calls
sees out '^phantom~calls/Pair.<init>:.*~[0-9]+~java/lang/Object.<init>:\(\)V~-$' \
    '--jdk none: its classes are missing'

# --- Counts, where groups and other rows meet -------------------------------------

mkdir count
cat >Count.java <<'END'
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

interface I { void m(); }
class X {
    static int q = Integer.parseInt("1");
    static void s() {}
    static void body() {}
}
public class Count {
    public static void main(String[] args) throws Throwable {
        I i = X::body;
        i.m();
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodType type = MethodType.methodType(void.class);
        l.findStatic(X.class, "s", type).invoke();
        l.findVirtual(I.class, "m", type).invoke(i);
        Object o = i;
        System.out.println(o + "" + args + i);
    }
}
END
javac -d count Count.java
run ccinstr graph --analysis rta --jdk "$home" --main Count --stats count
cp out stats.count
"$CCINSTR" graph --analysis rta --jdk "$home" --main Count count | tail -n +2 |
    cut -f1,2,5,6,7 | sort -u >count.rows
is "$(stat edges_by_receiver stats.count)" "$(wc -l <count.rows)" \
    '--stats: triples, where rows meet'
is "$(stat edges stats.count)" "$(cut -f1,2,4 count.rows | sort -u | wc -l)" \
    '--stats: pairs, where rows meet'
rm count.rows

# --- The launcher's rules for main -----------------------------------------------

mkdir launch
cat >Launch.java <<'END'
interface Starts { default void main(String[] args) { Launch.go(); } }
public class Launch implements Starts { static void go() {} }
END
javac -d launch Launch.java
run ccinstr graph --analysis rta --jdk "$home" --main Launch launch
is "$status" 3 'main in an interface: none before 25'
like err 'main' 'main in an interface: said'
newer=
for jdk in /usr/lib/jvm/*25*; do
    [ ! -x "$jdk/bin/java" ] || newer=$jdk
done
if [ -n "$newer" ]; then
    run ccinstr graph --analysis rta --jdk "$newer" --main Launch --from 'Starts' --from Launch launch
    sees out '^Starts.main:.*~Launch.go:\(\)V~call$' 'main in an interface: from 25 on'
    is "$("$newer/bin/java" -cp launch Launch; echo $?)" 0 '25 agrees'
else
    skip 'main in an interface' 'no JDK 25'
fi

# --- Filters -----------------------------------------------------------------

# From here on mostly without a JDK.
jdk=none

rows() {
    tail -n +2 out | awk -F'\t' '{ print $1 " > " $6 }' |
        sed 's/calls\///g; s/:([^ ]*//g' | sort -u
}
main --from calls.Cat --to calls.Animal
is "$(rows)" "$(printf 'Cat.<init> > Animal.<init>\nCat.eat > Animal.eat')" \
    '--from and --to'
main --within calls.Cat
is "$(rows)" 'Cat.self > Cat.self' '--within'
known main --within calls.Cat --within calls.Animal --from '!calls.Cat'
is "$(rows)" "$(printf 'Animal.<init> > Animal.grow\nAnimal.toString > Cat.speak')" \
    '! excludes, and all else is in'
main --from 'calls.**' --from '!calls.Main' --from 'calls.Main$Inner' --to 'calls.*'
is "$(cut -f1 out | grep -c 'calls/Main\.')" 0 '! behind a pattern takes out'
main --from 'calls.**' --from '!calls.Main' --to 'calls.*'
is "$(cut -f1 out | grep -c 'calls/Main')" 0 'nested classes go with their outer'
main --from 'calls.Cat' --from '!calls.*' --from 'calls.Cat#eat' --to calls.Animal
is "$(rows)" 'Cat.eat > Animal.eat' 'the last that matches wins'
main --to 'calls.Animal#ea?' --from 'calls.*'
is "$(rows)" 'Cat.eat > Animal.eat' '#METHOD with ?'
main --from 'calls.Main#ma*' --to 'calls.Main#ma*'
is "$(rows)" 'Main.main > Main.many' '#METHOD with *'
main --from 'calls.**' --from '!calls.*#<init>' --to 'calls.*#<init>' --to '!calls.Pair'
is "$(rows | grep -c '^Main.main > ')" "$(rows | wc -l)" '!CLASS#METHOD'
main --to calls.Main#main
is "$(tail -n +2 out | cut -f1)" '<main>' 'roots have callers'
main --from no.such.Thing
is "$status $(cat out)" "0 $head" 'what matches nothing prints the columns'
for option in --from --to --within; do
    main $option 'calls.nope.*'
    like err "warning: $option: 'calls.nope.\*' matches no reachable method" "$option: which is said"
done
main --from Main.mani
like err "'Main.mani' matches no reachable method; there is Main.main\(String\[\]\)" 'with what is near'
main --from 'calls.**' --to calls.Cat
unlike err matches 'what matches is not'
main --dump-method calls.Animal#eat
cp out dumped
for name in calls/Animal.eat 'Animal.eat()' 'calls.Animal.eat()' Animal.eat 'Animal#eat()'; do
    main --dump-method "$name"
    same out dumped "--dump-method: $name"
done

# --- Roots -------------------------------------------------------------------

cat >roots <<'END'
# by reflection
calls/Main.unused:()V

calls/Nope.f:()V
calls/Parrot.twice:()Ljava/lang/String;
END
known main --roots roots --from 'calls.**' --to 'calls.**'
is "$status" 0 '--roots'
is "$(cat err)" 'ccinstr: warning: roots: line 4: no such method, and no pattern of methods of the component: calls/Nope.f:()V' \
    '--roots: an unknown method is said'
sees out '^calls/Main.unused:\(\)V~.*~calls/Dog.<init>:\(\)V~call$' '--roots: what they call'
main --roots roots --to calls.Main --to calls.Parrot
sees out '^<main>~-1~-~-~-~calls/Main.unused:\(\)V~reflect$' '--roots: a static method'
sees out '^<main>~-1~-~-~calls/Parrot~calls/Parrot.twice:.*~reflect$' \
    '--roots: an object for an instance method'
printf 'calls.Parrot#tw*\n!calls.Main\n' >roots
known main --roots roots --to calls.Parrot
sees out '^<main>~-1~-~-~calls/Parrot~calls/Parrot.twice:.*~reflect$' '--roots: a pattern'
like err 'line 2: no such method, .*: !calls.Main$' '--roots: nothing to exclude from'
main --roots no-such-file
is "$status" 3 '--roots: no such file'
like err '^ccinstr: error: no-such-file: cannot open: ' '--roots: which is said'

graph --main calls.Nope calls
is "$status $(wc -c <out)" '3 0' '--main: no such class'
like err '^ccinstr: error: calls/Nope: no such class: ' '--main: said'
graph --main calls.Cat calls
is "$status $(wc -c <out)" '3 0' '--main: a class without main'
like err '^ccinstr: error: calls/Cat: has no main\(String\[\]\) ' '--main: said'
graph --main calls/Main --within calls.Cat calls
is "$status" 0 '--main: with slashes'
graph --interface-level protected --within calls.Cat calls
mv out tsv-component
graph --within calls.Cat calls
same out tsv-component 'no Main-Class: a component'
jar --create --file app.jar --main-class calls.Main -C calls .
known graph --within 'calls.**' app.jar
same out tsv 'Main-Class of the jar'
known graph --main calls.Main --within 'calls.**' --classpath app.jar "$(mkdir -p empty; echo empty)"
same out tsv 'a program on the class path'
graph --main calls.Main missing.jar
is "$status $(wc -c <out)" '3 0' 'no such jar'

cat >Lib.java <<'END'
package lib;
public class Lib {
    public Object[] data;
    public void open(Object o) { helper(o); }
    private static void helper(Object o) { o.hashCode(); Hidden.used(); }
    private void unused() { }
    protected void guarded() { }
    static void ofPackage() { }
    @Override public String toString() { return ""; }
}
class Hidden {
    public void notSeen() { }
    static void used() { }
}
END
javac -d lib Lib.java
graph --interface-level public --to 'lib.**' lib
is "$(tail -n +2 out | awk -F'\t' '$1 == "<main>" { print $6 }' | sed 's/:.*//' | tr '\n' ' ')" \
    'lib/Lib.<init> lib/Lib.open lib/Lib.toString ' '--interface-level public: roots'
is "$(rows | grep '^lib' | tr '\n' ' ')" \
    'lib/Lib.helper > lib/Hidden.used lib/Lib.open > lib/Lib.helper ' '--interface-level public: what they reach'

if [ "$release" -ge 25 ]; then
    printf 'void main() { helper(); }\nvoid helper() { }\n' >Simple.java
    javac -d simple Simple.java
    known graph --main Simple --to Simple simple
    is "$(tail -n +2 out | awk -F'\t' '{ print $1 " " $6 }' | sed 's/:.*//' | sort | tr '\n' ' ')" \
        '<main> Simple.<init> <main> Simple.main Simple.main Simple.helper ' 'main() of an object'
else
    newest=''
    for jdk in /usr/lib/jvm/*/; do
        at=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release" 2>/dev/null)
        [ "${at:-0}" -lt 25 ] || [ ! -x "$jdk/bin/javac" ] || newest=$jdk
    done
    if [ -n "$newest" ]; then
        printf 'void main() { helper(); }\nvoid helper() { }\n' >Simple.java
        "$newest/bin/javac" -d simple Simple.java
        run ccinstr graph --analysis rta --jdk "$newest" --main Simple --to Simple simple
        is "$(tail -n +2 out | awk -F'\t' '{ print $1 ">" $6 }' | sed 's/:[^>]*//g' | sort | tr '\n' ' ')" \
            '<main>>Simple.<init> <main>>Simple.main Simple.main>Simple.helper ' 'main() of an object'
        known graph --main Simple simple
        is "$status" 3 'but not before JDK 25'
    else
        skip 'main() of an object' 'no JDK 25'
        skip 'but not before JDK 25' 'no JDK 25'
    fi
fi

# --- Damage ------------------------------------------------------------------

# A class that is no class; one without an end; one whose code ends early; one
# that is missing.
cp -r calls damaged
printf 'junk, by no means a class' >damaged/calls/Loop.class
head -c 300 calls/calls/Pair.class >damaged/calls/Pair.class
rm 'damaged/calls/Main$Inner.class'
graph --main calls.Main --within 'calls.**' damaged
is "$status" 0 'damage: the rest is analysed'
like err '^ccinstr: warning: damaged.*Loop.class: not a class file ' 'damage: no class'
like err '^ccinstr: warning: damaged.*Pair.class: .*truncated' 'damage: half a class'
sees out '~calls/Cat.eat:\(\)V~call$' 'damage: what is whole is there'
unsees out '~calls/(Loop|Pair|Main\$Inner)\.[^~]*~[a-z]*$' 'damage: no edges into what is not'
graph --main calls.Main --gaps damaged
sees out '^phantom~calls/Main.main:.*~calls/Main\$Inner.<init>:\(Lcalls/Main;\)V~-$' \
    'damage: a class that is missing'
(cd damaged && zip -qr ../damaged.jar calls)
graph --main calls.Main --within 'calls.**' damaged.jar
like err '^ccinstr: warning: damaged.jar!calls/Pair.class: .*truncated.*byte [0-9]+' \
    'damage: file, entry and byte are named'
printf 'PK no archive' >bad.jar
graph --main calls.Main bad.jar
is "$status $(wc -c <out)" '3 0' 'damage: no archive'
like err '^ccinstr: error: bad.jar: ' 'damage: said'
graph --main calls.Main --classpath bad.jar --within calls.Cat calls
is "$status" 3 'damage: no archive, but named as library'
graph --main calls.Main --classpath 'bad*' --within calls.Cat calls
is "$status" 0 'damage: a class path that names nothing'
like err '^ccinstr: warning: bad\*: class path entry left out: ' 'damage: said'

# An opcode that ends in the middle of its operands: the last instruction of
# outside.() is the return at the end of eat() in Animal (a method of one byte
# of code), made the first byte of a goto.
cp calls/calls/Animal.class cut.class
at=$(LC_ALL=C grep -abo "$(printf '\001\261')" cut.class | head -n1 | cut -d: -f1)
printf '\247' | dd of=cut.class bs=1 seek=$((at + 1)) conv=notrunc 2>/dev/null
rm -rf cut
cp -r calls cut
cp cut.class cut/calls/Animal.class
graph --main calls.Main --within 'calls.**' cut
is "$status" 0 'truncated code: the rest is analysed'
like err '^ccinstr: warning: cut.*Animal.class: .*eat.*code' 'truncated code: said, with the method'
sees out '~calls/Animal.eat:\(\)V~call$' 'truncated code: the method itself can be called'

for option in --stats --gaps --methods '--format json' '--format dot' '--why calls/Cat.eat'; do
    # shellcheck disable=SC2086  # several words
    (exec "$CCINSTR" graph --analysis rta --jdk none --main calls.Main $option calls >/dev/full) 2>err
    is "$?" 3 "a full disk: $option"
    like err '^ccinstr: error: cannot write' "a full disk is said: $option"
done
done_testing
