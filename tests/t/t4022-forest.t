#!/bin/sh
# SPDX-License-Identifier: MIT
# t4022-forest.t - forest: the example of the papers, in all forms; pruning step by step;
# plans; what makes no sense.
#
# tests/golden/forest-*: what was read and found right. The components and the library are
# those of t4017-graph-fragment.t; nothing here depends on a JDK.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need javac

made fragment

missing=': warning: [0-9]* class.* missing, taken for'

# forest FILE OPTION...: standard output to FILE.
forest() {
    to=$1
    shift
    "$CCINSTR" forest --jdk none --classpath library "$@" >"$to" 2>err
    status=$?
    grep -v "$missing" err >said || :
    is "$status$(cat said)" 0 "forest $*"
}

# expect FILE NAME
expect() {
    golden "$1" "$srcdir/tests/golden/forest-$2" "$2"
}

# figure FILE RULE: a stat of it
figure() {
    sed -n "s/^$2$tab//p" "$1"
}

# --- The number formats: Figure 4 of the paper, and its infeasible chain -------------------

public='--interface-level public --depth 2 format'
forest none.tsv --feasibility none --format tsv $public
forest list.tsv --format tsv $public
expect none.tsv format-none.tsv
is "$(diff none.tsv list.tsv)" "$(printf '%s\n' '12d11' "< $(
    printf '%s\t*\t2\t%s' 'format/DecimalFormat.toPattern:()Ljava/lang/String;' \
        '2 format/DecimalFormat format/DecimalFormat.toPattern:(Z)Ljava/lang/String;'
    ) 34 format/FormatSymbols format/FormatSymbols.getSeparator:()C")" \
    'guards leave out the chain that the paper calls infeasible, and no other'
is "$(grep Pattern list.tsv | grep -c getDefault)" 0 'depth 2: getDefault is called by nobody'
is "$(tail -n +2 list.tsv | sort -c -u 2>&1)" '' 'lines are in order, each once'
forest text --cuts $public
expect text format.txt
forest json --format json $public
expect json format.json
forest dot --format dot $public
expect dot format.dot
"$CCINSTR" forest --jdk none --classpath library --format dot --limit 8 $public >part 2>err
is "$([ "$(grep -c -- '->' part)" -ge 3 ]; echo $?)" 0 'a part of a drawing has calls, not only entries'
forest tables --tables $public
# Of the class files themselves, and of us, nothing is expected.
sed -e 's/ \(identity\|hash[0-7]\|bytes\)=[0-9a-f]*//g' -e '/key=version/d' tables >tables.kept
expect tables.kept format.tables
forest stats --stats $public
is "$(figure stats chains)" $(($(wc -l <list.tsv) - 1)) 'as many chains as lines'
is "$(figure stats cut_by_guard)" 1 'one is cut by guard'
if command -v dot >/dev/null; then
    forest svg --format svg $public
    like svg '<svg ' 'an SVG is drawn'
else
    skip 'an SVG is drawn' 'no dot'
fi
mkdir bin
# shellcheck disable=SC2016 # $PATH is not for this shell.
printf '#!/bin/sh\nexit 1\n' >bin/dot
chmod +x bin/dot
PATH=$scratch/bin:$PATH run "$CCINSTR" forest --jdk none --classpath library --format svg $public
is "$status" 3 'no drawing: status 3'
like err 'dot of Graphviz cannot draw' 'no drawing: it is said'

# --- Questions --------------------------------------------------------------------------

symbols=format/FormatSymbols
to_pattern='format/DecimalFormat.toPattern:()Ljava/lang/String; 2 format/DecimalFormat format/DecimalFormat.toPattern:(Z)Ljava/lang/String;'
separator="34 $symbols $symbols.getSeparator:()C"
forest member --member "$to_pattern" $public
like member '^in the forest' 'a chain that is there'
forest member --member "$to_pattern $separator" $public
like member '^not in the forest: cut by guard' 'one that guard cuts'
forest member --feasibility none --member "$to_pattern $separator 15 $symbols $symbols.getDefault:()C" $public
like member '^not in the forest: cut by depth' 'one that is too long'
forest member --member "$to_pattern 35 $symbols $symbols.getSeparator:()C" $public
like member '^not in the forest: .*site' 'one of no call site'
forest member --member "$symbols.<init>:()V" $public
like member '^not in the forest: .*entry' 'one that begins at no entry'

