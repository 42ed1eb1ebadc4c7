#!/bin/sh
# SPDX-License-Identifier: MIT
# real.sh - real programs: what their instrumented jars record against what their stacks
# show (truth.c), chain by chain, with levels and hits. Prints TAP.
#
#     real.sh CCINSTR DATACHAINS [NAME...]       (make check-truth: all)
#
# Those of tests/oracle/threads run a library in many threads at once, all of which do the
# same: what is covered does not depend on their order then. With counts=exact each chain
# must have been entered as often; by default the set is compared, since threads that
# meet may miss a hit, but never the first.
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
names=" ${*:-cup javacc jjtree antlr2 bsh rhino Grammars Lambdas Caches Scripts} "
T=$(mktemp -d "${TMPDIR:-/tmp}/real.XXXXXX") || exit 2
[ -n "${REAL_KEEP-}" ] || trap 'rm -rf "$T"' EXIT
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

# wanted NAME JAR: whether it is, and can be.
wanted() {
    case $names in
    *" $1 "*) ;;
    *) return 1 ;;
    esac
    [ -f "$2" ] || {
        point ok "$1 # SKIP no $2"
        return 1
    }
    rm -rf "$T/jars" "$T/new" "$T/1"
    mkdir "$T/jars" "$T/1"
    cp -L "$2" "$T/jars/app.jar"
}

# path_of DIR: its jars.
path_of() {
    printf '%s:' "$1"/*.jar
}

# covered FILE: without how often, where threads may have met.
covered() {
    case $counts in
    plain) cut -f 1-3 "$1" ;;
    *) cat "$1" ;;
    esac
}

# recorded NAME CLASSPATH MAIN ARGUMENT...: what the instrumented jars leave, against
# $T/truth.
recorded() {
    name=$1 path=$2
    shift 2
    rm -rf "$T/data" "$T/2"
    mkdir "$T/data" "$T/2"
    case $counts in
    plain | exact) set -- "-Dccinstr.counts=$counts" "$@" ;;
    esac
    (cd "$T/2" && java "-Xlog:class+load:file=$T/loads:none" "-Dccinstr.data=$T/data/" \
        -cp "$(path_of "$T/new")$path" "$@" >"$T/out.2" 2>"$T/err.2")
    sh "$here/../workloads/loaded.sh" "$T/new" "$T/loads" ||
        point not-ok "$name: all classes from the instrumented jars"
    diff "$T/out.1" "$T/out.2" >"$T/diff" && diff "$T/err.1" "$T/err.2" >"$T/diff" || {
        head -n 10 "$T/diff" | cut -c 1-300 | sed 's/^/# /'
        point not-ok "$name: prints what it did"
    }
    "$datachains" "$T/new/ccinstr.plan" "$T"/data/*.ccd >"$T/all" || : >"$T/all"
    grep -v '^#' "$T/all" | covered - >"$T/got"
    of_forest "$T/truth" | covered - >"$T/wanted"
    all=$(wc -l <"$T/truth") of=$(wc -l <"$T/wanted")
    what="$of chains, each as often as the stacks show"
    [ "$counts" != plain ] || what="$of chains, those of the stacks"
    if diff "$T/got" "$T/wanted" >"$T/diff" && [ "$of" -ge 100 ]; then
        point ok "$name: $what ($all with those of no forest)"
    else
        head -n 10 "$T/diff" | cut -c 1-300 | sed 's/^/# /'
        point not-ok "$name: $what, $(wc -l <"$T/got") recorded"
    fi
    [ "$all" -eq "$of" ] || {
        [ "$(grep -c '^#\(receiver\|entry\|chain\)' "$T/all")" -gt 0 ]
        case $? in
        0) point ok "$name: what was not predicted is noted" ;;
        *) point not-ok "$name: what was not predicted is noted" ;;
        esac
    }
}

# compare NAME DEPTH CLASSPATH MAIN ARGUMENT...: $T/jars are the component.
compare() {
    name=$1 depth=$2 path=$3 main=$4
    shift 4
    "$ccinstr" instrument --main "$main" --depth "$depth" --classpath "$path" -o "$T/new" \
        "$T"/jars/*.jar >"$T/log" 2>&1 || {
        sed 's/^/# /' "$T/log"
        point not-ok "$name: instrumented"
        return
    }
    "$ccinstr" forest "$T/new/ccinstr.plan" --format tsv --limit 0 | cut -f 1,4 >"$T/forest"
    for jar in "$T"/jars/*.jar; do
        unzip -Z1 "$jar" '*.class'
    done | sed '/META-INF/d; s/\.class$//' >"$T/own"
    (cd "$T/1" && sh "$here/truth.sh" --agent "$T/truth.so" --depth "$depth" "$T/own" \
        "$T/truth" -- -cp "$(path_of "$T/jars")$path" "$main" "$@" >"$T/out.1" 2>"$T/err.1")
    for counts in $modes; do
        recorded "$name" "$path" "$main" "$@"
    done
}

# program NAME DEPTH JAR CLASSPATH MAIN ARGUMENT...
program() {
    wanted "$1" "$jars/$3" || return
    modes=default name=$1 depth=$2
    shift 3
    compare "$name" "$depth" "$@"
}

# threads NAME DEPTH JAR ARGUMENT...: the program NAME of tests/oracle/threads.
threads() {
    wanted "$1" "$jars/$3" || return
    modes='exact plain' name=$1 depth=$2
    shift 3
    javac -g -Xlint:none -cp "$T/jars/app.jar" -d "$T/$name" "$here/threads/$name.java" \
        >"$T/log" 2>&1 && jar --create --file "$T/jars/main.jar" -C "$T/$name" . || {
        sed 's/^/# /' "$T/log"
        point not-ok "$name: compiles"
        return
    }
    compare "$name" "$depth" "$T/none" "$name" "$@"
}

mkdir "$T/none"
program cup 4 cup.jar "$jars/cup_runtime.jar" java_cup.Main -destdir . -nosummary "$in/calc.cup"
program javacc 4 javacc.jar "$T/none" javacc -OUTPUT_DIRECTORY=. "$in/Calc.jj"
program jjtree 5 javacc.jar "$T/none" jjtree -OUTPUT_DIRECTORY=. "$in/Calc.jjt"
program antlr2 4 antlr.jar "$T/none" antlr.Tool -o . "$in/calc2.g"
program bsh 4 bsh.jar "$T/none" bsh.Interpreter "$in/b.bsh"
program rhino 3 rhino.jar "$T/none" org.mozilla.javascript.tools.shell.Main -opt -1 "$in/b.js"
threads Grammars 4 antlr.jar "$in/calc2.g"
threads Lambdas 7 commons-lang3.jar
threads Caches 3 guava.jar
threads Scripts 3 rhino.jar
echo "1..$number"
[ "$failed" -eq 0 ]
