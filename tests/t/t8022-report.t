#!/bin/sh
# SPDX-License-Identifier: MIT
# t8022-report.t - what report tells of plans and runs: figures that are counted once more
# here, from the lists of chains; thresholds; lists; several plans; what is damaged.
. "${srcdir:-.}/tests/lib.sh"
need java javac
chains=$builddir/tests/tools/datachains

mkdir src
cat >src/Zoo.java <<'END2'
package zoo;

interface Animal {
    String says();
}

class Cat implements Animal {
    public String says() { return Sound.of("meow"); }
}

class Dog implements Animal {
    public String says() { return Sound.of("wow"); }
}

class Cow implements Animal {
    public String says() { return Sound.of("moo"); }
}

class Sound {
    static String of(String s) { return s.isEmpty() ? none() : loud(s); }
    static String none() { return "-"; }
    static String loud(String s) { return s + "!"; }
}

public class Zoo {
    static Animal pick(int i) {
        return i == 0 ? new Cat() : i == 1 ? new Dog() : new Cow();
    }
    static String ask(Animal a) {
        return a.says();
    }
    static void sort(java.util.List<String> all) {
        all.sort((x, y) -> compare(x, y));
    }
    static int compare(String x, String y) { return x.compareTo(y); }
    public static void main(String[] args) {
        java.util.List<String> all = new java.util.ArrayList<>();
        for (String arg : args) {
            all.add(ask(pick(Integer.parseInt(arg))));
        }
        if (all.size() > 1) {
            sort(all);
        }
        System.out.println(all);
    }
}
END2
javac -g -d zoo src/Zoo.java

# figure NAME: what the text says of it, "covered of required".
figure() {
    sed -n "s/^ *$1 *\([0-9]*\) of *\([0-9]*\) .*/\1 of \2/p" text
}

