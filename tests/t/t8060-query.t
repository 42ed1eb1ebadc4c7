#!/bin/sh
# SPDX-License-Identifier: MIT
# t8060-query.t - questions about a plan and its runs, against answers that awk finds in
# the list of all chains and in what datachains reads of the data.
. "${srcdir:-.}/tests/lib.sh"
need java javac
chains=$builddir/tests/tools/datachains

# --- A component, as it was and rebuilt, and who calls it ----------------------

mkdir src1 src2 old rebuilt calls
cat >src1/Shape.java <<'END2'
package q;

interface Shape {
    int area(int n);
}
END2
cat >src1/Shapes.java <<'END2'
package q;

public final class Shapes {
    static final class Square implements Shape {
        public int area(int n) { return times(n, n); }
    }
    static final class Line implements Shape {
        public int area(int n) { return n == 0 ? none() : times(n, 0); }
    }
    static final class Cube implements Shape {
        public int area(int n) { return 6 * times(n, n); }
    }
    static final class Upward implements java.util.Comparator<Integer> {
        public int compare(Integer a, Integer b) { return times(a, 1) - times(b, 1); }
    }
    static int times(int a, int b) { return a * b; }
    static int none() { return 0; }
    static Shape make(int kind) {
        return kind == 0 ? new Square() : kind == 1 ? new Line() : new Cube();
    }
    static int total(Shape s, int n) {
        int all = 0;
        for (int i = 1; i <= n; i++) {
            all += s.area(i);
        }
        return all;
    }
    public static int sum(int kind, int n) { return total(make(kind), n); }
    public static int twice(int kind, int n) { return sum(kind, n) + total(make(kind), n); }
    public static int least(Integer[] v) {
        java.util.Arrays.sort(v, new Upward());
        return times(v[0], 1);
    }
    public static int unused() { return sum(2, 1); }
}
END2
cp src1/Shape.java src2
# The call in total() moves, and there is a method more.
sed -e 's/int all = 0;/int all = n > 1000 ? added(n) : 0;/' \
    -e 's/^    static int none() .*/&\n    static int added(int n) { return times(n, 2); }/' \
    src1/Shapes.java >src2/Shapes.java
