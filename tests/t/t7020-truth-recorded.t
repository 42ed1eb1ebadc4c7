#!/bin/sh
# SPDX-License-Identifier: MIT
# t7020-truth-recorded.t - what instrumented programs record is what their stacks show: the same
# chains at the same levels, as often (tests/oracle/truth.c), with the fast path and
# without it. The programs are those of t3010-truth-agent.t and tests/fixtures/run.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar "${CC:-cc}"
home=$(home_of javac)
[ -f "$home/include/jvmti.h" ] || skip_all "no jvmti.h below $home"
truth=$srcdir/tests/oracle/truth.sh
depth=6

# record OUT JAVA-ARGUMENT...: the chains that a run with probes leaves.
record() {
    out=$1
    shift
    rm -rf data
    mkdir data
    "$home/bin/java" -Xverify:all -Dccinstr.data=data/ "$@" >printed 2>err
    "$builddir/tests/tools/datachains" new/ccinstr.plan data/*.ccd >all
    grep -v '^#' all >"$out"
}

# What the analysis does not predict is no chain of the forest (tests/oracle/real.sh
# asks that it is noted).
of_forest() {
    awk -F'\t' 'NR == FNR { is[$1 "\t" $2]; next } ($1 "\t" $3) in is' forest "$1"
}

mkdir library classes
pass_if 'the library compiles' javac -g -d library "$srcdir/tests/fixtures/truth/lib/Library.java"
programs='Backs Calls Crowd Inits Lambdas Makers Texts Threads Throws'
for program in $programs; do
    echo "$srcdir/tests/fixtures/truth/$program.java"
done >sources
echo "$srcdir/tests/fixtures/run/Run.java" >>sources
pass_if 'the programs compile' javac -g -cp library -d classes @sources
# All in one component, whose entries are what is not private.
(cd classes && find . -name '*.class' | sed 's|^\./||; s|\.class$||') >own
run "$CCINSTR" instrument --interface-level package --depth $depth --classpath library \
    -o new classes
is "$status$(grep -c error err)" 00 'instrumented'
"$CCINSTR" forest new/ccinstr.plan --format tsv --limit 0 | cut -f 1,4 >forest

# compare NAME MAIN
compare() {
    name=$1 main=$2
    sh "$truth" --agent "$PWD/truth.so" --depth $depth own all.wanted -- \
        -cp classes:library "$main" >wanted.printed 2>err
    of_forest all.wanted >wanted
    record got -cp new/classes:library "$main"
    same printed wanted.printed "$name: prints the same"
    is "$([ "$(wc -l <got)" -ge 2 ]; echo $?)" 0 "$name: there are some"
    record slow -Dccinstr.fastpath=off -cp new/classes:library "$main"
    if [ "$name" = Crowd ]; then
        # Threads that meet may miss a hit, but never the first.
        cut -f 1-3 wanted >covered
        for how in got slow; do
            cut -f 1-3 $how >$how.covered
            same $how.covered covered "$name: the chains of the stacks, $how"
        done
    else
        same got wanted "$name: the chains of the stacks"
        same slow wanted "$name: without the fast path"
    fi
    record exact -Dccinstr.counts=exact -cp new/classes:library "$main"
    same exact wanted "$name: with exact counts"
}

for program in $programs; do
    compare "$program" "truth.$program"
done
compare Run run.Run
done_testing