# What the lists of chains come to, at three granularities; $1: levels are not told apart.
count_all() {
    "$CCINSTR" forest plan --format tsv --limit 0 | grep -v '^#' | cut -f 1,2,4 >required
    for data in data/*.ccd; do
        "$chains" plan "$data" | grep -v '^#' | awk -F'\t' -v any="$1" \
            '{ print $1 "\t" (any ? "*" : $2) "\t" $3 }'
    done | sort -u >covered
    for grain in 1 2 3; do
        for list in covered required; do
            awk -F'\t' -v grain=$grain '{
                n = split($3, w, " "); c = ""
                for (i = 1; i <= n; i += 3)
                    c = c " " (grain < 3 ? w[i] : "") (grain < 2 ? " " w[i + 1] : "") " " w[i + 2]
                print $1 "\t" $2 "\t" c }' $list | sort -u | wc -l
        done | awk 'NR == 1 { c = $1 } NR == 2 { print c " of " $1 }'
    done
}

for levels in '' 0,1; do
    what=${levels:+ with --levels $levels}
    rm -rf new data
    mkdir data
    "$CCINSTR" instrument -q --main zoo.Zoo ${levels:+--levels "$levels"} -o new zoo
    cp new/ccinstr.plan plan
    run "$CCINSTR" report plan
    is "$status" 0 "a plan alone is reported$what"
    cp out text
    is "$(figure 'call chains' | cut -d ' ' -f 1)" 0 "and nothing is covered$what"
    java -Dccinstr.data=data/ -cp new/zoo zoo.Zoo 1 >printed
    java -Dccinstr.data=data/ -cp new/zoo zoo.Zoo 1 0 1 >printed
    run "$CCINSTR" report plan data
    is "$status" 0 "a plan and the data of two runs$what"
    cp out text
    count_all "$([ -n "$levels" ] || echo any)" >counted
    { figure 'call chains'; figure 'by call site'; figure 'by method'; } >told
    same told counted "the chains at each granularity$what"
    is "$([ "$(head -n 1 told | cut -d ' ' -f 1)" -gt 10 ] && echo many)" many "and there are some$what"
    is "$(figure 'receiver classes')" '2 of 3' "receiver classes$what"
    is "$(figure 'target methods')" '2 of 3' "target methods$what"
    "$CCINSTR" report plan data --what chains --all >list
    awk -F'\t' '!/^#/ { print $1 "\t" $2 "\t" $4 }' list | sort >all
    sort -u required >want
    same all want "--what chains --all: all of them$what"
    awk -F'\t' '!/^#/ && $6 > 0 { print $1 "\t" $2 "\t" $4 }' list | sort >got
    same got covered "with hits: those that are covered$what"
    "$CCINSTR" report plan data --what chains | awk -F'\t' \
        '!/^#/ && $6 == 0 { print $1 "\t" $2 "\t" $4 }' | sort >got
    awk -F'\t' 'NR == FNR { is[$0]; next } $0 in is { next }
        { n = split($3, w, " "); c = w[1]; for (i = 2; i <= n - 3; i++) c = c " " w[i]
          if (n == 0 || ($1 "\t" $2 "\t" (n > 3 ? c : "")) in is) print }' covered required |
        sort >want
    same got want "without --all: the first ones that are not$what"
    if [ -z "$levels" ]; then
        "$CCINSTR" report plan >text
        like text '^  2  Zoo\.lambda.sort.0\(String, String\) is never called from outside \(' \
            'an entry that is never called, at whatever level'
        unlike text 'level' 'and no word of levels'
    fi
done
# Of those that the plan tells apart.
like text '^  2  Zoo\.lambda.sort.0\(String, String\) is never called from outside at level 0 \(' \
    'an entry that is never called at a level, though at another'
unlike text 'is never called from outside at level 1' 'which is not told of that'
cut -f 2 covered | sort | uniq -c >by_level
cut -f 2 required | sort | uniq -c | awk 'NR == FNR { n[$2] = $1; next }
    { printf "  %s: %d of %d", $2, n[$2], $1 }' by_level - | sed 's/^  //' >want
sed -n 's/^by entry level *//p' text | sed 's/ *$//' | tr -d '\n' >got
same got want 'chains by entry level'

# What is demanded.
run "$CCINSTR" report plan data --fail-under chains=10,rc=66.6,tm=66
is "$status" 0 'what is demanded is there'
run "$CCINSTR" report plan data --fail-under rc=66.67
is "$status" 1 'two of three are less than 66.67 per cent'
like err 'error: rc: 66.66 per cent covered, 66.67 demanded' 'which is told'
run "$CCINSTR" report plan data --fail-under rc=eighty
is "$status" 2 'no number'
run "$CCINSTR" report plan data --fail-under color=80
is "$status" 2 'no criterion'
run "$CCINSTR" report plan data --fail-under chains=80,rc=5,chains=90
is "$status" 2 'one criterion twice'
like err "'--fail-under': chains is given twice" 'which is named'
run "$CCINSTR" report plan data --fail-on unpredicted
is "$status" 0 'all was predicted'

# What the analysis knew nothing of is named, even quietly: the log of a build is all there is.
cat >src/Odd.java <<'END2'
package zoo;

public class Odd {
    static class Emu implements Animal {
        public String says() { return Sound.none(); }
    }
    static class Gnu implements Animal {
        public String says() { return "gnu"; }
    }
    public static void main(String[] args) {
        System.out.println(Zoo.ask(new Emu()) + Zoo.ask(new Gnu()) + Zoo.ask(new Dog() { }) +
            Zoo.ask(new Cat() { }) + Zoo.pick(1) + Zoo.compare("a", "b"));
    }
}
END2
mkdir odd odddata
javac -g -cp zoo -d odd src/Odd.java
java -Dccinstr.data=odddata/ -cp new/zoo:odd zoo.Odd >printed
"$CCINSTR" report plan odddata --what unpredicted | grep -v '^#' >list
n=$(wc -l <list | tr -d ' ')
is "$([ "$n" -gt 5 ] && echo more)" more 'more than five things are not predicted'
run "$CCINSTR" report plan odddata -q --fail-on unpredicted
is "$status$(cat out)" 1 'nobody predicted them'
like err "error: at least $n unpredicted things ran .*, the first ones:\$" 'how many'
is "$(grep -c 'error: not predicted: ' err)" 5 'the first ones by name'
like err 'not predicted: Animal.says\(\) was called on zoo.Odd\$Emu at Zoo.java:[0-9]*$' 'a receiver'
awk -F'\t' '$1 == "receiver" { sub(/.*\//, "", $5); print $5 }' list | sort >known
sed -n 's/.* was called on zoo\.\(.*\) at .*/\1/p' err | sort >named
is "$(comm -13 known named)" '' 'all of them are in the list'
run "$CCINSTR" report plan odddata -q --fail-on unpredicted
cp err again
run "$CCINSTR" report plan odddata --fail-on unpredicted
same again err 'the same aloud'

# What a run tells is not believed to be a name: nothing of it reaches a terminal.
mkdir ctrl ctrl/zoo ctrldata
for file in odd/zoo/*.class; do
    sed 's|Odd\$Emu|O\x1b$E\num|g' "$file" >"ctrl/zoo/${file##*/}"