cat >Caller.java <<'END2'
public final class Caller {
    public static void main(String[] args) {
        int n = 0;
        for (String a : args) {
            int k = a.charAt(1) - '0';
            switch (a.charAt(0)) {
            case 's': n += q.Shapes.sum(k, 5); break;
            case 't': n += q.Shapes.twice(k, 2); break;
            default: n += q.Shapes.least(new Integer[] {3, 1, 2, k});
            }
        }
        System.out.println(n);
    }
}
END2
javac -g -d old src1/*.java
javac -g -d rebuilt src2/*.java
javac -cp old -d calls Caller.java

# instrumented NAME CLASSES OPTION...: the plan is NAME.plan, its classes in NAME/, all of
# its chains in NAME.all.
instrumented() {
    name=$1 classes=$2
    shift 2
    run ccinstr instrument "$@" -o "$name" "$classes"
    is "$status" 0 "$name: instrumented" || diag err
    cp "$name/ccinstr.plan" "$name.plan"
    run ccinstr forest "$name.plan" --format tsv --limit 0
    grep -v '^#' out >"$name.all"
}
# ran PLAN CLASSES NAME ARG...: the data are in NAME/, what it covered in NAME.covered:
# lines of tsv with the hits behind.
ran() {
    plan=$1 classes=$2 name=$3
    shift 3
    mkdir -p "$name"
    java -Dccinstr.data="$name/" -cp "$plan/$classes:calls" Caller "$@" >"$name.printed" 2>err ||
        diag err
    "$chains" "$plan.plan" "$name"/*.ccd | awk -F'\t' -v OFS='\t' '
        NR == FNR { star[$1] = $2 == "*"; next }
        !/^#/ {
            at = $1 OFS (star[$1] ? "*" : $2) OFS split($3, w, " ") / 3 OFS $3
            hits[at] += $4
        }
        END { for (at in hits) print at, hits[at] }' "$plan.all" - | sort >"$name.covered"
    cut -f1-4 "$name.covered" >"$name.lines"
}

# ask PLAN ARG...: the answer as JSON in out, and its chains in list: where it stands in
# the answer, count, and a line of tsv.
cat >list.awk <<'END2'
function text(s, key) {
    if (!match(s, "\"" key "\":\"[^\"]*\"")) return "?"
    return substr(s, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
}
{
    if (/"missing":\[/) part = "missing"
    for (i = 1; i <= 4; i++) {
        of = i == 1 ? "gained" : i == 2 ? "lost" : i == 3 ? "new" : "gone"
        if (index($0, "\"" of "\":{")) { part = of; sub(".*\"" of "\":.", "") }
    }
    if (match($0, /\{"(hits|opens)":"[0-9]*","entry"/)) {
        n = substr($0, RSTART)
        count = text(n, n ~ /^\{"hits/ ? "hits" : "opens")
        k = split(n, step, /\{"caller":/)
        words = ""
        for (i = 2; i <= k; i++) {
            match(step[i], /"offset":[0-9]+/)
            words = words (i > 2 ? " " : "") substr(step[i], RSTART + 9, RLENGTH - 9) " " \
                text(step[i], "receiver") " " text(step[i], "target")
        }
        print part, count, text(n, "entry"), text(n, "level"), k - 1, words
    }
}
END2
ask() {
    run ccinstr query --format json --limit 0 "$@"
    [ "$status" -eq 0 ] || diag err
    awk -v OFS='\t' -v part=answers -f list.awk out >list
    if command -v python3 >/dev/null 2>&1 && ! python3 -m json.tool out >/dev/null 2>json.err; then
        ok 1 "JSON of $*"
        diag json.err
    fi
}
part() {
    awk -F'\t' -v part="$1" '$1 == part' list | cut -f"$2" | sort
}

instrumented one old
instrumented levels old --levels 0,1
instrumented two rebuilt
mkdir none
: >none.lines
ran one old first s0 s1 t0 l7
ran one old second s0 s2 l1
ran levels old deep s0 s1 l7
ran two rebuilt later s0 s2 t2 l7
is "$(wc -l <first.covered | tr -d ' ')" "$(sort -u first.lines | wc -l | tr -d ' ')" \
    'a covered chain is one line'
is "$(comm -23 first.lines one.all | wc -l | tr -d ' ')" 0 'all of them are in the forest'

# --- hot, chains, reach --------------------------------------------------------

# questions PLAN DATA
questions() {
    ask "$1.plan" "$2" hot
    awk -F'\t' -v OFS='\t' '{ print $5, $1, $2, $3, $4 }' "$2.covered" | sort >want
    part answers 2- >got
    same got want "hot: the covered chains of $2 and their hits"
    cut -f2 list >got
    sort -s -k1,1nr got >want
    same got want "hot: most hits first"

    ask "$1.plan" "$2" chains 'q.Shapes#*'
    awk -F'\t' -v OFS='\t' '/^q\/Shapes[.$]/ { print $5, $1, $2, $3, $4 }' "$2.covered" |
        sort >want
    part answers 2- >got
    same got want "chains: those of the entries"

    ask "$1.plan" "$2" reach q.Shapes#times
    awk '/ q\/Shapes\.times:\(II\)I$/ || /^q\/Shapes\.times:.*\t0\t/' "$1.all" | sort >ends
    comm -12 ends "$2.lines" >want
    part answers 3- >got
    same got want "reach: what is covered"
    comm -23 ends "$2.lines" >want
    part missing 3- >got
    same got want "reach: what is not"
    is "$(wc -l <want | awk '{ print ($1 > 3) }')" 1 "reach: there is some"
    awk -F'\t' '$1 == "missing"' list | cut -f5 >got
    sort -n got >want
    same got want "reach: the shortest first"
}
questions one first
questions levels deep
like deep.covered "compare.*${tab}1${tab}" 'the comparator was called at level 1'
run ccinstr query one.plan first hot --limit 2
like out '^covered chains: [0-9]+ \(--limit 2\)$' 'as many as are asked for'
is "$(grep -c '^ *[0-9]' out)" 2 'and no more'

# --- uncovered -----------------------------------------------------------------

# What is not covered though its prefix is, and how many chains begin with it.
gaps() {
    awk -F'\t' -v OFS='\t' '
        FILENAME == ARGV[1] { covered[$1 OFS $2 OFS $4] = 1; next }
        {
            # Chains count for each of their prefixes.
            n = split($4, w, " ")
            for (i = n; i >= 0; i -= 3) {
                at = ""
                for (j = 1; j <= i; j++) at = at (j > 1 ? " " : "") w[j]
                prefix[i] = $1 OFS $2 OFS at
                opens[prefix[i]]++
            }
            line[$1 OFS $2 OFS $4] = $0
            if (n) before[$1 OFS $2 OFS $4] = prefix[n - 3]
        }
        END {
            for (at in line)
                if (!(at in covered) && (!(at in before) || (before[at] in covered)))
                    print opens[at], line[at]
        }' "$2.lines" "$1.all" | sort
}
for data in none first second; do
    gaps one $data >want
    ask one.plan $data uncovered
    part answers 2- >got
    same got want "uncovered: after the run $data"
    cut -f2 list >got
    sort -nr got >want
    same got want 'the best first'
done
gaps one first | awk -F'\t' '$2 ~ /^q\/Shapes.twice:/' >want
ask one.plan first uncovered q.Shapes#twice
part answers 2- >got
same got want 'uncovered: below one entry'
run ccinstr query one.plan uncovered --limit 0
is "$(sed -n 's/.*: //p' out | head -n 1)" "$(cut -f1-2 one.all | sort -u | wc -l | tr -d ' ')" \
    'without data: each root'

# --- site ----------------------------------------------------------------------

# Each step at a site that a covered chain ends with.
offset=$(awk -F'\t' '$1 ~ /^q\/Shapes.sum:/ && $3 == 2 { split($4, w, " ")
    if (w[3] ~ /total/) { print w[4]; exit } }' one.all)
ask one.plan first site "q/Shapes.total@$offset"
for shape in Square Line Cube; do
    want=$(awk -F'\t' -v shape="q/Shapes\$$shape" -v pc="$offset" '{
        n = split($4, w, " ")
        if (n > 3 && w[n - 3] ~ /^q\/Shapes.total:/ && w[n - 2] == pc && w[n - 1] == shape)
            hits += $5
        } END { print hits + 0 }' first.covered)
    grep -o "{\"receiver\":\"q/Shapes\\\$$shape\",\"target\"[^}]*}" out |
        sed -n 's/.*"hits":"\([0-9]*\)".*/\1/p' >got
    is "$(cat got)" "$want" "site: hits of $shape"