forest reach --format tsv --reach 'format.FormatSymbols#getDefault' --feasibility none \
    --interface-level public --depth 4 format
is "$(cut -f1,3 reach | tail -n +2 | tr '\t\n' ' ;')" \
    "$symbols.getDefault:()C 0;$symbols.getSeparator:()C 1;format/DecimalFormat.toLocalizedPattern:()Ljava/lang/String; 3;format/DecimalFormat.toPattern:()Ljava/lang/String; 3;" \
    '--reach: the shortest first'
forest longest --format tsv --longest --limit 0 --interface-level public --depth 4 format
is "$(sed -n 2p longest | cut -f3)" 3 '--longest'
is "$(tail -n +2 longest | sort)" "$(tail -n +2 longest | cut -f3 >/dev/null
    "$CCINSTR" forest --jdk none --classpath library --format tsv --interface-level public \
        --depth 4 format 2>/dev/null | tail -n +2)" '--longest: all of them, in another order'
"$CCINSTR" forest --jdk none --classpath library --entry no.such.Entry $public >nothing 2>err
like err "warning: --entry: 'no.such.Entry' matches no entry" 'a pattern that matches nothing'
for name in nope DecimalFormat.toPatern 'DecimalFormat.toPattern(int)'; do
    run "$CCINSTR" forest --jdk none --classpath library --entry "$name" $public
    like err "warning: --entry: '.*' matches no entry" "--entry $name: a warning"
done
like err 'matches no entry; there is DecimalFormat.toPattern\(\)$' 'and what there is'
run "$CCINSTR" forest --jdk none --classpath library --reach nope $public
like err "warning: --reach: 'nope' matches no method$" '--reach: a warning'
forest one --format tsv --length 1 $public
is "$(awk -F'\t' 'NR > 1 && $3 != 1' one)$(wc -l <one)" \
    "$(awk -F'\t' '$3 == 1 || NR == 1' list.tsv | wc -l)" '--length 1'
forest entry --format tsv --entry 'format.DecimalFormat#to*' $public
is "$(tail -n +2 entry)" "$(grep '\.to.*Pattern' list.tsv)" '--entry'
forest entry --format tsv --entry 'format.DecimalFormat#toPattern' $public
is "$(tail -n +2 entry | cut -f1 | sort -u)" 'format/DecimalFormat.toPattern:()Ljava/lang/String;' \
    '--entry CLASS#METHOD'
forest reach --format tsv --reach 'format.FormatSymbols#getDefault' $public
for name in DecimalFormat.toPattern DecimalFormat#toPattern 'format.DecimalFormat#toPattern()' \
    'format.DecimalFormat.toPattern' toPattern 'toPattern()' 'DecimalFormat.toPattern()'; do
    forest same --format tsv --entry "$name" $public
    same entry same "--entry $name"
    forest same --format tsv --reach "$(echo "$name" |
        sed 's/DecimalFormat/FormatSymbols/; s/toPattern/getDefault/')" $public
    same reach same "--reach, as $name"
done
for by in entry class package length; do
    forest table --format tsv --by $by $public
    is "$(awk -F'\t' -v by=$by 'NR > 1 { n += $(by == "length" ? 2 : 3) } END { print n }' table)" \
        "$(figure stats chains)" "--by $by: all chains"
done
"$CCINSTR" forest --jdk none --classpath library --format tsv --limit 3 $public >cut 2>err
is "$(tail -n +2 cut)" "$(sed -n 2,4p list.tsv)" '--limit 3'
like err 'only 3 chains are listed \(--limit\), 14 are left out' '--limit 3: said'

# --- Pruning step by step ---------------------------------------------------------------

