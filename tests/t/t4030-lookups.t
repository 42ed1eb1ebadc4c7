#!/bin/sh
# SPDX-License-Identifier: MIT
# t4030-lookups.t - method handles and dynamic proxies whose classes, names and interfaces
# come from elsewhere, in all four analyses; what a JVM runs of them.
#
# fixtures/lookups has one method for each way, and above it what its calls run.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
made small

sources=$srcdir/tests/fixtures/lookups

# expected FILE: `method target`, from the comments.
expected() {
    sed -n 's,^ *// \([a-zA-Z]*\): \(.*\),\1 \2,p' "$sources/$1.java" |
        while read -r method targets; do
            for target in $targets; do
                case $target in
                proxy:*) echo "$method $target Handler.invoke()" ;;
                *) echo "$method $target" ;;
                esac
            done
        done | LC_ALL=C sort -u
}

# found ANALYSIS CLASS: the same, of a call graph; what runs on a proxy, too. With a whole
# JDK others than RTA take ten times as long.
found() {
    # shellcheck disable=SC2046
    "$CCINSTR" graph $([ "$1" = rta ] || echo --jdk small) --dynamic resolved --analysis "$1" \
        --main "finds.$2" --from 'finds.**' --to 'finds.**' classes 2>err |
        awk -F'\t' -v class="finds/$2" 'index($1, class) == 1 && $1 !~ /[.]main:/ {
            sub(/:.*/, "", $1); sub(/.*[.]/, "", $1)
            on = $5 ~ /^proxy/ ? $5 : $4 ~ /invokeExact|forName|findStaticGetter/ ? "" : "-"
            if (on == "-") next
            gsub("finds/", "", $6); sub(class ".", "", $6); sub(/^[A-Za-z]*[$]/, "", $6)
            if (on) { gsub("/", ".", on); on = on " "; sub(/:.*/, ":()", $6) }
            sub(/:/, "", $6); sub(/[)].*/, ")", $6)
            print $1, on $6 }' | LC_ALL=C sort -u
}

javac -nowarn -d classes "$sources"/*.java 2>log || diag log
for program in Finds Binds; do
    expected $program >expected
    ok "$([ -s expected ]; echo $?)" "$program: there are expectations"
    for analysis in cha rta 0cfa and; do
        found $analysis $program >found
        same expected found "$program, $analysis"
        is "$(grep -v ' missing, taken for' err)" '' "$analysis: nothing is said"
    done
done

# All that is expected runs.
java -cp classes finds.Finds | sed 's/(\(greet\|count\|wave\|sleep\))/()/' | LC_ALL=C sort -u >ran
expected Finds | sed 's/.* //' | LC_ALL=C sort -u >wanted
same wanted ran 'a JVM runs just that'
is "$(java -cp classes finds.Binds)" "$(expected Binds | sed 's/.* //')" 'and of a bound handle'

# The array that comes out of a map is a gap, and so says the graph.
"$CCINSTR" graph --dynamic resolved --analysis rta --main finds.Finds --gaps classes >out
is "$(awk -F'\t' '$2 ~ /^finds/ { print $1, $2, $3 }' out)" \
    'reflect finds/Finds.slept:(Ljava/util/Map;)V 23' 'what is unknown is a gap'
is "$("$CCINSTR" graph --dynamic off --analysis rta --main finds.Finds --gaps classes |
    awk -F'\t' '$2 ~ /^finds/ { print $1 }' | LC_ALL=C sort | uniq -c | tr -s ' \n' ' ')" \
    ' 7 handle 5 reflect ' 'all of it is one if nothing is followed'
done_testing
