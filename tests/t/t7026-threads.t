#!/bin/sh
# SPDX-License-Identifier: MIT
# t7026-threads.t - 64 threads on the same few nodes: what is covered is the same as with
# one, no count is too high, with exact counts none is lost, and the file says which.
. "${srcdir:-.}/tests/lib.sh"
need java javac

javac -g -d classes "$srcdir/tests/fixtures/run/Hammer.java"
run "$CCINSTR" instrument --analysis rta --interface-level package --depth 8 -o new classes
is "$status" 0 'instrumented'

# hammer THREADS TIMES OPTION...: chains from work on, and counts.
hammer() {
    threads=$1 times=$2
    shift 2
    rm -rf data
    mkdir data
    java -Dccinstr.data=data/ "$@" -cp new/classes run.Hammer "$threads" "$times" \
        >printed 2>err
    is "$(cat printed err)" '' "$threads threads $*: it runs"
    "$builddir/tests/tools/datachains" new/ccinstr.plan data/*.ccd >all
    # From run() or from main: work is the first call of either.
    grep 'run/Hammer\.work:(I)V' all | sed "s/^.*run\/Hammer\.work:(I)V//" >got
    "$builddir/tests/tools/datadump" data/*.ccd | tail -n 1 | grep -o 'threads=.*' >sums
}

# told COUNTS: by reports and answers, to people and programs.
told() {
    about='several threads ran: numbers of times may be too low; what is covered is exact'
    lines=0
    [ "$1" != about ] || lines=1
    plan=new/ccinstr.plan
    for asked in hot 'reach run/Hammer.work' 'chains run/Hammer.work' 'entry run/Hammer.work' \
        'site run/Hammer.work' \
        "why-not $(cut -f 1 got | sed -n 2p | sed 's/^/run\/Hammer.work:(I)V /')" \
        "compare $(echo data/*.ccd)" uncovered; do
        case $asked in uncovered) n=0 ;; *) n=$lines ;; esac
        # shellcheck disable=SC2086  # words
        run "$CCINSTR" query $plan data/*.ccd $asked
        is "$status $(grep -c "^$about\$" out) $(tail -n 1 out | grep -c "^$about\$")" "0 $n $n" \
            "$1: query $asked, at the end: $n"
        # shellcheck disable=SC2086
        "$CCINSTR" query --format json $plan data/*.ccd $asked >out
        like out "^{\"question\":\"[a-z-]*\",\"counts\":\"$1\"" 'and as JSON'
    done
    like out '"uncovered"' 'uncovered, too'
    COLUMNS=80 "$CCINSTR" report $plan data/*.ccd >out
    is "$(grep -c "^$about\$" out)" "$lines" "$1: report: $lines"
    for what in chains rc entries; do
        run "$CCINSTR" report $plan data/*.ccd --what $what
        is "$status$(cat err)" 0 "$1: --what $what says nothing"
        run "$CCINSTR" report $plan data/*.ccd --what $what -v
        is "$(grep -c "note: $plan: $about\$" err)" "$lines" "unless asked with -v: $lines"
    done
}

# By hand: of 1000 numbers half go to each nail; of Iron's calls of hit, all go on to leaf,
# of Wood's those of even halves; leaf goes deeper but for 0.
hammer 1 1000
cp got one
sed 's/[0-9][0-9]* [^ ]* run\/Hammer[.$]\([A-Za-z.]*\):[^ \t]*/\1/g; s/^ *//' one >names
cat >wanted <<END
${tab}1
once${tab}1000
once Iron.hit${tab}500
once Iron.hit leaf${tab}500
once Iron.hit leaf deeper${tab}499
once Wood.hit${tab}500
once Wood.hit leaf${tab}250
once Wood.hit leaf deeper${tab}249
once leaf${tab}1000
once leaf deeper${tab}999
END
same names wanted 'one thread: chains and counts'
is "$(cat sums)" 'threads=1 counts=alone' 'and says that there was one'
told alone

# multiply FILE N: its counts as often.
multiply() {
    awk -v n="$2" 'BEGIN { FS = OFS = "\t" } { $2 *= n; print }' "$1"
}
multiply one 64 >truth

hammer 64 1000 -Dccinstr.counts=exact
same got truth '64 threads, exact: all counts'
is "$(cat sums)" 'threads=65 counts=exact' 'and says so'
told exact

for i in 1 2 3; do
    hammer 64 1000
    cut -f 1 got >covered
    cut -f 1 truth >wanted
    same covered wanted "64 threads, $i: the same chains"
    is "$(paste got truth | awk -F'\t' '$2 > $4 || $2 == 0')" '' "$i: none too often, or never"
    is "$(cat sums)" 'threads=65 counts=about' "$i: and says that counts may be lost"
done
told about
done_testing
