#!/bin/sh
# SPDX-License-Identifier: MIT
# t4026-levels.t - what each level of --dynamic assumes of reflection: the table of targets for
# the sites of fixtures/levels, the same for all analyses; each level within the one before.
. "${srcdir:-.}/tests/lib.sh"
need javac

# The sites of p.Main, the call or its initialisers, and the targets in p and q at the
# levels behaved, encapsulated, casts, strings, environment and resolved: a number of them, or
# the methods. '-' is none.
cat >table <<'END'
lit@2 init 9 9 9 Lit.<clinit> Lit.<clinit> Lit.<clinit>
cast@1 init 9 9 Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit>
cast@6 reflect 10 9 Circle.<init>() Circle.<init>() Circle.<init>() Circle.<init>()
str@6 init 9 9 9 StrA.<clinit> StrA.<clinit> StrA.<clinit>
str@11 reflect 10 9 9 StrA.<init>() StrA.<init>() StrA.<init>()
env@9 init 9 9 9 9 EnvDefault.<clinit> EnvDefault.<clinit>
env@12 reflect 10 9 9 9 EnvDefault.<init>() EnvDefault.<init>()
invoke@2 init 9 9 9 Inv.<clinit> Inv.<clinit> Inv.<clinit>
invoke@19 reflect 10 9 9 Inv.<init>() Inv.<init>() Inv.<init>()
invoke@26 reflect 39 20 20 Inv.go() Inv.go() Inv.go()
ctor@1 init 9 9 Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit> Circle.<clinit>,Square.<clinit>
ctor@29 reflect 12 10 Circle.<init>(),Circle.<init>(String) Circle.<init>(String) Circle.<init>(String) Circle.<init>(String)
none@1 init 9 9 9 9 9 -
none@6 reflect 10 9 9 9 9 -
none@24 reflect 39 20 20 20 20 -
END

# graph LEVEL ANALYSIS MAIN [OPTION...]: to the file `all`
graph() {
    level=$1 analysis=$2 main=$3
    shift 3
    "$CCINSTR" graph --dynamic "$level" --analysis "$analysis" --main "$main" "$@" classes >all 2>err
}

# found: `site kind target` of the calls of p.Main in `all` that reflect.
found() {
    awk -F'\t' '$1 ~ /^p\/Main\./ && $4 ~ /^java/ && $7 ~ /^(init|reflect)$/ && $6 ~ /^[pq]\// {
        sub(/^p\/Main\./, "", $1); sub(/:.*/, "", $1)
        sub(/^[pq]\//, "", $6); sub(/:/, "", $6); sub(/\)V$/, ")", $6)
        sub(/<clinit>\(\)/, "<clinit>", $6); gsub(/Ljava\/lang\/String;/, "String", $6)
        print $1 "@" $2, $7, $6 }' all | LC_ALL=C sort -u
}

# in_table: such lines as a column of the table; sites' initialisers of calls and of
# what makes objects are left out.
in_table() {
    awk 'NR == FNR { n[$1 " " $2]++; t[$1 " " $2] = t[$1 " " $2] (t[$1 " " $2] ? "," : "") $3; next }
        { k = $1 " " $2; print $1, $2, (!n[k] ? "-" : n[k] > 2 ? n[k] : t[k]) }' "$1" table
}

column() {      # LEVEL: that of the table
    case $1 in
    behaved) k=3 ;; encapsulated) k=4 ;; casts) k=5 ;; strings) k=6 ;; environment) k=7 ;; *) k=8 ;;
    esac
    awk -v k=$k '{ print $1, $2, $k }' table
}

