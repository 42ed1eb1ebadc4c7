#!/bin/sh
# SPDX-License-Identifier: MIT
# t4010-graph.t - the call graphs of small programs, one per kind of language
# feature, are what somebody who read them says they are.
#
# tests/fixtures/graph/NAME/Main.java says in remarks, with short names (no
# package NAME, no descriptors):
#
#     //: CALLER > TARGET KIND RECEIVER     an edge from the instruction on the
#         line of code that the remark is on or below of, inside the package
#     //:cha CALLER > ...                   the same, of CHA alone
#     //? CALLER > TARGET KIND RECEIVER     an edge out of or into the package
#     //! METHOD                            never called, by RTA
#
# The edges inside the package must be exactly those.
. "${srcdir:-.}/tests/lib.sh"
need javac java
javac -version 2>&1 | grep -q '^javac 17' ||
    skip_all 'javac is not that of JDK 17, which numbers lambdas its own way'
home=$(home_of javac)
sources=$srcdir/tests/fixtures/graph

# expected MARK ANALYSIS FILE: the rows of the remarks.
expected() {
    awk -v mark="$1" -v analysis="$2" '
    !/^ *\/\// { line = NR }
    (at = index($0, "//" mark)) {
        n = split(substr($0, at + 3), word, " ")
        first = word[1] == "cha" ? 2 : 1
        if ((first == 1 && n != 5 && mark != "!") || (first == 1 && /\/\/[:?][^ ]/))
            print "a remark that is none: " $0
        if (first == 1 || analysis == "cha")
            print (mark == ":" ? line "\t" : "") word[first] "\t" \
                word[first + 2] "\t" word[first + 3] "\t" word[first + 4]
    }' "$3" | sort -u
}

# short: the columns line, caller, target, kind and receiver, with short names.
short() {
    awk -F'\t' 'NR > 1 { print $3 "\t" $1 "\t" $6 "\t" $7 "\t" $5 }' |
        sed "s#$1/##g; s#:([^[:blank:]]*##g" | sort -u
}

# Where nothing is about reflection it is left out: CHA takes half the time.
graph() {
    graph_name=$1
    shift
    case $graph_name in
    calls | inits | lambdas) set -- --dynamic off "$@" ;;
    esac
    "$CCINSTR" graph --jdk "$home" --main "$graph_name.Main" "$@" "$graph_name"
}

for program in calls inits lambdas handles runtime; do
    mkdir "$program"
    cp -r "$sources/$program" src-$program
    (cd src-$program && find . -path '*META-INF*' -type f) |
        while read -r file; do
            mkdir -p "$program/$(dirname "$file")"
            cp "src-$program/$file" "$program/$file"
        done
    pass_if "$program: compiles" javac -g -nowarn -XDsuppressNotes \
        -d "$program" "$sources/$program/Main.java"
    for analysis in rta cha; do
        graph $program --analysis $analysis --to "$program.**" >into.$analysis 2>err
        is "$?" 0 "$program: $analysis"
        is "$(cat err)" '' "$program: $analysis is silent"
        awk -v package="$program/" 'NR == 1 || index($0, package) == 1' into.$analysis \
            >$program.$analysis.tsv
        short $program <$program.$analysis.tsv >got
        expected : $analysis "$sources/$program/Main.java" >want
        same got want "$program: $analysis has the edges of its remarks"
        graph $program --analysis $analysis --from "$program.**" | cat into.$analysis - |
            short $program | cut -f2- | sort -u >around
        expected '?' $analysis "$sources/$program/Main.java" |
            comm -23 - around >missing
        is "$(cat missing)" '' "$program: $analysis has those around it"
    done
    comm -23 $program.rta.tsv $program.cha.tsv >only
    is "$(cat only)" '' "$program: what RTA has, CHA has"
    graph $program --analysis rta --methods --to "$program.**" | cut -f1 |
        sed "s#$program/##g; s#:(.*##" | sort -u >methods
    expected '!' rta "$sources/$program/Main.java" | cut -f1 |
        comm -12 - methods >called
    is "$(cat called)" '' "$program: what is never called is not reachable"
done
is "$(cat want missing | grep -c 'a remark')" 0 'all remarks were understood'

# What a stream makes of a lambda is known to analyses that follow objects, too.
for analysis in 0cfa and; do
    graph runtime --analysis $analysis --from 'runtime.Main.streams' \
        --from java.lang.invoke.SerializedLambda.readResolve --to 'runtime.**' |
        cut -f 1,5- | grep -c 'readResolve.*deserializeLambda\|streams.*lambda:.*Main.work' >ends
    is "$(cat ends)" 2 "$analysis: a lambda that is written and read"
done

# The JVM runs a method of its own at the end of each thread, which is not of the package.
graph runtime --analysis rta --from java.lang.Thread.start0 --to java.lang.Thread.exit |
    awk -F'\t' '$5 ~ /^runtime/ { print $5, $7 }' >ends
is "$(cat ends)" "$(printf 'runtime/Hook thread\nruntime/Worker thread')" 'threads end'

# Handles that the JDK found for itself are not called here.
graph handles --analysis rta --from 'handles.**' | awk -F'\t' '$7 == "handle" && $6 !~ /^handles/' >ends
is "$(cat ends)" '' 'calls of handles run no handles of the JDK'

golden calls.rta.tsv "$srcdir/tests/golden/graph-calls.tsv" graph-calls.tsv
golden inits.rta.tsv "$srcdir/tests/golden/graph-inits.tsv" graph-inits.tsv
done_testing