loose='--feasibility none --interface-level public --format tsv format'
forest step --prune cut.txt --add 'entry format.DecimalFormat#toPattern' \
    --add 'entry format.DecimalFormat#toLocalizedPattern' --depth 1 $loose
is "$(cut -f1 step | sed 's/.*\.//; s/:.*//' | tr '\n' ' ')" \
    '#entry toLocalizedPattern toLocalizedPattern toPattern toPattern ' 'entries are chosen'
forest step --prune cut.txt --add 'target !format.NumberFormat' --depth 2 $loose
is "$(grep -c getMaxIntDigits step)" 0 'a target is dropped'
is "$(grep -c getSeparator step)" 2 'the others stay'
forest step --prune cut.txt --add "chain !$to_pattern $separator" --depth 3 $loose
is "$(grep getDefault step | cut -f1)" 'format/DecimalFormat.toLocalizedPattern:()Ljava/lang/String;' \
    'a chain is dropped, with what goes on from it'
is "$(cat cut.txt)" "entry format.DecimalFormat#toPattern
entry format.DecimalFormat#toLocalizedPattern
target !format.NumberFormat
chain !$to_pattern $separator" 'the file has it all'
forest same --chains cut.txt --depth 3 $loose
same step same '--chains reads what --prune has written'
forest same --prune cut.txt --depth 3 $loose
same step same '--prune without --add, too'
cp cut.txt before.txt
forest same --prune cut.txt --add "chain !$to_pattern $separator" --depth 3 $loose
same cut.txt before.txt 'what is added again stands there once'
forest step --member "$to_pattern $separator" --chains cut.txt --depth 3 \
    --feasibility none --interface-level public format
like step 'cut by filter' 'what is missing is said to be cut by filter'
forest left --member "$symbols.getDefault:()C" --chains cut.txt --depth 3 $public
like left 'no chain begins at that entry: it is left out' 'an entry that is left out'
forest pasted --member "$(tail -n 1 list.tsv)" $public
like pasted '^in the forest' 'a line of tsv is taken as it is'
run "$CCINSTR" forest --jdk none --classpath library --member 'a b' $public
is "$status" 2 'what is no chain'
example=$(sed -n "s/.*this is no chain: 'a b';.* write it as '\(.*\)'$/\1/p" err)
forest pasted --member "$example" $public
like pasted '^in the forest' "the message has an example: $example"
# As text has it, at each granularity, and as people write it.
forest listed --member "$to_pattern" $public
forest same --member 'DecimalFormat.toPattern() > toPattern(boolean)' $public
same listed same '--member: methods'
forest same --member "$(sed 1d listed)" $public
same listed same '--member: what it has answered'
for grain in receiver site method; do
    forest text --length 2 --granularity $grain $public
    forest same --granularity $grain --member "$(head -n 3 text)" $public
    is "$(cat same)" "$(echo 'in the forest'; head -n 3 text)" "--member: a chain of text, by $grain"
done
forest same --format json --member 'DecimalFormat.toPattern() > toPattern(boolean)' $public
is "$(grep -c '^{"verdict":"found",.*' same)" 1 '--member: methods, in JSON'
forest same --member 'DecimalFormat.toPattern() > nope' $public
like same '^not in the forest: .*site in .*toPattern' '--member: a step that is not there'
run "$CCINSTR" forest --jdk none --classpath library --member 'DecimalFormat.toPatern() > x' $public
is "$status" 3 '--member: a method that is not there'
like err "has no method 'DecimalFormat.toPatern\(\)'; there is DecimalFormat.toPattern\(\)" 'and what is near'
echo "chain $to_pattern" >keep.txt
forest step --chains keep.txt --depth 2 $loose
is "$(cut -f1 step | sort -u | tail -n +2)" "${to_pattern%% *}" 'a chain that is kept: no other entry'
is "$(wc -l <step)" 5 'it, what it begins with, and what goes on from it'
printf '%s\n' "chain !$to_pattern" "chain $to_pattern $separator" >keep.txt
forest step --chains keep.txt --depth 2 --entry format.DecimalFormat#toPattern $loose
is "$(cut -f3 step | tr '\n' ' ')" 'length 0 1 2 ' 'a longer chain overrules a shorter one'
printf '%s\n' '# remark' '' 'site !format.DecimalFormat#toPattern@34' >keep.txt
forest step --chains keep.txt --depth 3 $loose
is "$(grep -c 'Pattern.*getSeparator' step)" 0 'a call site is dropped'
printf '%s\n' "chain !${to_pattern%% *} - - ${to_pattern##* }" >keep.txt
forest step --chains keep.txt --depth 3 $loose
is "$(grep -c "^${to_pattern%% *}" step)" 1 'a chain of any offset and receiver'