done
passing() {
    awk -F'\t' -v pc="$offset" '{
        n = split($4, w, " ")
        for (i = 4; i <= n; i += 3)
            if (w[i - 1] ~ /^q\/Shapes.total:/ && w[i] == pc) { k++; break }
        } END { print k + 0 }' "$1"
}
is "$(grep -o '"chains":"[0-9]*"' out)" "\"chains\":\"$(passing one.all)\"" \
    'site: in how many chains it is'
is "$(grep -o '"covered":"[0-9]*"' out)" "\"covered\":\"$(passing first.covered)\"" \
    'site: and in how many covered ones'
run ccinstr query one.plan first site "q.Shapes#total"
cp out by_method
line=$(sed -n 's/.*Shapes.java:\([0-9]*\) .*/\1/p' out | head -n 1)
is "$(sed -n "${line}p" src1/Shapes.java | grep -c 's\.area')" 1 'site: its line in the source'
like out 'required receivers: 2 of 3 covered' 'site: receivers'
run ccinstr query one.plan first site "q.Shapes#total:$line"
same out by_method 'site: by its line'
run ccinstr query one.plan first site 'q/Shapes.total:(Lq/Shape;I)I'":$offset"
same out by_method 'site: by its offset, with the whole name'

run ccinstr query one.plan first site "Shapes.java:$line"
same out by_method 'site: by file and line'
run ccinstr query one.plan first site "Shapes.java:$line @$offset"
same out by_method 'site: a place as answers have it'
run ccinstr query one.plan first site 'Shapes.java:1'
is "$status" 3 'site: a line without a call'
like err "has no call site 'Shapes.java:1'" 'site: which is said'