done
mv 'ctrl/zoo/Odd$Emu.class' "$(printf 'ctrl/zoo/O\033$E\num.class')"
java -Dccinstr.data=ctrldata/ -cp new/zoo:ctrl zoo.Odd >again
same printed again 'a class with control characters'
"$CCINSTR" report plan ctrldata --what unpredicted >list
is "$(grep -c 'zoo/O\\x1b\$E\\num' list)" \
    "$("$CCINSTR" report plan odddata --what unpredicted | grep -c 'Odd.Emu')" 'are escaped in a list'
"$CCINSTR" query plan ctrldata site 'zoo.**' --limit 0 >query
like query '^ +[0-9]+  on zoo.O.x1b\$E.num, which the plan does not predict' 'and by query'
"$CCINSTR" query plan ctrldata site 'zoo.**' --limit 0 --format json >query.json
like query.json '"receiver":"zoo/O..x1b\$E..num"' 'in its JSON too'
"$CCINSTR" report plan ctrldata --what unpredicted --format json >list.json
like list.json '"what":"zoo/O..x1b\$E..num"' 'as in that of the list'
is "$(cat list query query.json list.json | tr -d '\n\t -~' | wc -c | tr -d ' ')" 0 'no control character is left'

# The page for people.
"$CCINSTR" report plan data >text
like text '^To test next: calls that open most chains' 'where to go on'
like text 'never on zoo.Cow' 'a receiver class that is missing'
is "$(grep -c "$(printf '\033')" text)" 0 'no colours in a pipe'
COLUMNS=60 "$CCINSTR" report plan data --color always | sed "s/$(printf '\033')\[[0-9]*m//g" >narrow
is "$(awk 'length($0) > 60' narrow)" '' 'the width is respected'
# Nothing is cut of a place to test next: it has as many lines as it takes.
for columns in 40 80; do
    COLUMNS=$columns "$CCINSTR" report plan data | sed -n '/^To test/,$p' >narrow
    is "$(awk -v n=$columns 'length($0) > n' narrow)" '' "$columns columns"
    tr -s ' \n' ' ' <narrow >got
    sed -n '/^To test/,$p' text | tr -s ' \n' ' ' >want
    same got want 'and all words of it'
done
is "$([ "$(grep -n '^To test' text | cut -d : -f 1)" -le 20 ] && echo short)" short \
    'the summary fits a screen'
is "$("$CCINSTR" report plan data --top 1 | awk '/^To test/ { on = 1; next } /^$/ { on = 0 }
    on && /^  [^ ]/' | wc -l)" 1 '--top'

# unread COMMAND...: with an output that nobody reads any more when it begins.
unread() {
    rm -f closed end
    mkfifo end
    {
        until [ -e closed ]; do sleep 0.05; done
        "$@" 2>err </dev/null && echo 0 >status || echo $? >status
    } >end &
    # Opened, and nobody else has it: with a pipe of the shell the shell itself might.
    : <end
    : >closed
    wait $!
}
# shellcheck disable=SC2016  # of that shell
if [ -n "$(sh -c 'kill -PIPE $$; echo ignored' 2>/dev/null)" ]; then
    skip 'a reader that has enough' 'SIGPIPE is ignored here'
else
    for list in '' '--what chains --all' '--format json'; do
        # shellcheck disable=SC2086  # words
        unread "$CCINSTR" report plan data $list
        is "$(cat status)" 141 "a reader that has enough: ended by SIGPIPE, report $list"
        is "$(cat err)" '' 'and nothing is said'
    done
fi
# Folders of sources that are of no use.
run "$CCINSTR" report plan data --sources nosuch --sources src/Zoo.java --html pages
is "$status $(grep -c warning: err)" '0 2' 'folders of sources that are not there'
like err 'warning: nosuch: no such folder' 'are named'
like err 'warning: src/Zoo.java: no such folder' 'and files'
run "$CCINSTR" report plan data --sources src --sources zoo --html pages
is "$(grep -c warning: err)" 1 'none that has a file of a class'
like err 'warning: --sources: holds no source' 'is told'
mkdir -p right/zoo
cp src/Zoo.java right/zoo
run "$CCINSTR" report plan data --sources zoo --sources right --html pages
is "$(cat err)" '' 'one is enough'
is "$(ls pages/src)" 1.html 'and has pages'