printf '%s\n' 'entry format.DecimalFormat#toPattern' 'target !format.FormatSymbols#getDefault' \
    'site !format.DecimalFormat#toPattern@34' >keep.txt
forest kept --chains keep.txt --depth 3 $loose
printf '%s\n' 'entry DecimalFormat.toPattern' 'target !getDefault()' \
    'site !format.DecimalFormat#toPattern(boolean)@34' >keep.txt
forest same --chains keep.txt --depth 3 $loose
same kept same '--chains: methods as reports print them'

# wrong LINE MESSAGE
wrong() {
    echo "$1" >wrong.txt
    run "$CCINSTR" forest --jdk none --classpath library --chains wrong.txt $loose
    is "$status" 3 "status: $1"
    like err "wrong\.txt: line 1: $2" "message: $1"
    is "$(cat out)" '' "no output: $1"
}
wrong 'entries format.*' 'it begins with none of entry, site, target, chain'
wrong 'entry' 'nothing follows that word: add a pattern or a chain'
wrong 'entry a/b' 'this is not a pattern of methods, .*'
wrong 'site format.*@x' 'a number .* must follow @'
wrong "chain ${to_pattern%% *} 2 x" 'a chain is an entry, then three words for each step, .*'
echo 'entry no.such.Thing' >wrong.txt
run "$CCINSTR" forest --jdk none --classpath library --chains wrong.txt $loose
is "$status" 0 'a line that matches nothing is no error'
like err 'warning: wrong\.txt: line 1 matches nothing: entry no\.such\.Thing$' 'but a warning'
like err 'warning: wrong\.txt: no chain is left$' 'and a warning that it leaves no chain'
echo 'entry !no.such.Thing' >wrong.txt
run "$CCINSTR" forest --jdk none --classpath library --chains wrong.txt $loose
like err 'warning: wrong\.txt: line 1 matches nothing' 'nor one that would exclude'
unlike err 'no chain is left' 'which leaves all chains'
printf 'entry **\ntarget !**\nsite !**\n' >wrong.txt
run "$CCINSTR" forest --jdk none --classpath library --chains wrong.txt $loose
unlike err 'matches nothing' 'lines that all match'
like err 'no chain is left$' 'can leave no chain, too'
cp cut.txt before.txt
run "$CCINSTR" forest --jdk none --classpath library --prune cut.txt --add 'nonsense' $loose
is "$status" 3 'a wrong line of --add'
same cut.txt before.txt 'the file of --prune stays as it was'

# --- Plans --------------------------------------------------------------------------------

mkdir elsewhere
cp -r format elsewhere/format
forest out --plan-out a.plan $public
(cd elsewhere && "$CCINSTR" forest --jdk none --classpath ../library --plan-out ../b.plan \
    $public >/dev/null 2>&1)
same a.plan b.plan 'the same plan from another folder'
for how in '' --cuts '--format tsv' '--format json' '--format dot' --tables --stats '--by class' \
    '--longest' '--reach format.*' '--granularity site --format tsv' \
    '--granularity method --format tsv' '--stats --format json'; do
    forest from_classes $how $public
    # shellcheck disable=SC2086
    run "$CCINSTR" forest $how a.plan
    same from_classes out "a plan says the same: $how"