# Each site that has labels, and what of it is known, as the tables of the plan have it;
# in how many chains, as the lists have it.
"$CCINSTR" forest one.plan --tables >tables
ask one.plan first site '**'
sed 's/{"method":/\n&/g' out | awk -v OFS='\t' '/^\{"method"/ {
    match($0, /"offset":[0-9]+/); pc = substr($0, RSTART + 9, RLENGTH - 9)
    match($0, /"method":"[^"]*"/); m = substr($0, RSTART + 10, RLENGTH - 11)
    match($0, /"hits":[^,]*/); h = substr($0, RSTART + 7, RLENGTH - 7) == "null"
    labels = $0; sub(/.*"labels":/, "", labels); sub(/\].*/, "", labels)
    match($0, /"chains":"[0-9]*"/); c = substr($0, RSTART + 10, RLENGTH - 11)
    match($0, /"covered":"[0-9]*"/); v = substr($0, RSTART + 11, RLENGTH - 12)
    print m, pc, h, h == (gsub(/"hits":null/, "", labels) > 0), c, v }' | sort >got
passing_each() {
    awk -F'\t' -v OFS='\t' '{
        n = split($4, w, " ")
        split("", seen)
        for (i = 1; i <= n; i += 3) {
            at = (i == 1 ? $1 : w[i - 1]) OFS w[i]
            if (!(at in seen)) { seen[at]; k[at]++ }
        } } END { for (at in k) print at, k[at] }' "$1"
}
passing_each one.all >all.at
passing_each first.lines >first.at
sed -n 's/^site [0-9]* method=[0-9]*(\(.*\)) pc=\([0-9]*\) .* flags=\([^ ]*\) .* n_labels=\([0-9]*\)$/\1\t\2\t\3\t\4/p' tables |
    awk -F'\t' -v OFS='\t' 'FILENAME == "all.at" { all[$1 OFS $2] = $3; next }
        FILENAME == "first.at" { first[$1 OFS $2] = $3; next }
        $4 { print $1, $2, "," $3 "," !~ /,probe,/, 1, all[$1 OFS $2] + 0, first[$1 OFS $2] + 0 }' \
        all.at first.at - | sort >want
same got want 'site: each that has labels, and in how many chains it is'
is "$(awk -F'\t' '$3 { no = 1 } !$3 { yes = 1 } $5 > $6 { more = 1 } END { print no yes more }' want)" \
    111 'of some it is not known how often they ran'
run ccinstr query one.plan first site 'q.Shapes$Square#<init>'
like out '^  not known how often it ran; in 0 chains' 'site: without a probe'
like out '^ +-  Object.<init>\(\) ' 'nor is it of its label'
unlike out ' [0-9]+ times' 'no number is'
run ccinstr query one.plan second site 'q.Shapes#make'
like out '^  ran once; in [0-9]+ chains, ' 'site: once'
unlike out '(^| )1 (times|chains)' 'not 1 times'
made=$(grep -n 'new Cube()' src1/Shapes.java | cut -d: -f1)
run ccinstr query one.plan first site "q.Shapes#make:$made"
is "$(grep -c '^Shapes.make(int) (' out)" 3 'site: an object that is made is no call'

