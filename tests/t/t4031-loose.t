#!/bin/sh
# SPDX-License-Identifier: MIT
# t4031-loose.t - what the program puts where nobody follows it, or what a file names
# (--resources), comes to reflection that takes what is not known.
#
# fixtures/loose has a program for each way, which says what is found of package parts.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need javac
made small

loose=$srcdir/tests/fixtures/loose
javac -nowarn -Xlint:-options -d all "$loose"/*.java "$loose"/parts/*.java 2>log || diag log
for program in "$loose"/*.java; do
    main=$(basename "$program" .java)
    mkdir "$main" && cp -r all/parts all/"$main".class all/"$main"\$*.class "$main" 2>/dev/null
done

# found MAIN OPTION...: targets in package parts of what Main does by reflection.
found() {
    main=$1
    shift
    "$CCINSTR" graph --dynamic resolved --main "$main" --from "$main" "$@" "$main" 2>err |
        awk -F'\t' '$4 ~ /^java/ && $6 ~ /^parts/ { print $6 }' |
        sed 's,parts/,,; s,:.*,,' | sort -u | tr '\n' ' '
}

for program in "$loose"/*.java; do
    main=$(basename "$program" .java)
    sed -n 's,^// finds: *,,p' "$program" | sed 's,$, ,; s,^ $,,' >want
    is "$(found "$main" --analysis rta)" "$(cat want)" "$main: rta"
    # With a whole JDK these take ten times as long.
    for analysis in 0cfa and; do
        is "$(found "$main" --analysis $analysis --jdk small)" "$(cat want)" "$main: $analysis"
    done
done
is "$(found Names --analysis cha --jdk small)" 'Fan.<clinit> ' 'cha: the same'
is "$(found Products --analysis cha --jdk small --dynamic strings | wc -w)" 2 'any class is more than some'
"$CCINSTR" graph --dynamic resolved --analysis rta --main Opened --from Opened Opened 2>err >out
like out "Locked.turn:\(\)V${tab}guess\$" 'what is made accessible stays a guess'

# A file of the user's.
echo 'parts.Fan # parts.Pump' >list
is "$(found Given --analysis rta --resources list)" 'Fan.<clinit> ' 'a list of names'
echo '<x class="parts.Fan"/><y> parts.Pump </y>' >conf.xml
is "$(found Given --analysis rta --resources conf.xml)" 'Fan.<clinit> Pump.<clinit> ' 'XML'
is "$(found Given --analysis rta --resources list --resources conf.xml --no-resource-names)" \
    'Fan.<clinit> Pump.<clinit> ' 'several, and no others'
is "$(cat err)" '' 'nothing is said'
mkdir -p bare && cp Given/Given.class bare
printf 'public class Bare { static { System.out.println(); } }' >Bare.java && javac -d bare Bare.java
echo 'Bare' >list
"$CCINSTR" graph --dynamic resolved --analysis rta --main Given --from Given --resources list bare 2>err >out
like out "Bare.<clinit>:\(\)V${tab}guess\$" 'a class without a package'

# What is wrong with one is told.
: >empty
run "$CCINSTR" graph --dynamic resolved --analysis rta --main Given --resources empty Given
is "$status" 0 'an empty file: the graph is there'
like err '^ccinstr: warning: empty: it names no class' 'and a warning'
run "$CCINSTR" graph --dynamic resolved --analysis rta --main Given --resources none Given
is "$status" 3 'a file that is not there'
like err '^ccinstr: error: none: cannot open' 'is an error'
[ "$(id -u)" = 0 ] || {
    chmod 0 empty
    run "$CCINSTR" graph --dynamic resolved --analysis rta --main Given --resources empty Given
    is "$status" 3 'a file that nobody may read'
}
head -c 9000000 /dev/zero >large
run "$CCINSTR" graph --dynamic resolved --analysis rta --main Given --resources large Given
is "$status" 3 'one that is too large'
like err '^ccinstr: error: large: ' 'is an error, too'
head -c 100000 /dev/urandom >random
run "$CCINSTR" graph --dynamic resolved --analysis rta --main Given --resources random Given
is "$status" 0 'random bytes'

# A plan tells them; where one has changed it is made anew.
echo parts.Fan >list
plan() {
    "$CCINSTR" instrument -q --dynamic resolved --analysis rta --main Given --resources list -o new \
        Given 2>err
}
plan
"$CCINSTR" forest new/ccinstr.plan --tables >out
like out '^option .* key=resources value=list$' 'the plan names the file'
cp new/ccinstr.plan first
echo parts.Pump >list
plan
is "$(cmp -s first new/ccinstr.plan && echo same)" '' 'a list that has changed: another plan'

done_testing