# A line that misses a receiver is covered in part, as the XML formats have it.
"$CCINSTR" report plan data -q --cobertura cobertura.xml
line=$(grep -n 'a.says()' src/Zoo.java | cut -d : -f 1)
like pages/src/1.html "^<tr id=\"L$line\" class=\"part\">.*◐ .*1 of 1</a>, 2 of 3 receivers</td>" \
    'sources: a call that ran, and misses a receiver'
sed -n 's/.*<line number="\([0-9]*\)" hits="[1-9].*condition-coverage="[0-9][0-9]\{0,1\}%.*/\1/p' \
    cobertura.xml | sort -u >want
sed -n 's/^<tr id="L\([0-9]*\)" class="part">.* receivers<.*/\1/p' pages/src/1.html | sort >got
same got want 'the same lines as in Cobertura'
is "$([ -s want ]; echo $?)" 0 'of which there are some'

# What the call of a gap did: on the path that is told, and elsewhere.
mkdir ways
cat >ways/Ways.java <<'END2'
package ways;

public class Ways {
    static void each(Runnable r) { r.run(); }
    static void later(int n, Runnable r) {
        if (n > 0) {
            later(n - 1, r);
        } else {
            r.run();
        }
    }
    static void a() { }
    static void b() { }
    public static void main(String[] args) {
        each(() -> a()); each(() -> b());
        later(args.length + 1, () -> a());
        if (args.length > 0) {
            a();
        }
    }
}
END2
javac -g -d wayscls ways/Ways.java
"$CCINSTR" instrument -q --main ways.Ways --depth 3 -o waysnew wayscls
mkdir waysdata
java -Dccinstr.data=waysdata/ -cp waysnew/wayscls ways.Ways
"$CCINSTR" report waysnew/ccinstr.plan waysdata --top 100 >text
grep -A1 'Ways.java:4: .*does not call' text | sed 's/^ *//' >got
cat >want <<'END2'
2  Ways.java:4: Ways.each(Runnable) does not call Ways.lambda$main$0() on lambda:Ways.lambda$main$0()
from Ways.main(String[]):15 (call 2 of 2); the call ran 2 times, on this path with lambda:Ways.lambda$main$1(); elsewhere with lambda:Ways.lambda$main$0()
2  Ways.java:4: Ways.each(Runnable) does not call Ways.lambda$main$1() on lambda:Ways.lambda$main$1()
from Ways.main(String[]):15 (call 1 of 2); the call ran 2 times, on this path with lambda:Ways.lambda$main$0(); elsewhere with lambda:Ways.lambda$main$1()
END2
grep -v '^--' got | paste - - | sort >got2
paste - - <want | sort >want2
same got2 want2 'two calls on one line are told apart'
like text '^      from Ways.main\(String\[\]\):16; the call ran 1 time, never on this path; elsewhere' \
    'a call that ran on a longer path'
like text '^      the call never ran in a chain$' 'and one that never ran'
if command -v python3 >/dev/null; then
    "$CCINSTR" report waysnew/ccinstr.plan waysdata --top 100 --format json >ways.json
    pass_if 'all as in JSON' python3 "$srcdir/tests/tools/checkstory.py" text ways.json
else
    skip 'all as in JSON' 'no python3'
fi

# Several plans, and the same data twice.
mkdir other
sed 's/package zoo/package other/; s/zoo\./other./g' src/Zoo.java >other/Zoo.java
javac -g -d othercls other/Zoo.java
"$CCINSTR" instrument -q --jdk none --main other.Zoo -o othernew othercls
run "$CCINSTR" report plan othernew/ccinstr.plan data
is "$status" 0 'two plans'
cp out text
is "$(figure 'receiver classes')" '2 of 6' 'what they require is added up'
# Lists of plans that have lines alike: a last column parts them.
"$CCINSTR" instrument -q --jdk none --main zoo.Zoo --depth 2 -o shallow zoo
mkdir shallowdata
java -Dccinstr.data=shallowdata/ -cp shallow/zoo zoo.Zoo 1 >printed
for what in chains rc tm entries unpredicted handlers; do
    for i in 0 1; do
        set -- plan data
        [ $i = 0 ] || set -- shallow/ccinstr.plan shallowdata
        "$CCINSTR" report "$@" --what $what >part
        head -n 1 part | sed 's/$/\tplan/' >want
        grep -v '^#' part | sed "s/\$/\t$i/" >lines$i
    done
    sort lines0 lines1 >>want
    "$CCINSTR" report plan data shallow/ccinstr.plan shallowdata --what $what >list
    same list want "--what $what of two plans: the lines of both, each with its plan"