# What is missing has its name, if it is one; and of many the first ones are those.
run ccinstr query one.plan first site "q/Shapes.total@$offset"
like out '^ +0  Shapes.Cube.area\(int\) on q.Shapes.Cube$' 'site: what is missing'
unlike out 'others?$' 'and not only that there is something'

# --- entry ---------------------------------------------------------------------

ask one.plan first entry 'q.Shapes#twice'
for length in 0 1 2 3; do
    want=$(awk -F'\t' -v l=$length '$1 ~ /Shapes.twice:/ && $3 == l' one.all | wc -l | tr -d ' ')
    have=$(awk -F'\t' -v l=$length '$1 ~ /Shapes.twice:/ && $3 == l' first.lines | wc -l |
        tr -d ' ')
    like out "\"length\":$length,\"chains\":\"$want\",\"covered\":\"$have\"" \
        "entry: of length $length"
done
run ccinstr query levels.plan deep entry 'q.Shapes$Upward#compare'
like out 'callback' 'entry: who calls it'
is "$(grep -c 'tree of level' out)" "$(awk -F'\t' '/Upward.compare/ { print $1, $2 }' levels.all |
    sort -u | wc -l | tr -d ' ')" 'entry: a tree for each level'

# --- Names of methods ----------------------------------------------------------

run ccinstr query one.plan first reach 'q/Shapes.times:(II)I'
cp out by_name
for name in q.Shapes#times Shapes#times q.Shapes.times Shapes.times times 'Shapes.times(int, int)' \
    'Shapes#times(int,int)' 'q.Shapes.times(int,int)' 'q.Shapes#times( int, int )' 'Shapes.times()' \
    'q.Shapes#times()' 'times(int,int)'; do
    run ccinstr query one.plan first reach "$name"
    same out by_name "reach $name"
done
run ccinstr query one.plan first entry 'q.Shapes$Upward#compare(Object, Object)'
cp out by_name
run ccinstr query one.plan first entry 'Upward.compare(java.lang.Object, Object)'
same out by_name 'a nested class'
run ccinstr query one.plan first entry 'q.Shapes.Upward#compare(Object, Object)'
same out by_name 'as Java writes it'
run ccinstr query one.plan first reach 'Shapes.times(int)'
is "$status" 3 'other parameters'
like err "has no method 'Shapes.times\(int\)'; there is Shapes.times\(int, int\)$" 'those that there are'
run ccinstr query one.plan first entry Shapes.twiec
like err "has no entry 'Shapes.twiec'; there is Shapes.twice\(int, int\)$" 'what is near'
run ccinstr query one.plan first reach Shapes.unlike
like err "has no method 'Shapes.unlike'$" 'or nothing'

# --- why-not -------------------------------------------------------------------

# Each chain of the forest: the longest covered prefix.
awk -F'\t' -v OFS='\t' '
    NR == FNR { covered[$1 OFS $2 OFS $4] = 1; next }
    {
        n = split($4, w, " ")
        at = ""
        best = (($1 OFS $2 OFS "") in covered) ? 0 : -1
        for (i = 1; i <= n; i++) {
            at = at (i > 1 ? " " : "") w[i]
            if (i % 3 == 0 && (($1 OFS $2 OFS at) in covered)) best = i / 3
        }
        print (best == n / 3) + 0, (best >= 0) + 0, (best < 0 ? 0 : best)
    }' first.lines one.all >want
while IFS= read -r words; do
    "$CCINSTR" query --format json one.plan first why-not "$words" >out 2>>why.err
    sed -n 's/.*"covered":\([a-z]*\),.*"entered":\([a-z]*\),"covered_steps":\([0-9]*\).*/\1 \2 \3/p' \
        out | sed 's/true/1/g; s/false/0/g' | tr ' ' '\t'