javac -nowarn -Xlint:-options -d classes "$srcdir"/tests/fixtures/levels/*/*.java 2>log ||
    diag log

levels='behaved encapsulated casts strings environment resolved'
near='--from p.Main --to p.** --to q.**'
# Of all classes of a JDK, packages that modules keep to themselves among them.
for run in 'cha encapsulated' 'cha resolved' 'rta resolved' '0cfa resolved' 'and resolved'; do
    # shellcheck disable=SC2086
    graph "${run#* }" "${run% *}" p.Main $near
    found >found
    in_table found >seen
    column "${run#* }" >wanted
    same wanted seen "${run% *}: targets at ${run#* }"
done

# --- All analyses at all levels, with the part of a JDK that reflection is about -------

jdk=$(home_of javac)
for part in 'java/lang/[A-Z][A-Za-z0-9$]*' 'java/lang/reflect/[A-Za-z0-9$]*' 'java/net/UR[IL]' \
    'java/util/(Properties|Hashtable|(Abstract)?(Map|Collection|List|Set)|Iterator)' \
    'java/util/concurrent/Concurrent(Hash)?Map' 'java/nio/charset/Charset'; do
    printf '%s' "${comma:-}regex:/java.base/$part\\.class"
    comma=,
done >parts
"$jdk/bin/jimage" extract --dir part --include "$(cat parts)" "$jdk/lib/modules" 2>log || diag log
small="--jdk none --classpath part/java.base"

# Edges of any.Any wherever nothing is known: on what comes back from an unknown call or an
# unknown field, on what is passed there, on what is thrown, on an array.
cat >any <<'END'
construct any/Any$Part any/Any$Part.used
fields any/Any$Part any/Any$Part.used
invoke any/Any$Item any/Any$Item.used
make any/Any$Part any/Any$Part.used
thrown any/Any$Fault any/Any$Fault.told
Part.<init> any/Any$Given any/Any$Given.built
Taker.read any/Any$Given any/Any$Given.kept
Taker.share any/Any$Given any/Any$Given.shared
Taker.take any/Any$Given any/Any$Given.got
array [Lany/Any$Taker; java/lang/Object.hashCode
END
LC_ALL=C sort -o any any

# called FILE: those of its calls that are in the list `any`
called() {
    awk -F'\t' '$1 ~ /^any/ && $5 == "call" {
        sub(/^any\/Any[$.]/, "", $1); sub(/:.*/, "", $1); sub(/:.*/, "", $4); print $1, $3, $4 }' "$1" |
        LC_ALL=C sort -u | LC_ALL=C comm -12 - any
}

# within PART WHOLE NAME: every line of the one file is in the other.
within() {
    is "$(LC_ALL=C comm -23 "$1" "$2" | head -n 3)" '' "$3"
}

for analysis in cha rta 0cfa and; do
    before=
    for level in $levels; do
        # shellcheck disable=SC2086
        graph $level $analysis any.Any $small
        found >found
        in_table found >seen
        column $level >wanted
        same wanted seen "$analysis, part of a JDK: targets at $level"
        # shellcheck disable=SC2086
        "$CCINSTR" graph --dynamic $level --analysis $analysis --main any.Any $small --stats classes \
            >stats 2>err
        cut -f 1,2,5,6,7 all | grep -v '^#' | LC_ALL=C sort -u >every
        is "$(sed -n "s/^edges\(_by_receiver\)*$tab//p" stats | tr '\n' ' ')" \
            "$(cut -f 1,2,4 every | LC_ALL=C sort -u | wc -l) $(wc -l <every) " \
            "$analysis, part of a JDK: edges at $level are counted as they are listed"
        # Those of other kinds are not what levels decide.
        grep -v -e "${tab}accessible$" -e "${tab}guess$" every >edges.$analysis.$level
        if [ $level != resolved ]; then
            called edges.$analysis.$level >seen
            same any seen "$analysis, part of a JDK: what goes to unknown calls and comes back, at $level"
        fi
        is "$(awk -F'\t' '$7 == "init" && $6 !~ /^java\/lang\/Class\./ {
            n[$1 ~ /any\/Any.loads/ ? "loads" : $1 ~ /any\/Any.flagged/ ? "flagged" : "else"] = 1 }
            END { print n["loads"] + 0, n["flagged"] + 0 }' all)" \
            "0 $(if [ $level = resolved ]; then echo 0; else echo 1; fi)" \
            "$analysis, part of a JDK: what only loads initialises nothing, at $level"
        is "$level $(awk -F'\t' '$7 == "accessible"' all | wc -l)" "$level 0" \
            "$analysis, part of a JDK: nothing is made accessible at $level"
        [ -z "$before" ] || within edges.$analysis.$level edges.$analysis.$before \
            "$analysis, part of a JDK: all edges at $level are among those at $before"
        before=$level
    done
done
# On a value of a class that is missing RTA selects nothing: calls of what Object has are
# left out.
of_known() { grep -v "\.\(equals\|hashCode\|toString\|clone\|getClass\|wait\|notify\|notifyAll\):[^$tab]*${tab}call\$" "$1"; }
for level in $levels; do
    of_known edges.0cfa.$level >known
    within edges.rta.$level edges.cha.$level "$level: rta is within cha"
    within known edges.rta.$level "$level: 0cfa is within rta"
    within edges.and.$level edges.0cfa.$level "$level: and is within 0cfa"
done

# --- --levels-table ------------------------------------------------------------------

# table ANALYSIS OPTION...: of the same program with that part of a JDK
table() {
    analysis=$1
    shift
    # shellcheck disable=SC2086
    "$CCINSTR" graph --levels-table --analysis $analysis --main p.Main $small "$@" classes 2>err
}