done
is "$(sort lines? | uniq -d)" '' 'no line is there twice'
# Places to test next: the best of all, as JSON has them, each with its plan.
"$CCINSTR" report plan data shallow/ccinstr.plan shallowdata --top 7 --format json >both.json
"$CCINSTR" report plan data shallow/ccinstr.plan shallowdata --top 7 >text
grep -o '"plan":[0-9]*,"opens":"[0-9]*"' both.json | tr -d '"' | tr ':' ',' | cut -d , -f 2,4 >want
sed -n '/^To test/,/^$/s/^  \([0-9]*\)  plan\([0-9]*\): .*/\2,\1/p' text >got
same got want 'text: gaps of two plans'
is "$(cut -d , -f 1 got | sort -u | tr -d '\n')" 01 'of both'
sed -n '/^Call sites/,/^$/s/^  [0-9]* of [0-9]*  \(plan[01]\): .*/\1/p' text >got
is "$(sort -u got | tr '\n' ' ')" 'plan0 plan1 ' 'and sites'
like text '^plan1: zoo \(shallow/ccinstr\.plan\)$' 'which is which'
# Pages are the same from another folder, and tell rows of one name apart.
"$CCINSTR" report plan data shallow/ccinstr.plan shallowdata -q --html here
mkdir elsewhere
(cd elsewhere && "$CCINSTR" report ../plan ../data ../shallow/ccinstr.plan ../shallowdata -q \
    --html ../there)
pass_if 'pages of two plans: the same bytes from another folder' diff -r here there
is "$(grep -c '^\["zoo/Zoo",.*,"plan[01]"\]' here/index.html)" 2 'a class of both: a row for each'
like here/hot.html '<h2>plan1: zoo \(shallow/ccinstr\.plan\)</h2>' 'and headings by number'
"$CCINSTR" report plan data -q --html single
unlike single/index.html 'plan0' 'of one plan no number'
rm -r here there
"$CCINSTR" report plan data -q --baseline shallow/ccinstr.plan,shallowdata --html here
(cd elsewhere && "$CCINSTR" report ../plan ../data -q \
    --baseline ../shallow/ccinstr.plan,../shallowdata --html ../there)
pass_if 'with a baseline, too' diff -r here there
"$CCINSTR" report plan data --what rc --format json | sed 's/}$/,"plan":0}/' >want
"$CCINSTR" report shallow/ccinstr.plan shallowdata --what rc --format json |
    sed 's/}$/,"plan":1}/' >>want
"$CCINSTR" report plan data shallow/ccinstr.plan shallowdata --what rc --format json >list
sort want >lines0
sort list >lines1
same lines1 lines0 'as JSON, too'
"$CCINSTR" report plan data -q --csv csv0
"$CCINSTR" report shallow/ccinstr.plan shallowdata -q --csv csv1
"$CCINSTR" report plan data shallow/ccinstr.plan shallowdata -q --csv csv2
for i in 0 1; do
    sed -n "s/^\(class\|method\),.*/&,$i/p" csv$i
done | sort >want
grep -E '^(class|method),' csv2 | sort >list
same list want 'CSV: classes and methods with their plan'
is "$(sed -n '1s/.*,//p' csv2) $(sed -n '/^package,/s/.*,//p; 2s/.*,//p' csv2)" "$(printf 'plan \n')" \
    'and packages and all without: they are of both'
