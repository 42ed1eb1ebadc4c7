#!/bin/sh
# SPDX-License-Identifier: MIT
# t7024-beside-chains.t - what runs beside chains is listed, each with its count: exception
# handlers, when --exceptions warn asks for them, initialisers and finalizers. The remarks
# of tests/fixtures/run/Beside.java say what runs how often.
. "${srcdir:-.}/tests/lib.sh"
need java javac
source=$srcdir/tests/fixtures/run/Beside.java

javac -g -nowarn -d classes "$source" 2>javac.log
for how in ignore warn; do
    run "$CCINSTR" instrument --analysis rta --exceptions $how --main run.Beside -o $how classes
    is "$status" 0 "--exceptions $how: instrumented"
done
"$CCINSTR" forest warn/ccinstr.plan --tables >tables

# wanted THREADS KIND...: line, kind and count of the remarks.
wanted() {
    threads=$1
    shift
    awk -v threads="$threads" -v kinds=" $* " '
        match($0, /@[a-z]+ [0-9]+/) {
            split(substr($0, RSTART + 1, RLENGTH - 1), w, " ")
            n = w[2] * (w[1] == "handler" && !/ once$/ ? threads : 1)
            if (n && index(kinds, " " w[1] " ")) { print NR, w[1], n }
        }' "$source"
}

# got: the same of the data file.
got() {
    "$builddir/tests/tools/datadump" data/*.ccd >dump
    awk '{
            delete n
            for (i = 1; i <= NF; i++) { if (split($i, w, "=") == 2) { n[w[1]] = w[2] } }
        }
        NR == FNR { line[$1, $2] = n["line"]; next }
        $1 == "handler" { print line["handler", n["handler"]], $1, n["count"] }
        $1 == "init" || $1 == "finalizer" { print line["method", n["method"]], $1, n["count"] }
        ' tables dump | sort -n
}

# program HOW THREADS OPTION...
program() {
    how=$1 threads=$2
    shift 2
    rm -rf data
    mkdir data
    java -Dccinstr.data=data/ "$@" -cp "$how/classes" run.Beside "$threads" \
        >printed 2>err
    is "$(tr '\n' ' ' <printed)$(cat err)" '5 100 ' "$how, $threads: the program runs"
    got >got.txt
}

program warn 1 -Xverify:all
wanted 1 handler init finalizer >wanted.txt
is "$([ "$(wc -l <wanted.txt)" -ge 12 ]; echo $?)" 0 'there are remarks'
same got.txt wanted.txt 'one thread: all that ran, as often'
program warn 8
wanted 8 handler init finalizer >wanted.txt
same got.txt wanted.txt 'eight threads: no count is lost'
program warn 1 -Dccinstr.fastpath=off
wanted 1 handler init finalizer >wanted.txt
same got.txt wanted.txt 'without the fast path'
"$CCINSTR" forest ignore/ccinstr.plan --tables >tables
program ignore 1
wanted 1 init finalizer >wanted.txt
same got.txt wanted.txt 'handlers only when they are asked for'
unlike tables '^option .* key=exceptions' 'and the plan says so only then'
done_testing