done <one.all >got
same got want "why-not: each of the chains ($(wc -l <one.all | tr -d ' '))"
words=$(awk -F'\t' '/Shapes.sum:/ && $4 ~ /Cube.area:\(I\)I$/' one.all | head -n 1)
run ccinstr query one.plan first why-not "$words"
like out "left at Shapes.total\(.*Shapes.java:$line @$offset\) calls Shape.area\(int\)" \
    'why-not: where it was left'
like out 'Square.area.*times in all' 'why-not: what was called instead'
run ccinstr query one.plan first why-not 'q/Shapes.sum:(II)I' 0 - 'q/Nix.x:()V'
like out 'not in the forest: no such site' 'why-not: what the forest says'
# A line of any list of chains, whatever columns it has.
run ccinstr report one.plan first --what chains
grep "^q/Shapes.sum:.*Line.area" out | head -n 1 >line
run ccinstr query one.plan first why-not "$(cat line)"
is "$status" 0 'why-not: a line of report --what chains'
cp out by_line
run ccinstr query one.plan first why-not "$(cut -f1,4 line | tr '\t' ' ')"
same out by_line 'why-not: the same as its words'
run ccinstr query one.plan first why-not "$(cat line)${tab}0"
same out by_line 'why-not: with the number of a plan'
for length in 0 1; do
    words=$(awk -F'\t' -v l=$length '$3 == l' one.all | head -n 1)
    run ccinstr query one.plan first why-not "$words${tab}1${tab}0"
    is "$status" 0 "why-not: one of length $length"
done
run ccinstr query one.plan first why-not "a${tab}0${tab}-${tab}b"
is "$status" 0 'why-not: words with tabs' || diag err
run ccinstr query one.plan first why-not "a${tab}b"
is "$status" 2 'why-not: too few words'
like err "no chain: 'a\\\\tb'" 'and a tab is to be seen'
# A line of tsv is asked at its level.
for level in 0 1; do
    words=$(awk -F'\t' -v l=$level '/Upward.compare/ && $2 == l && $3 == 1' levels.all | head -n 1)
    run ccinstr query levels.plan deep why-not "$words"
    is "$(grep -o 'level [0-9]' out | uniq)" "level $level" "why-not: a line of level $level"
    run ccinstr forest --member "$words" levels.plan
    like out "compare\(.*\(level $level\)\$" "and forest --member of it"
done
run ccinstr query levels.plan deep why-not "$(echo "$words" | sed "s/${tab}1${tab}/${tab}7${tab}/")"
like out '^but not at level 7$' 'why-not: a level that has no tree'

# A chain as answers print it, and as people write it.
words=$(awk -F'\t' -v OFS=' ' '/Shapes.sum:/ && $4 ~ /Cube.area:\(I\)I$/ { print $1, $4; exit }' one.all)
run ccinstr query one.plan first why-not "$words"
cp out by_words
line() { # of CALL in METHOD
    "$CCINSTR" query one.plan first site "$1" | sed -n "s/.*Shapes.java:\\([0-9]*\\) .*calls .*$2.*/\\1/p" |
        head -n 1
}
first=$(line Shapes.sum total) then=$(line Shapes.total area)
for chain in "Shapes.sum(int, int):$first > Shapes.total(Shape, int):$then > Cube.area(int)" \
    'sum > total > Cube.area' "q.Shapes#sum > Shapes.total@$offset > q.Shapes.Cube#area" \
    'Shapes.sum > Shapes.total > area on Shapes$Cube' 'Shapes.sum > total > area on Cube' \
    "$("$CCINSTR" query one.plan first reach Cube.area | grep -B 2 'Cube.area.*(Shapes.java' |
        grep -A 2 'Shapes.sum' | grep -B 2 -m 1 'Cube.area')"; do
    run ccinstr query one.plan first why-not "$chain"
    [ "$chain" = "${chain#*Cube}" ] || same out by_words "why-not: $chain"