done
run "$CCINSTR" forest --depth 3 a.plan
is "$status" 2 'a plan has its depth'
like err "option '--depth' cannot change a plan" 'that is said'
run "$CCINSTR" forest a.plan b.plan
is "$status" 2 'one plan at a time'
head -c 500 a.plan >short.plan
run "$CCINSTR" forest short.plan
is "$status" 3 'a plan that is cut off'
like err 'short\.plan: this plan cannot be used: .*\(byte [0-9]+\)' 'that is said, with the byte'
{ head -c 3000 a.plan; printf 'X'; tail -c +3002 a.plan; } >changed.plan
run "$CCINSTR" forest changed.plan
is "$status" 3 'a plan that was changed'
cp format/format/DecimalFormat.class one.class
cp one.class two.class
run "$CCINSTR" forest --jdk none --plan-out one.class one.class
is "$status" 3 'an input is no place for a plan'
same one.class two.class 'it stays as it was'
run "$CCINSTR" forest --jdk none --plan-out no/such/folder format
is "$status" 3 'a plan that cannot be written'

# --- What is read is not written over ------------------------------------------------------

cp -r format inputs
(cd inputs && jar cf ../parts.jar format)
echo inputs >args
ln parts.jar other-name.jar
# keeps FILE OPTION...: it is refused as a place for the plan, and stays as it is.
keeps() {
    kept=$1
    shift
    cp "$kept" kept
    run "$CCINSTR" forest --jdk none --plan-out "$kept" "$@"
    is "$status" 3 "refused: --plan-out $kept $*"
    like err 'is read by the same command: nothing is written' "said: --plan-out $kept $*"
    same "$kept" kept "it stays: --plan-out $kept $*"
}
keeps inputs/format/FormatSymbols.class inputs
keeps parts.jar --classpath parts.jar inputs
keeps other-name.jar --tests library:parts.jar inputs
keeps args @args
run "$CCINSTR" forest --jdk none --prune new.txt --add 'entry format.*' --plan-out new.txt inputs
is "$status" 3 'one file for --prune and --plan-out'
run "$CCINSTR" forest --jdk none --interface-out new.txt --plan-out new.txt inputs
is "$status" 3 'one file for --interface-out and --plan-out'
echo 'entry format.*' >real.txt
chmod 600 real.txt
ln -s real.txt link.txt
forest out --prune link.txt --add 'target !format.NumberFormat' $loose
is "$(wc -l <real.txt) $(readlink link.txt) $(stat -c %a real.txt)" '2 real.txt 600' \
    '--prune writes what a link names, with its permissions'
forest out --plan-out /dev/null $public
is "$([ -c /dev/null ]; echo $?)" 0 'a device is written into'

# --- What a plan says of sites ---------------------------------------------------------------

cat >Sites.java <<'END'
public class Sites implements Cloneable {
    interface Op { void go(); }
    static class A implements Op { public void go() { leaf(); } }
    static class B implements Op { public void go() { leaf(); } }
    static void leaf() { }
    public static Object copy(Object[] a) { return a.clone(); }
    public static void both(Object o) { o.hashCode(); }
    @Override public int hashCode() { inner(); return 1; }
    private void inner() { }
    public static void run(Op o) { o.go(); }
    static void all() { run(new A()); run(new B()); copy(new String[1]); copy(new Object[2]); }
    static void made(boolean c) { Sites s = null; if (c) s = new Sites(); s.inner(); }
    public static void main(String[] a) { all(); made(a.length > 0); both(new Sites()); both(a); }
    static void dead(Op o) { o.go(); }
}
END
mkdir sites
pass_if 'it compiles' javac -d sites Sites.java
# site OPTION...: what its plan says, to `tables`.
site() {
    "$CCINSTR" forest --main Sites "$@" --tables sites 2>/dev/null >tables
}
site
# flags METHOD CALLED
flags() {
    grep "^site .*method=[0-9]*($1.* called=$2" tables | sed 's/.* flags=\([^ ]*\).*/\1/'
}
unlike_text() {
    case $1 in *"$2"*) echo "$1" ;; esac
}
is "$(unlike_text "$(flags Sites.copy:.* .*clone)" certain)" '' 'clone() of an array is not certain'
is "$(unlike_text "$(flags Sites.all:.* Sites.run)" certain)" "$(flags Sites.all:.* Sites.run)" \
    'a static call is'