run "$CCINSTR" report othernew/ccinstr.plan data
is "$status" 3 'data of another plan'
run "$CCINSTR" report plan plan
is "$status" 3 'a plan twice'
first=$(ls data/*.ccd | head -n 1)
"$CCINSTR" report plan data "$first" >twice
"$CCINSTR" report plan data >once
same twice once 'a run counts once'

"$CCINSTR" instrument -q --jdk none --main zoo.Zoo --criteria rc -o rconly zoo
run "$CCINSTR" report rconly/ccinstr.plan --fail-under chains=1
is "$status" 1 'what the plan does not ask for'
like err 'chains: the plan requires none' 'is not there'

# Where it is written.
for file in plan "$(ls data/*.ccd | head -n 1)" src/Zoo.java; do
    cksum <"$file" >before
    run "$CCINSTR" report plan data -q --json "$file"
    is "$status" 3 "$file is no place for a report"
    cksum <"$file" >after
    same after before 'and stays as it is'
done
run "$CCINSTR" report plan data -q --json one --sarif one
is "$status $(ls one 2>/dev/null)" '3 ' 'two reports in one file'
run "$CCINSTR" report plan data -q --json one
run "$CCINSTR" report plan data -q --json one
is "$status" 0 'an earlier report is replaced'
run "$CCINSTR" report plan data --format github --what rc
is "$status" 2 'a list is no annotation'
run "$CCINSTR" report plan data --all
is "$status" 2 'all of what?'
run "$CCINSTR" report plan data nowhere
is "$status" 3 'one of several files is not there'

# Since another run, and another build.
mkdir otherdata
java -Dccinstr.data=otherdata/ -cp othernew/othercls other.Zoo 1 >printed
rm -rf more && mkdir more
java -Dccinstr.data=more/ -cp new/zoo zoo.Zoo 2 >printed
run "$CCINSTR" report plan more --baseline "plan,data"
is "$status" 0 'what became covered, and what no longer is'
"$CCINSTR" report plan data --what rc | awk -F'\t' '!/^#/ && $6 > 0 { print $5 }' | sort >was
"$CCINSTR" report plan more --what rc | awk -F'\t' '!/^#/ && $6 > 0 { print $5 }' | sort >is
is "$(comm -13 was is | tr '\n' ' ')$(comm -23 was is | tr '\n' ' ')" 'zoo/Cow zoo/Cat zoo/Dog ' \
    'one class was seen now, and two before'
like out '^  now covered: 1 receiver class$' 'which is told of the one'
like out '^    Zoo.java:[0-9]*: Zoo.ask\(Animal\) calls Animal.says\(\) on zoo.Cow$' 'by name'
like out '^  no longer covered: 2 receiver classes$' 'and of the two'
sed -n '/^Since /,$p' out >since.txt
unlike since.txt "$(printf '\t')|/" 'in words for people'
like since.txt '^Since 2 runs of zoo$' 'since when'
COLUMNS=50 "$CCINSTR" report plan more --baseline plan,data | sed -n '/^Since /,$p' >narrow
is "$(awk 'length($0) > 50' narrow)" '' 'within the width'
tr -s ' \n' ' ' <narrow >got
tr -s ' \n' ' ' <since.txt >want
same got want 'and whole'
# The overview has the same, by figures, and links to what was lost.
"$CCINSTR" report plan more --baseline plan,data --html since --json since.json >text
run "$CCINSTR" report plan data -q --json before.json
run "$CCINSTR" report plan more -q --json now.json
covered() {
    grep -o "\"figures\":{.*" "$1" | head -n 1 | grep -o "\"$2\":{[^}]*}" |
        sed 's/.*"covered":"\([0-9]*\)".*/\1/'
}
for row in 'Call chains:chains' 'Receiver classes:rc' 'Target methods:tm'; do
    of=${row#*:}
    words=$(echo "${row%:*}" | sed 's/^./\L&/; s/classes/class[es]*/; s/s$/s*/')
    {
        covered before.json "$of"
        covered now.json "$of"
        for fate in 'now covered' 'no longer covered' 'covered and new in this plan' \
            'gone from this plan'; do
            sed -n "s/^  $fate: \([0-9]*\) $words\$/\1/p" text | grep . || echo 0
        done
    } | tr '\n' ' ' >want
    sed -n "s/<tr><th scope=\"row\">${row%:*}<.th>//p" since/index.html |
        sed 's/<[^>]*>/ /g' | tr -s ' ' ' ' | sed 's/^ //' | tr -d '\n' >got
    is "$(cat got)" "$(cat want)" "pages: ${row%:*} before, now, gained, lost, new and gone"
done
sed -n '/<h2>No longer covered/,/<.table>/p' since/index.html >lost
like lost '<a href="class/[^"]*#s=[0-9]*">Animal.says\(\) on zoo.Dog</a>' 'with a link to a call site'
like lost '<a href="class/[^"]*#m=main[^"]*&amp;c=0[0-9.]*">Zoo.main\(String\[\]\):[0-9]+ &gt; ' 'and to a chain'
if command -v python3 >/dev/null; then
    pass_if 'the pages are whole' python3 "$srcdir/tests/tools/checkpages.py" since
else
    skip 'the pages are whole' 'no python3'
fi
run "$CCINSTR" report plan more --baseline plan,data --fail-on lost
is "$status" 1 'which can be demanded not to be'
run "$CCINSTR" report plan data more --baseline plan,data --fail-on lost,unpredicted
is "$status" 0 'nothing is lost if there is more'
run "$CCINSTR" report plan data --baseline plan,data
like out '^  no change in what is covered$' 'runs against themselves'
run "$CCINSTR" report plan data --fail-on lost
is "$status" 2 'lost since when?'
# Files that cannot be used are left out, and the report does not stand; data of other
# components may lie in a folder.
cp -r data mixed && echo junk >mixed/junk.ccd
run "$CCINSTR" report plan mixed
is "$status" 3 'a file of a folder that is no data'
like err 'error: mixed/junk.ccd: this data file cannot be used' 'is named'
"$CCINSTR" report plan data >want
same out want 'the others are reported'
cp otherdata/*.ccd mixed && rm mixed/junk.ccd
run "$CCINSTR" report plan mixed
is "$status" 0 'data of another component in a folder'
like err 'warning: mixed/.*: left out: the plan of these data is not given' 'are told of'
same out want 'and left out'
for bad in nosuch.plan src/Zoo.java; do
    run "$CCINSTR" report $bad data
    is "$status" 3 "no plan: $bad"
    like err "error: $bad: (cannot open|neither a plan)" 'is named'
done

# Files that are no reports of the kind are left as they are.
echo '<?xml version="1.0"?><project/>' >pom.xml
echo '{"name":"x"}' >package.json
for to in xml=pom.xml cobertura=pom.xml json=package.json sarif=package.json; do
    cp "${to#*=}" kept
    run "$CCINSTR" report plan data "--$to"
    is "$status" 3 "not over another file: --$to"
    same "${to#*=}" kept 'and it is as it was'
done
run "$CCINSTR" report plan data --cobertura both.xml
run "$CCINSTR" report plan data --xml both.xml
is "$status" 3 'nor over a report in another format'
run "$CCINSTR" report plan data --json made.json --csv ./made.csv
is "$status" 0 'files of their own'
run "$CCINSTR" report plan data --json new.out --csv ./new.out
is "$status $(ls new.out 2>/dev/null)" '3 ' 'two reports in one new file'
if (trap '' XFSZ && ulimit -f 1 && head -c 5000 /dev/zero >big 2>/dev/null); then
    skip 'no room' 'files may not be limited here'
else
    rm -f big
    (trap '' XFSZ && ulimit -f 1 && "$CCINSTR" report -q plan data --json small.json 2>err)
    is "$? $(ls small.json 2>/dev/null)" '3 ' 'no room for a file: no file'
fi

# A bad one is seen before anything is written. other/Zoo.java is another component.
head -c 1000 plan >cutplan
: >empty.ccd
while read -r baseline why; do
    rm -rf made && mkdir made
    run "$CCINSTR" report plan data --baseline "$baseline" --json made/json --csv made/csv \
        --html made/pages --xml made/xml --sarif made/sarif
    is "$status$(cat out)$(ls made)" 3 "a baseline: $why"
    like err 'error: ' 'is an error'
done <<END2
plan,nowhere data that are not there
nowhere,data no plan
cutplan,data half a plan
plan,empty.ccd an empty data file
plan,made a folder without data
plan,src/Zoo.java no data at all
othernew/ccinstr.plan,data data of another plan
othernew/ccinstr.plan,othernew/ccinstr.plan a plan twice
plan,shallow/ccinstr.plan,data two plans
othernew/ccinstr.plan, no name
$PWD/othernew/ccinstr.plan,otherdata another component
END2
like err 'othernew/ccinstr.plan: --baseline: the reported plan has none' 'the last one: nothing in common'
run "$CCINSTR" report plan data --baseline plan
is "$status" 2 'a plan alone is no baseline'
mkdir later
sed 's/static String none() { return "-"; }/static String none() { return loud("-"); }/' \
    src/Zoo.java >later/Zoo.java
javac -g -d latercls later/Zoo.java
"$CCINSTR" instrument -q --main zoo.Zoo --levels 0,1 -o laternew latercls
run "$CCINSTR" report laternew/ccinstr.plan plan data --by-name
is "$status" 0 'data of another build'
cp out text
is "$(figure 'receiver classes')" '2 of 3' 'count by name'
is "$(figure 'call chains' | cut -d ' ' -f 1)" "$(wc -l <covered)" 'all that was covered is there'
# A baseline of another build: as query compare has it, and what is lost at its place now.
mkdir laterdata
java -Dccinstr.data=laterdata/ -cp laternew/latercls zoo.Zoo 2 >printed
run "$CCINSTR" report laternew/ccinstr.plan laterdata --baseline plan,data --json build.json \
    --html build --sarif build.sarif --csv build.csv
is "$status" 0 'a baseline of another build'
"$CCINSTR" query --format json plan data compare laternew/ccinstr.plan laterdata >compared
for fate in gained lost new gone; do
    is "$(sed -n "s/^$fate,,,\([0-9]*\),.*/\1/p" build.csv)" \
        "$(grep -o "\"$fate\":{\"n\":\"[0-9]*" compared | head -n 1 | sed 's/.*"//')" "chains: $fate"