done
# A report has the calls up to the one that is not taken.
run ccinstr report one.plan first --what summary
grep -o '[A-Za-z.]*([a-zA-Z, ]*):[0-9]*\( (call [0-9] of [0-9])\)* > .*' out |
    sed 's/ (Shapes[$A-Za-z]*\.java:[0-9]*)$//; s/^after //' | sort -u >paths
while IFS= read -r chain; do
    run ccinstr query one.plan first why-not "$chain"
    like out '^in the forest' "why-not: of a report: $chain" || diag err
done <paths
run ccinstr query one.plan first why-not 'sum > total > area'
is "$status $(grep -c '^in the forest' out)" '0 3' 'why-not: an answer for each that it can mean'
run ccinstr query one.plan first why-not 'sum > make > area'
is "$status" 0 'why-not: a printed chain that is in no forest'
like out '^not in the forest: no such site in Shapes.make\(int\)$' 'why-not: says where it ends'
like out '^ *[?] area$' 'why-not: and with what'
run ccinstr query one.plan first why-not 'Shapes.smu > total'
is "$status" 3 'why-not: a method that is not there'
like err "has no method 'Shapes.smu'; there is Shapes.sum\(int, int\)$" 'why-not: and what is near'
run ccinstr query one.plan first why-not "$(tr '\t' ' ' <line)"
same out by_line 'why-not: a line whose tabs became blanks'
run ccinstr query one.plan first why-not 'not a chain'
is "$status" 2 'why-not: no chain at all'
example=$(sed -n "s/.*write it as '\\(.*\\)'$/\\1/p" err)
run ccinstr query one.plan first why-not "$example"
is "$status" 0 "why-not: the message has an example: $example"
like out '^in the forest' 'why-not: of this plan'

run ccinstr query one.plan first why-not 'q/Shapes.sum:(II)I' 0 -
is "$status" 2 'why-not: no chain'

# What text shows is taken again: each line of a tree with those above it is a chain of its
# words, and its method is one of a pattern.
"$CCINSTR" forest one.plan --limit 0 >tree
is "$(grep -c '[/;]' tree)" 0 'text: no names as class files have them'
mkdir chain
awk '{
    match($0, /^ */); depth = RLENGTH / 2; line[depth] = $0
    for (i = 0; i <= depth; i++) print line[i] >("chain/" NR)
    close("chain/" NR)
    sub(/^ */, ""); sub(/ on .*/, ""); sub(/ \(.*/, ""); print >"methods"
}' tree
for chain in chain/*; do
    "$CCINSTR" query one.plan first why-not "$(cat "$chain")" >out 2>&1
    grep -q '^in the forest' out || echo "why-not: $(cat "$chain" out)"
    "$CCINSTR" forest one.plan --member "$(cat "$chain")" >out 2>&1
    { echo 'in the forest'; cat "$chain"; } | cmp -s - out || echo "member: $(cat "$chain" out)"
done >lost
is "$(head -n 20 lost)" '' "text: each chain is taken again ($(find chain -type f | wc -l))"
"$CCINSTR" query one.plan first site '**' | sed -n 's/ (Shapes.java:.* calls .*//p' >>methods
sort -u methods | while IFS= read -r method; do
    "$CCINSTR" query one.plan first reach "$method" >out 2>&1 || cat out
    "$CCINSTR" forest one.plan --reach "$method" >out 2>&1 || cat out
    grep warning out
    "$CCINSTR" graph --analysis rta --interface-level public --why "$method" old >out 2>&1 || cat out
done >lost
is "$(head -n 20 lost)" '' "text: each method is taken again ($(sort -u methods | wc -l))"

# --- compare -------------------------------------------------------------------

