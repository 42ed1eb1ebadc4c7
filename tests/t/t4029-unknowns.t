#!/bin/sh
# SPDX-License-Identifier: MIT
# t4029-unknowns.t - what an analysis could not know is said wherever there are figures:
# graph --gaps, instrument, run, and all reports; and it is no longer once roots name it.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar
made small

from=$srcdir/tests/fixtures/unknowns
javac -nowarn -Xlint:none -d lib "$from/lib/Lib.java"
javac -nowarn -Xlint:none -cp lib -d classes "$from"/p/*.java "$from"/q/*.java
# Too many classes that fit the cast, or the beginning of a name, for all of them to be meant.
mkdir many
for i in 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x; do
    echo "package r; public class R$i implements Runnable { public void run() {} }" >many/R$i.java
done
javac -d classes many/*.java

line() {    # METHOD: its first line in Main.java
    sed -n "/ $1(String/=" "$from/p/Main.java" | tail -n 1
}
first=$(($(line name) + 1))

# gaps [OPTION...]: `gap method offset called known` of the component and the library.
gaps() {
    "$CCINSTR" graph --analysis rta --main p.Main --classpath lib --gaps "$@" classes 2>err |
        tee all | sed -n 's,\(\S*\)\t\(p/Main\|lib/Lib\)\.\([a-z]*\):\S*\t,\1 \3 ,p' |
        sed 's,\t[^\t]*[/.]\([A-Za-z]*\):[^\t]*\t, \1 ,; s,\t-\t, ,'
}

gaps --dynamic resolved >found
like found '^reflect name 3 forName 0 found$' 'a name that is not known'
like found '^reflect name 6 newInstance [0-9]+ found$' 'and what is made of it'
unlike found '^reflect fitting' 'a name that is known in part, with classes that fit'
like found '^reflect cast 3 forName cast to java/lang/Runnable, 34 fit, 0 found$' \
    'a cast: of the name'
like found '^reflect cast 6 newInstance cast to java/lang/Runnable, 34 fit, 1 found$' \
    'a cast: of the object'
like found '^reflect part [0-9]+ forName name r.R\*, 0 found$' \
    'a name that is known in part, and more classes fit'
like found '^reflect field 13 get 0 found$' 'a field'
like found '^reflect load [0-9]+ loadClass 0 found$' 'a loader'
like found '^reflect invoke [0-9]* invoke 0 found$' 'a method'
like found '^deserialise stream [0-9]* readObject [0-9]+ found$' 'an object stream'
like found '^native outside -1 called by p/Main.main:\(\[Ljava/lang/String;\)V [0-9]+$' \
    'a native method, and who calls it'
like all "^native${tab}java/lang/ClassLoader.defineClass1:" 'what a class calls that is made of bytes'
is "$(grep '^reflect' found | tail -n 2 | cut -d ' ' -f 2 | uniq)" make 'libraries stand behind'
n=$(grep -c '^\(reflect\|deserialise\) ' found)
elsewhere=$(grep -c '^reflect make ' found)
unlike found '^guess [^m].* (-|)$' 'guesses say who names the class'
gaps --dynamic off >found
like found '^reflect fitting' 'off: each call of reflection'

# --- Where figures are -------------------------------------------------------

instrument() {      # OUT [OPTION...]
    out=$1
    shift
    run "$CCINSTR" instrument --jdk "$jdk" --analysis rta --main p.Main \
        --classpath lib "$@" -o "$out" classes
}
jdk=$(home_of javac)
instrument new --dynamic resolved
is "$status" 0 'instrument'
words="$((n - elsewhere)) calls by reflection or object streams, the first at Main.java:$first, and"
words="$words $elsewhere of libraries, and 1 native method: what only they run is not required"
like err "^not followed: $words \\(.*--roots.*--dynamic.*graph --gaps" 'instrument says it'
"$CCINSTR" forest --tables new/ccinstr.plan >tables
is "$(grep -c '^site.*unknown' tables)" $((n - elsewhere)) 'calls are marked in the plan'
like tables "^option.*unknown-calls-elsewhere-first.*Lib.java:7$" 'the first of the library is named'
instrument again --dynamic resolved -q
is "$(cat err)" '' '-q: nothing is said'
same new/ccinstr.plan again/ccinstr.plan 'the same again'

java -Dccinstr.data=data/ -cp new/classes:lib p.Main q.PartB go >ran
is "$(tail -n 1 ran)" A 'it runs'
run "$CCINSTR" report new/ccinstr.plan data --html html --json json --sarif sarif \
    --sources "$from"
like out "^not followed: $words" 'report'
like html/index.html "not followed.*$words" 'pages'
like html/index.html "<td class=\"long\">Main.java:$first " 'pages: where'
like html/class/*-Main.html "not followed.* at Main.java:$(($(line cast) + 1)), " 'pages: in the class'
# Whatever page has figures says the same, and leads to the list.
find html/class html/src -name '*.html' | LC_ALL=C sort >pages
is "$(grep -c . pages)" 6 'pages: of classes and sources'
while read -r page; do
    grep -q "not followed</strong> $words <a href=\"../index.html#unknown0\">(which)" "$page" ||
        echo "$page"
done <pages >without
is "$(cat without)" '' 'pages: each of them says it'
like html/index.html 'id="unknown0"' 'pages: and there is a list'
like json '"unknown":\{"dynamic":"resolved","calls":[0-9]*,"calls_elsewhere":2,"natives":1,' 'JSON'
like json '"method":"p/Main.load:[^"]*","source":"Main.java","line":'$(($(line load) + 1)), 'JSON: where'
like sarif "not followed: $words" 'SARIF'
run "$CCINSTR" report new/ccinstr.plan data --format github
like out "^::notice file=p/Main.java,line=$first,title=not followed::$words" 'annotations'

# What ran all the same stands with its cause, and is predicted once its roots are given.
run "$CCINSTR" report new/ccinstr.plan data --top 0 --roots-out roots --json json --html odd
like out '^not predicted: 0 receiver classes, 1 entry' 'what reflection calls is not predicted'
like out '^  1 by reflection .*--roots-out.*: PartB.go\(\) \(PartB.java:[0-9]+\)$' 'and why'
like json '"method":"q/PartB.go:\(\)V".*"cause":"reflection"' 'JSON: why'
like odd/index.html '<td>reflection</td>' 'pages: why'
is "$(grep -v '^#' roots)" 'q/PartB.go:()V' 'as roots'
instrument rooted --dynamic resolved --roots roots -q
java -Dccinstr.data=rooteddata/ -cp rooted/classes:lib p.Main q.PartB go >ran
run "$CCINSTR" report rooted/ccinstr.plan rooteddata
unlike out 'not predicted' 'with these it is'

# A receiver that reflection makes is one once its name is given.
java -Dccinstr.data=made/ -cp new/classes:lib p.Main r.R1 >ran
run "$CCINSTR" report new/ccinstr.plan made --top 0
like out '^  1 of classes that reflection makes, .*--resources: r.R1 at Main.java:[0-9]+$' \
    'a class that nobody names'
echo r.R1 >names
instrument named --dynamic resolved --resources names -q
java -Dccinstr.data=namedmade/ -cp named/classes:lib p.Main r.R1 >ran
run "$CCINSTR" report named/ccinstr.plan namedmade
unlike out 'not predicted' 'with its name it is predicted'

run "$CCINSTR" run --jdk "$(home_of javac)" --analysis rta --main p.Main --dynamic resolved \
    --component 'p.*' -- java -cp classes:lib p.Main
like out 'not followed: ' 'run'
unlike err 'not followed: ' 'once'

# Names in resource files are guesses, and each tells the file and line.
cp -r classes guessed
printf '# parts\nmain=r.Ra\n' >guessed/parts.properties
"$CCINSTR" graph --dynamic resolved --analysis rta --main p.Main --classpath lib --gaps guessed \
    2>err | grep '^guess' | cut -f 2- >found
like found "$(printf '^p/Main.name:.*\t6\tr/Ra\tguessed!parts.properties:2$')" 'a guess: who names it'
"$CCINSTR" graph --dynamic resolved --analysis rta --main p.Main --classpath lib guessed 2>err |
    awk -F'\t' '$7 == "guess" { print $1 "\t" $2 }' | LC_ALL=C sort -u >edges
cut -f 1,2 found | LC_ALL=C sort -u >lines
same edges lines 'each edge that is a guess has such a line'
run "$CCINSTR" instrument --jdk "$(home_of javac)" --analysis rta --main p.Main \
    --classpath lib --dynamic resolved -o newguessed guessed
run "$CCINSTR" report newguessed/ccinstr.plan --format json
like out '"guesses":[1-9]' 'JSON: entries that are guesses'
run "$CCINSTR" report newguessed/ccinstr.plan
like out '^guessed: [0-9]+ entr(y is a guess|ies are guesses) at what reflection calls' 'report'

# Other levels, and a component that has nothing of it.
instrument off --dynamic off
run "$CCINSTR" report off/ccinstr.plan
like out '^  analysis "rta", --dynamic off, depth' 'the level is told'
like out '^not followed: .*--dynamic resolved' 'and what to do'
# With a whole JDK all that may run takes a minute.
jdk=small
instrument encapsulated --dynamic encapsulated
like err 'all that --dynamic encapsulated allows them is required' 'all may run'
run "$CCINSTR" instrument --jdk "$(home_of javac)" --analysis rta --dynamic resolved \
    --component 'q.*' -o plain classes
unlike err 'not followed' 'nothing to say'
run "$CCINSTR" report plain/ccinstr.plan
unlike out 'not followed|--dynamic' 'nor in a report'
# Of several plans each page tells of its own.
run "$CCINSTR" report new/ccinstr.plan plain/ccinstr.plan data --html both --sources "$from"
is "$(grep -l 'not followed</strong>' both/class/*.html both/src/*.html | sed 's,-.*,,' | sort -u | tr '\n' ' ')" \
    'both/class/1 both/src/1 ' 'pages of several plans: those of the one'
like both/index.html "not followed</strong> [^<]*classes \(new\): $words " 'and the overview, with its name'

done_testing