done
like build/index.html '<h2>No longer covered</h2>' 'something is lost'
like build/index.html '<h2>Covered since</h2>' 'and something gained'
if command -v python3 >/dev/null; then
    pass_if 'its pages are whole' python3 "$srcdir/tests/tools/checkpages.py" build
    pass_if 'and SARIF' python3 "$srcdir/tests/tools/checksarif.py" build.sarif
    pass_if 'and JSON' python3 "$srcdir/tests/tools/checkschema.py" \
        "$srcdir/man/ccinstr-report.schema.json" build.json
else
    skip 'its pages, SARIF and JSON' 'no python3'
fi
run "$CCINSTR" report laternew/ccinstr.plan data --by-name
is "$status" 3 'without the plan they are of'
# What main calls has moved, and what is called below has not.
mkdir moved
sed 's/public static void main(String.. args) {/& Sound.none();/' src/Zoo.java >moved/Zoo.java
javac -g -d movedcls moved/Zoo.java
"$CCINSTR" instrument -q --main zoo.Zoo --levels 0,1 -o movednew movedcls
run "$CCINSTR" report movednew/ccinstr.plan plan data --by-name
is "$status" 0 'data of a build where calls have moved'
cp out text
is "$(figure 'call chains' | cut -d ' ' -f 1)" "$(awk -F'\t' '!($1 ~ /Zoo\.main:/ && $3)' covered | grep -c .)" \
    'chains without a call of main, and no others, are covered'