# compared A-PLAN A-DATA B-PLAN B-DATA
compared() {
    comm -12 "$4.lines" "$1.all" | comm -23 - "$2.lines" >gained
    comm -23 "$4.lines" "$1.all" >new
    comm -12 "$2.lines" "$3.all" | comm -23 - "$4.lines" >lost
    comm -23 "$2.lines" "$3.all" >gone
    for of in gained new lost gone; do
        part $of 3- >got
        same got $of "compare: $2 and $4, $of ($(wc -l <$of | tr -d ' '))"
    done
    is "$(grep -o '"both":"[0-9]*"' out | head -n 1)" \
        "\"both\":\"$(comm -12 "$2.lines" "$4.lines" | wc -l | tr -d ' ')\"" \
        "compare: $2 and $4, both"
}
ask one.plan first compare second
compared one first one second
ask one.plan first compare two.plan later
compared one first two later
is "$(cat new gone | grep -vc total)" 0 'compare: only calls of what has changed have no counterpart'
is "$([ -s new ] && [ -s gone ] && [ -s gained ] && [ -s lost ] && echo all)" all \
    'compare: there is something of each'
grep -o '"rc":{"both".*' out >rc
is "$(grep -o 'receiver":"q/Shapes$[A-Za-z]*"' rc | sort -u | tr '\n' ' ')" \
    'receiver":"q/Shapes$Cube" receiver":"q/Shapes$Line" receiver":"q/Shapes$Square" ' \
    'compare: receivers at the site that moved'
like rc '"gained":\{"n":"0","answers":\[\]\},"lost":\{"n":"0","answers":\[\]\}' \
    'compare: which are neither gained nor lost'
run ccinstr query one.plan first compare first
unlike out 'covered (now|before),' 'compare: with itself nothing'
run ccinstr query one.plan first compare second
like out '^rc, covered now, and not before: 1$' 'compare: in words'
like out '^ +[0-9]+ +q.Shapes.Cube at Shapes.total\(' 'compare: with its place'

# --- What makes no sense -------------------------------------------------------

# refused STATUS PATTERN NAME ARG...
refused() {
    want=$1 pattern=$2 name=$3
    shift 3
    run ccinstr query "$@"
    is "$status" "$want" "$name"
    like err "$pattern" "$name: says so"
    is "$(wc -c <out | tr -d ' ')" 0 "$name: no answer"
}
refused 2 "did you mean 'uncovered'" 'a question misspelt' one.plan first uncoverd
refused 2 'unknown question .zebra.; give one of reach' 'no question like it' one.plan zebra
refused 2 'no question; behind' 'no question' one.plan first
refused 2 'query PLAN \[DATA...\] reach METHOD' 'reach of nothing' one.plan reach
refused 2 'query PLAN \[DATA...\] hot$' 'a word too many' one.plan hot x
refused 2 'not a pattern of methods' 'all but some' one.plan reach '!q.Shapes'
refused 2 'one plan too many' 'two plans' one.plan two.plan hot
refused 3 "has no method 'q.Shapes#nix'" 'no such method' one.plan first reach q.Shapes#nix
refused 3 "has no entry 'q.Shapes#total'" 'no such entry' one.plan first chains q.Shapes#total
refused 3 "has no call site 'q.Shapes#total:9999'" 'no such site' one.plan site q.Shapes#total:9999
sed -n 1,20p src1/Shapes.java >text.ccd
refused 3 'text.ccd: this data file cannot be used' 'data that are none' one.plan text.ccd hot
refused 3 'nix.ccd: cannot' 'no such data' one.plan nix.ccd hot
refused 3 'no data of the given plans' 'data of another plan' one.plan later hot
refused 3 'no plan given' 'no plan' first hot
mkdir hot
run ccinstr query one.plan ./hot hot
is "$status" 0 'a folder named as a question'
like err 'no data files' 'that has no data'
: >empty.ccd
run ccinstr query one.plan empty.ccd hot
is "$status" 0 'empty data: as of a run that was killed at once'
like err 'empty.ccd: damaged' 'which is said'
like out '^covered chains: 0$' 'nothing is covered'
done_testing
