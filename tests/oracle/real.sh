#!/bin/sh
# SPDX-License-Identifier: MIT
# real.sh - real programs: what their instrumented jars record against what their stacks
# show (truth.c), chain by chain, with levels and hits. Prints TAP.
#
#     real.sh CCINSTR DATACHAINS [NAME...]       (make check-truth: all)
#
# Chains that the analysis does not predict, where reflection is, are in no forest: they
# are left out, and that something unpredicted was noted is asked for instead.
# A program is skipped where its jar or its input is not there.

set -u
LC_ALL=C TZ=UTC
export LC_ALL TZ
unset CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CCINSTR_DATA
here=$(cd "$(dirname "$0")" && pwd) || exit 2
in=$here/../workloads/in
jars=${REAL_JARS:-/usr/share/java}
[ $# -ge 2 ] || {
    echo 'usage: real.sh CCINSTR DATACHAINS [NAME...]' >&2
    exit 2
}
ccinstr=$(readlink -f "$1") datachains=$(readlink -f "$2")
shift 2
names=" ${*:-cup javacc jjtree antlr2 bsh rhino} "
T=$(mktemp -d "${TMPDIR:-/tmp}/real.XXXXXX") || exit 2
trap 'rm -rf "$T"' EXIT
number=0 failed=0

point() {       # ok|not-ok TEXT
    number=$((number + 1))
    case $1 in
    ok) echo "ok $number - $2" ;;
    *)
        failed=$((failed + 1))
        echo "not ok $number - $2"
        ;;
    esac
}

# of_forest FILE: without those that are in no forest.
of_forest() {
    awk -F'\t' 'NR == FNR { is[$1 "\t" $2]; next } ($1 "\t" $3) in is' "$T/forest" "$1"
}

# program NAME DEPTH JAR CLASSPATH MAIN ARGUMENT...
program() {
    name=$1 depth=$2 jar=$jars/$3 path=$4 main=$5
    shift 5
    case $names in
    *" $name "*) ;;
    *) return ;;
    esac
    [ -f "$jar" ] || {
        point ok "$name # SKIP no $jar"
        return
    }
    rm -rf "$T/new" "$T/data" "$T/1" "$T/2"
    mkdir "$T/data" "$T/1" "$T/2"
    cp -L "$jar" "$T/app.jar"
    "$ccinstr" instrument --main "$main" --depth "$depth" --classpath "$path" -o "$T/new" \
        "$T/app.jar" >"$T/log" 2>&1 || {
        sed 's/^/# /' "$T/log"
        point not-ok "$name: instrumented"
        return
    }
    "$ccinstr" forest "$T/new/ccinstr.plan" --format tsv --limit 0 | cut -f 1,4 >"$T/forest"
    unzip -Z1 "$jar" '*.class' | sed '/META-INF/d; s/\.class$//' >"$T/own"
    (cd "$T/1" && sh "$here/truth.sh" --agent "$T/truth.so" --depth "$depth" "$T/own" \
        "$T/truth" -- -cp "$T/app.jar:$path" "$main" "$@" >"$T/out.1" 2>"$T/err.1")
    (cd "$T/2" && java -Dccinstr.data="$T/data/" -cp "$T/new/app.jar:$path" "$main" "$@" \
        >"$T/out.2" 2>"$T/err.2")
    "$datachains" "$T/new/ccinstr.plan" "$T"/data/*.ccd >"$T/all" || : >"$T/all"
    grep -v '^#' "$T/all" >"$T/got"
    of_forest "$T/truth" >"$T/wanted"
    all=$(wc -l <"$T/truth") of=$(wc -l <"$T/wanted")
    if diff "$T/got" "$T/wanted" >"$T/diff" && [ "$of" -ge 100 ]; then
        point ok "$name: $of chains, each as often as the stacks show ($all with those of no forest)"
    else
        head -n 10 "$T/diff" | cut -c 1-300 | sed 's/^/# /'
        point not-ok "$name: $of chains of the stacks, $(wc -l <"$T/got") recorded"
    fi
    [ "$all" -eq "$of" ] || {
        [ "$(grep -c '^#\(receiver\|entry\|chain\)' "$T/all")" -gt 0 ]
        case $? in
        0) point ok "$name: what was not predicted is noted" ;;
        *) point not-ok "$name: what was not predicted is noted" ;;
        esac
    }
}

mkdir "$T/none"
program cup 4 cup.jar "$jars/cup_runtime.jar" java_cup.Main -destdir . -nosummary "$in/calc.cup"
program javacc 4 javacc.jar "$T/none" javacc -OUTPUT_DIRECTORY=. "$in/Calc.jj"
program jjtree 5 javacc.jar "$T/none" jjtree -OUTPUT_DIRECTORY=. "$in/Calc.jjt"
program antlr2 4 antlr.jar "$T/none" antlr.Tool -o . "$in/calc2.g"
program bsh 4 bsh.jar "$T/none" bsh.Interpreter "$in/b.bsh"
program rhino 3 rhino.jar "$T/none" org.mozilla.javascript.tools.shell.Main -opt -1 "$in/b.js"
echo "1..$number"
[ "$failed" -eq 0 ]
