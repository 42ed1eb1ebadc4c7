#!/bin/sh
# SPDX-License-Identifier: MIT
# t7027-scale.t - a ring of N methods, all entries, each called from outside so that a
# chain of N calls begins there: about N * N states in the plan, and as many path nodes in
# the data file, each with one hit. RING says N; make check-scale takes 1000.
. "${srcdir:-.}/tests/lib.sh"
need java javac
n=${RING:-100}

mkdir ring driver
awk -v n="$n" '
    function file(i) { return "ring/R" int(i / 100) ".java" }
    BEGIN {
        for (i = 0; i < n; i++) {
            if (i % 100 == 0) {
                print "package ring; public class R" int(i / 100) " {" >file(i)
            }
            j = (i + 1) % n
            printf "    static int m%d(int n) { return n == 0 ? 0 : 1 + R%d.m%d(n - 1); }\n",
                i, int(j / 100), j >file(i)
            if (i % 100 == 99 || i == n - 1) { print "}" >file(i) }
        }
        print "package ring; public class Driver { public static void main(String[] a) {" \
            >"driver/Driver.java"
        print "int k = Integer.parseInt(a[0]), e = Integer.parseInt(a[1]), n = 0;" \
            >"driver/Driver.java"
        for (i = 0; i < n; i++) {
            printf "if (e > %d) { n += R%d.m%d(k); }\n", i, int(i / 100), i \
                >"driver/Driver.java"
        }
        print "System.out.println(n); } }" >"driver/Driver.java"
    }'
javac -d classes ring/*.java
javac -cp classes -d out driver/Driver.java

# timed COMMAND...: its CPU seconds to the file cpu.
timed() {
    (
        "$@" >printed 2>err </dev/null
        echo $? >status
        times >times
    )
    status=$(cat status)
    # The second line is of the children.
    awk 'NR == 2 { split($1 "m" $2, w, /[ms]+/)
        printf "%.2f\n", w[1] * 60 + w[2] + w[3] * 60 + w[4] }' times >cpu
}

timed "$CCINSTR" instrument --analysis rta --interface-level package --depth "$n" -o new classes
is "$status" 0 'instrumented'
diag err
echo "# $(cat cpu) s of CPU, plan $(wc -c <new/ccinstr.plan) bytes"
"$CCINSTR" forest new/ccinstr.plan --stats >stats
is "$(awk '$1 == "states" { print ($2 >= n * n) }' n="$n" stats)" 1 'a state for each edge left'

# ring CHAINS OPTION...: one after another, from each entry.
ring() {
    chains=$1
    shift
    rm -rf data
    mkdir data
    timed java -Xss16m -Dccinstr.data=data/ "$@" -cp new/classes:out ring.Driver "$n" "$chains"
    is "$(cat printed err)" $((n * chains)) "$chains chains $*: it runs"
    echo "# $(cat cpu) s of CPU, data file $(cat data/*.ccd | wc -c) bytes"
}

# Twice: with the library and the plan not yet cached, it is slower.
ring 1
ring 1
echo "# the first event is to come in less than 2 s of CPU: $(cat cpu)"
ring "$n"
"$builddir/tests/tools/datadump" data/*.ccd >dump
is "$(tail -n 1 dump | grep -o 'nodes=[0-9]* events=[0-9]* different=[0-9]*')" \
    "nodes=$((n * (n + 1))) events=$((n * (n + 1))) different=$((n * (n + 1)))" \
    'every node is there, with one hit'
# Node by node: below each root one chain, whose n + 1 nodes are of the methods in turn.
awk '$1 == "node" {
        split($3, parent, "=")
        p = parent[2]
        depth[$2] = p ? depth[p] + 1 : 0
        if (p && child[p]++) { print "two below " p }
        many[depth[$2]]++
        slots += 16
        split($6, s, "=")
        slots += 8 * s[2]
    }
    END {
        for (i = 0; i <= n; i++) { if (many[i] != n) { print many[i] " of depth " i } }
        if (slots >= 2 ^ 31) { print "a table of " slots " bytes" }
    }' n="$n" dump >wrong
is "$(head -n 5 wrong)" '' 'one chain from each entry, and a table below 2 GiB'
# The plan goes past the heap of the program.
ring 1 -Xmx16m
is "$(find data -name '*.ccd' | wc -l)" 1 'a small heap is enough'

# A limit on files, which is larger than the library: the program goes on, and is told once.
rm -rf data
mkdir data
(
    ulimit -f 400
    java -Xss16m -XX:-UsePerfData -Dccinstr.data=data/ -cp new/classes:out ring.Driver \
        "$n" "$n" >printed 2>err
)
is "$(cat printed)" $((n * n)) 'a full file: it runs'
is "$(cat err)" 'ccinstr: incomplete: the data file is as long as files may be (ulimit -f)' \
    'a full file: one line, which says why'
"$CCINSTR" report new/ccinstr.plan data/*.ccd >report
like report '^incomplete: there was no room' 'a full file: the report says so'
done_testing