for what in rc tm; do
    "$CCINSTR" report plan data --what $what | grep -v '^#' | cut -f 1,2,4- >want
    "$CCINSTR" report movednew/ccinstr.plan plan data --by-name --what $what 2>/dev/null |
        grep -v '^#' | cut -f 1,2,4- >got
    same got want "what calls further down were called on counts: $what"
    is "$(awk -F'\t' '$5 > 0' got | grep -c .)" 2 'which is two'
done
like err '; [1-9][0-9]* more hits of those chains count only for their call sites' 'which is told'

# What is damaged.
mkdir bad
used=$(od -An -tu8 -j 72 -N 8 "$first" | tr -d ' ')
head -c $((8 * used - 100)) "$first" >bad/half.ccd
cp "$(ls data/*.ccd | tail -n 1)" bad/whole.ccd
run "$CCINSTR" report plan bad
is "$status" 0 'what is intact is used'
like err 'half.ccd' 'what is not is told'
: >bad/empty.ccd
run "$CCINSTR" report plan bad
is "$status" 0 'an empty file'
like err 'empty.ccd' 'is told, too'
run "$CCINSTR" report plan src/Zoo.java
is "$status" 3 'no data at all'
like err 'src/Zoo.java: ' 'names the file'
run "$CCINSTR" report data
is "$status" 3 'no plan'
run "$CCINSTR" report plan nowhere
is "$status" 3 'a file that is not there'
like err 'nowhere: cannot open' 'is named'
done_testing