# stat_row LEVEL OPTION...: what --stats says, in the order of the table
stat_row() {
    level=$1
    shift
    # shellcheck disable=SC2086
    "$CCINSTR" graph --dynamic $level --analysis rta --main p.Main $small --stats "$@" classes 2>err |
        awk -F'\t' '{ v[$1] = $2 }
            END { print v["methods_reachable"], v["edges"], v["edges_reflect"] + 0,
                v["edges_accessible"] + 0, v["edges_guess"] + 0, v["reflect_makes"] + 0,
                v["reflect_makes_resolved"] + 0, v["reflect_calls"] + 0,
                v["reflect_calls_resolved"] + 0, v["set_accessible"] + 0 }'
}

table rta --format tsv >rows.tsv
for level in off $levels; do
    # Without reflection --stats counts no edges by kind.
    is "$(awk -F'\t' -v l=$level '$1 == l {
        print $2, $3, l == "off" ? 0 : $4, $5, $6, $10, $11, $12, $13, $14 }' rows.tsv)" \
        "$(stat_row $level)" "--levels-table: $level"
done
is "$(awk -F'\t' '$1 == "no-resource-names" { print $2, $3, $4, $5, $6, $10, $11, $12, $13, $14 }' rows.tsv)" \
    "$(stat_row resolved --no-resource-names)" '--levels-table: without resource names'
same_rows() { sed 's/[0-9.]*$//' | tr -s '\t' ' '; }
is "$(table rta --format json | sed 's/"[a-z_]*"://g; s/[{}"]//g' | tr ',' '\t' | same_rows)" \
    "$(tail -n +2 rows.tsv | same_rows)" '--levels-table: JSON'
table rta >rows.txt
is "$(awk '/^Reachable/ { late = 1 } !late && NF > 8 && !/CPU|^The/ { print $1, $2, $4 }' rows.txt)" \
    "$(tail -n +2 rows.tsv | cut -f 1-3 | tr '\t' ' ')" '--levels-table: methods and edges as text'
is "$(awk '/^Reachable/ { late = 1; next } late && NF > 8 { print $1, $2, $3, $5, $6, $8, $9, $11 }' rows.txt)" \
    "$(tail -n +3 rows.tsv | cut -f 1,8-14 | tr '\t' ' ')" '--levels-table: calls as text'
is "$(awk 'NR == 4 { print $1, $2, $4, $5, $6, $7 }' rows.txt)" '18 90 9 10 4 1' \
    '--levels-table: what the component has'
is "$(awk '/^(casts|behaved) .*[.]/ { print $3 }' rows.txt | head -n 2 | tr '\n' ' ')" \
    "- $(awk -F'\t' '$1 == "behaved" { n = $2 } $1 == "casts" { printf "%.1f", 100 * ($2 - n) / n }' rows.tsv) " \
    '--levels-table: percents'
is "$(for form in '' '--format tsv'; do
    # shellcheck disable=SC2086
    table cha $form | sed 's/[0-9.]*$//' | cksum
    # shellcheck disable=SC2086
    "$CCINSTR" graph --levels-table --main p.Main $small $form classes 2>err | sed 's/[0-9.]*$//' | cksum
done | uniq -d | wc -l)" 2 '--levels-table: cha unless another is asked for'
"$CCINSTR" graph --levels-table --dynamic casts --main p.Main classes >out 2>err
is "$?" 2 '--levels-table: of all levels'

# A property decides, and is told among those that were read.
# shellcheck disable=SC2086
graph environment rta p.Main --property my.handler=q.EnvOther $small
found >found
is "$(grep env@ found | cut -d' ' -f 3 | tr '\n' ' ')" 'EnvOther.<clinit> EnvOther.<init>() EnvOther.<clinit> ' \
    '--property' || diag found

# What string constants name may be meant where nothing is known.
"$CCINSTR" graph --dynamic resolved --analysis rta --main p.Main --from p.Main classes >out
is "$(awk -F'\t' '$1 ~ /none/ && $7 == "guess" && $2 == 1 { print $6 }' out | tr '\n' ' ')" \
    'q/EnvDefault.<clinit>:()V q/Inv.<clinit>:()V q/Lit.<clinit>:()V ' 'guesses' || diag out

# What stays unknown is a gap, the component's first; what is known of it is told.
run "$CCINSTR" graph --dynamic resolved --analysis rta --main p.Main --gaps classes
is "$(grep '^reflect' out | head -n 3 | cut -f 2,3,5 | sed 's/:([^)]*)[^[:space:]]*//' | sed 's/[0-9]* found/N found/' | tr '\t\n' ' |')" \
    'p/Main.none 1 N found|p/Main.none 24 N found|p/Main.none 6 N found|' 'gaps of the component' ||
    diag out

# Without the class the edge goes, and no other comes.
mkdir less && cp -R classes/. less && rm less/q/StrA.class
mv classes whole && mv less classes
# shellcheck disable=SC2086
graph resolved rta p.Main $small
found >found
is "$(grep -c 'str@' found)" 0 'a class that is gone is no target'
done_testing