is "$(flags Sites.made:.* Sites.inner | grep -c null)" 1 'a receiver that may be null by one way'
is "$(flags Sites.hashCode:.* Sites.inner | grep -c null)" 0 'this is not null'
is "$(flags Sites.dead:.* .*go)" 'probe,null,silent' 'a call that nothing is known to run at'
is "$(grep '^label .*to=Sites.hashCode' tables | grep -c 'slot=0')" 0 \
    'chains of the forest have slots before what leads out'
site --criteria rc
is "$(grep -c '^root' tables)$(flags Sites.run:.* .*go | grep -c 'rc.*probe')" 01 '--criteria rc: no chains'

# --- Levels ---------------------------------------------------------------------------------

forest levels --levels 0,1 --format tsv --entry 'callback.A' callback
is "$(cut -f2 levels | sort -u | tr '\n' ' ')" '1 level ' 'what is only called back is at level 1'
forest levels --levels 0,1 --format tsv --entry 'callback.App' callback
is "$(cut -f2 levels | sort -u | tr '\n' ' ')" '0 level ' 'what only clients call is at level 0'
forest main --from-main 4 --format tsv --feasibility none callback
like main "^callback/App\.show:[^$tab]*${tab}0${tab}0$tab\$" '--from-main: main calls show'
like main "^callback/A\.toString:[^$tab]*${tab}1${tab}0$tab\$" '--from-main: the library calls back'

# --- Numbers of any size ----------------------------------------------------------------

{
    echo 'public class Doubling { public static void main(String[] a) { f0(); }'
    i=0
    while [ $i -lt 70 ]; do
        echo "static void f$i() { f$((i + 1))(); f$((i + 1))(); }"
        i=$((i + 1))
    done
    echo 'static void f70() { } }'
} >Doubling.java
mkdir doubling
pass_if 'it compiles' javac -d doubling Doubling.java
forest stats --stats --main Doubling --depth 71 doubling
is "$(figure stats chains)" 2361183241434822606848 '2^71 chains, counted one by one'
is "$(figure stats chains_by_site)" 2361183241434822606848 'at each call site'
is "$(figure stats chains_by_method)" 72 'by methods there are 72'
is "$(figure stats states)" 72 'and as many states'
forest stats --stats --main Doubling --depth 71 --format json doubling
like stats '"chains":"2361183241434822606848"' 'in JSON, too'

# --- What makes no sense ----------------------------------------------------------------------

# refuses MESSAGE OPTION...
refuses() {
    message=$1
    shift
    run "$CCINSTR" forest "$@"
    is "$status" 2 "status: $*"
    like err "$message" "message: $*"
}
refuses 'only one of' --stats --longest format
refuses "exclude each other" --depth 3 --from-main 4 format
refuses "exclude each other" --chains a --prune b format
refuses "option '--add' needs '--prune'" --add 'entry a' format
refuses "option '--levels': '16' is none of 0 to 15, with commas" --levels 16 format
refuses "option '--criteria': 'rt' is none of chains, rc, tm, with commas" --criteria rt format
refuses 'dot is not possible for this output' --stats --format dot format
refuses "option '--entry': 'a/b' is not a pattern" --entry a/b format
refuses "option '--reach': '!a.b' is not a pattern" --reach '!a.b' format
refuses "option '--cuts' has no effect on this output" --cuts --format tsv format
refuses "option '--granularity' has no effect on this output" --granularity site --stats format
refuses "option '--levels': '0,' is none of" --levels 0, format
refuses "option '--depth': '0' is not a number" --depth 0 format
refuses "option '--component': 'a/b' is not a pattern" --component a/b format

done_testing
