#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - checks the call graphs of programs against recorded runs (README.md).
#
# Records each program with the agent, computes the graph with each analysis, with the
# roots that roots.txt lists, and compares. Prints TAP: one point per run and analysis.

set -u
LC_ALL=C TZ=UTC
export LC_ALL TZ
unset CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

here=$(cd "$(dirname "$0")" && pwd) || exit 2
top=$(cd "$here/../.." && pwd) || exit 2

usage() {
    cat <<'USAGE'
usage: run.sh [--analyses LIST] [--jdk HOME] [--keep DIR] [--jobs N]
              CCINSTR NAME...
       run.sh --no-roots [--dynamic LEVEL] [--analyses LIST] [--jdk HOME] [--keep DIR]
              [--recorded DIR] [--jobs N] CCINSTR NAME...
       run.sh [--no-roots] --record DIR [--jdk HOME] NAME...
       run.sh --features

A NAME is that of a workload of tests/workloads/workloads.txt or of a program in
tests/oracle/java; @features means all of these. A workload that runs java several
times is recorded each time; NAME:N records its run N only. --analyses is a list with commas
(default rta); NAME=LIST has one of its own. NAME+NAME+... are programs of tests/oracle/java
that are recorded one by one and share a graph, which enters the main of each: cheaper, and
a weaker check, since an edge may be there for another's sake. --record only records, --keep leaves records, roots and
comparisons in DIR (graphs are too large for that). --no-roots compares with a graph that is told nothing of
what reflection entered, made with --dynamic LEVEL (default resolved), and prints how much
of what was seen it has: a table, and with --keep what is missing (README.md). --recorded takes
what --no-roots --record DIR left, records what is not there, and keeps all in DIR. --features
lists the programs of tests/oracle/java.
Environment: CC (the compiler of the agent), JAVA_HOME.
USAGE
}

die() {
    echo "run.sh: $*" >&2
    exit 2
}

release_of() {
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Programs by folder: java/ for any JDK from 17 on, java/N/ compiled for that
# release (below 17) or run from that release on.
features() {
    (cd "$here/java" && grep -l '^ *public static void main(' ./*.java \
        ./[0-9]*/*.java ./generated/*.java) 2>/dev/null |
        sed 's|.*/||; s|\.java$||' | sort
}

build_tools() {
    include=$jdk/include
    [ -f "$include/jvmti.h" ] || die "no jvmti.h below $jdk"
    ${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O2 -fPIC -shared -I"$top" \
        -I"$include" -I"$include/linux" -o "$dir/agent.so" "$here/agent.c" \
        "$here/edges.c" "$here/names.c" -lpthread ||
        die "the agent does not compile"
    ${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O2 -o "$dir/check" "$here/check.c" ||
        die "the checker does not compile"
}

# --- Recording ---------------------------------------------------------------

# Without the JVM's second compiler, which costs more time than it saves.
compile() {
    "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -nowarn -Xlint:none -proc:none "$@"
}

# All programs of java/ into $dir/classes; the folders of one release apart.
compile_features() {
    classes=$dir/classes
    mkdir -p "$classes"
    {
        # shellcheck disable=SC2046,SC2086  # paths in this tree hold no spaces
        compile -d "$classes" \
            $(find "$here/java" -name '*.java' -not -path '*/java/[0-9]*' \
                -not -path '*/java/generated/*') &&
            cp -R "$here/java/META-INF" "$classes/" &&
            for folder in "$here"/java/[0-9]*; do
                compile_release "$folder" || exit
            done &&
            for source in "$here"/java/generated/*.java; do
                "$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp "$asm" "$source" "$classes" || exit
            done
    } >"$dir/javac" 2>&1 || {
        sed 's/^/# /' "$dir/javac"
        die "the programs of tests/oracle/java do not compile"
    }
}

compile_release() {
    n=${1##*/}
    if [ "$n" -lt 17 ]; then
        compile --release "$n" \
            -d "$classes" "$1"/*.java
    elif [ "$n" -le "$release" ]; then
        compile -d "$classes" \
            "$1"/*.java
    fi
}

source_of() {
    find "$here/java" -name "$1.java" | head -n 1
}

# record_feature NAME: runs it and compares what it prints with its source.
record_feature() {
    source=$(source_of "$1")
    work=$ORACLE_DIR/work
    mkdir "$work"
    sed -n 's|^ *// expect: \{0,1\}||p' "$source" >"$ORACLE_DIR/expected"
    # shellcheck disable=SC2046  # a list of options
    (cd "$work" && "$here/record.sh" -XX:+UseSerialGC -XX:-UsePerfData \
        $(sed -n 's|^// options: ||p' "$source") \
        -cp "$classes" "$1") >"$ORACLE_DIR/stdout" 2>"$ORACLE_DIR/stderr" \
        </dev/null
    if ! cmp -s "$ORACLE_DIR/expected" "$ORACLE_DIR/stdout"; then
        diff "$ORACLE_DIR/expected" "$ORACLE_DIR/stdout" |
            cat - "$ORACLE_DIR/stderr" | head -n 20 | sed 's/^/# /'
        echo "not ok - $1: prints something else than expected"
        return 1
    fi
}

record_workload() {
    WORKLOADS_JAVA=$here/record.sh WORKLOADS_TIMEOUT=600 \
        "$top/tests/workloads/run.sh" --jdk "$jdk" --original "${1%:*}" \
        >"$ORACLE_DIR/log" 2>&1
    result=$(grep -E '^(not )?ok' "$ORACLE_DIR/log")
    case $result in
    'ok '*'# SKIP'*)
        echo "ok - $1 # SKIP ${result##*# SKIP }"
        return 1
        ;;
    'ok '*) ;;
    *)
        sed 's/^/# /' "$ORACLE_DIR/log"
        echo "not ok - $1: does not run"
        return 1
        ;;
    esac
}

# record NAME: the runs of a program as $dir/NAME/N.
record() {
    ORACLE_DIR=$dir/$1 ORACLE_AGENT=$dir/agent.so JAVA_HOME=$jdk
    export ORACLE_DIR ORACLE_AGENT JAVA_HOME
    case $1 in
    *:*) ORACLE_ONLY=${1#*:} && export ORACLE_ONLY ;;
    esac
    rm -rf "$ORACLE_DIR"
    mkdir -p "$ORACLE_DIR" || exit 2
    if [ -n "$(source_of "$1")" ]; then
        record_feature "$1"
    else
        record_workload "$1"
    fi || return 1
    for run in "$ORACLE_DIR"/[0-9]*; do
        if [ "${ORACLE_ONLY:-${run##*/}}" != "${run##*/}" ]; then
            rm -r "$run"
            continue
        fi
        [ -s "$run/record.tsv" ] || {
            echo "not ok - $1: nothing was recorded"
            return 1
        }
    done
}

# --- Comparing ---------------------------------------------------------------

# verdict LABEL GRAPH_STATUS GRAPH_STDERR CHECK_STATUS CHECK_OUTPUT [REMARK]
verdict() {
    if [ "$2" -ne 0 ]; then
        head -n 20 "$3" | sed 's/^/# /'
        echo "not ok - $1: no graph"
    elif [ "$4" -eq 0 ]; then
        echo "ok - $(cat "$5")${6:-}"
    else
        head -n 40 "$5" | sed 's/^/# /'
        echo "not ok - $1: $(tail -n 1 "$5" | sed 's/.*: //')"
    fi
}

# told LABEL RUN: the record without what no bytecode enters and roots.txt does not list.
told() {
    awk -F'\t' -v label="$1" '
        function matches(pattern, text) {
            gsub(/[][\\.^$(){}+?|]/, "\\\\&", pattern)
            gsub(/\*/, ".*", pattern)
            return text ~ "^" pattern "$"
        }
        FNR == NR {
            if ($0 !~ /^#/ && split($0, word, " ") >= 4) {
                n++
                program[n] = word[1]; kind[n] = word[2]; callee[n] = word[3]
            }
            next
        }
        $5 ~ /^(reflect|native|upcall|vm)$/ {
            is = 0
            for (i = 1; i <= n && !is; i++)
                is = matches(program[i], label) && matches(kind[i], $5) && matches(callee[i], $3)
            if (!is) next
        }
        { print }' "$here/roots.txt" "$2/record.tsv" >"$2/told.tsv"
}

# roots_of LABEL RUN MAIN: what its graph is told of.
roots_of() {
    told "$1" "$2"
    "$dir/check" roots "$1" "$here/gaps.txt" "$2/told.tsv" "$3" || exit 2
}

# compare NAME RUN ANALYSIS: one point.
compare() {
    label=$1/$3/$release
    [ "${2##*/}" = 1 ] || label=$1.${2##*/}/$3/$release
    log=$2/$3
    roots_of "$label" "$2" "$(cat "$2/main")" >"$log.roots"
    mkfifo "$log.pipe" || exit 2
    "$ccinstr" graph --main "$(cat "$2/main")" --analysis "$3" --jdk "$jdk" \
        --roots "$log.roots" --format tsv "$2"/cp/*/* >"$log.pipe" \
        2>"$log.stderr" &
    graph=$!
    "$dir/check" edges "$label" "$here/gaps.txt" "$2/record.tsv" \
        <"$log.pipe" >"$log.check" 2>&1
    checked=$?
    graph_status=0
    wait $graph || graph_status=$?
    verdict "$label" $graph_status "$log.stderr" $checked "$log.check"
}

# --- Recall without roots -----------------------------------------------------

# classes_of RUN: the names of the classes on its class path.
classes_of() {
    for path in "$1"/cp/*/*; do
        case $path in
        *.jar) unzip -Z1 "$path" '*.class' 2>/dev/null ;;
        *) (cd "$path" && find . -name '*.class' | sed 's|^\./||') ;;
        esac
    done | sed 's|^META-INF/versions/[0-9]*/||; s|\.class$||' | sort -u
}

classes_of_jdk() {
    "$jdk/bin/jimage" list "$jdk/lib/modules" |
        sed -n 's|^ *\(.*\)\.class$|\1|p' | sort -u
}

# with_origins: a record with lines `origin at callee - from how caller offset` beside those
# of what reflection and native code entered.
with_origins() {
    awk -F'\t' -v OFS='\t' '/^#/ { next } { print }
        $5 ~ /^(reflect|native)$/ && $6 != "-" { print $6, $7, $3, "-", "from", $5, $1, $2 }' |
        sort -u
}

# marks RUN TO OPTION...: what a graph made with these options has of the record.
marks() {
    of=$1
    to=$2
    shift 2
    {
        timeout "$limit" "$ccinstr" graph --main "$(cat "$of/main")" --jdk "$jdk" "$@" \
            --format tsv "$of"/cp/*/* 2>"$to.stderr"
        echo $? >"$to.status"
    } | "$dir/check" marks - /dev/null "$of/origins" >"$to.marks" 2>>"$to.stderr"
    [ "$(cat "$to.status")" = 0 ] && [ -s "$to.marks" ] && return
    head -n 20 "$to.stderr" | sed 's/^/# /'
    return 1
}

# resources NAME LOG: options for what the program reads that stands in no jar.
resources() {
    sed -n "s/^$1 //p" "$here/resources.txt" | tr ' ' '\n' | while read -r word; do
        case $word in
        =*)
            echo "${word#=}" >>"$2.names"
            echo "--resources $2.names"
            ;;
        *) echo "--resources $top/tests/workloads/in/$word" ;;
        esac
    done
}

# gaps RUN TO OPTION...: method and offset of each gap of a graph made with these options.
gaps() {
    of=$1
    to=$2
    shift 2
    timeout "$limit" "$ccinstr" graph --gaps --main "$(cat "$of/main")" --jdk "$jdk" "$@" \
        "$of"/cp/*/* 2>/dev/null | cut -f 2,3 | sort -u >"$to.gaps"
}

# recall NAME RUN ANALYSIS: a row of the table, and what is missing.
recall() {
    label=$1
    [ "${2##*/}" = 1 ] || label=$1.${2##*/}
    log=$2/$3
    [ -s "$2/origins" ] || with_origins <"$2/record.tsv" >"$2/origins"
    classes_of "$2" >"$2/classes"
    "$dir/check" roots "$label/$3/$release" "$here/gaps.txt" "$2/record.tsv" \
        "$(cat "$2/main")" >"$log.roots" || exit 2
    rm -f "$log.names"
    # shellcheck disable=SC2046  # a list of options
    set -- "$1" "$2" "$3" $(resources "$1" "$log")
    analysis=$3
    run=$2
    name=$1
    shift 3
    if marks "$run" "$log.with" --analysis "$analysis" --dynamic "$dynamic" "$@" \
        --roots "$log.roots" &&
        marks "$run" "$log.without" --analysis "$analysis" --dynamic "$dynamic" "$@" &&
        gaps "$run" "$log" --analysis "$analysis" --dynamic "$dynamic" "$@"; then
        rm -f "$log.missing"
        awk -v program="$label" -v missing="$log.missing" -f "$here/recall.awk" \
            -v gaps="$log.gaps" \
            "$dir/jdk.classes" "$run/classes" "$log.with.marks" "$log.without.marks" \
            >"$log.row" || exit 2
        sed "s/^[^\t]*/&\t$analysis/" "$log.row"
        [ ! -f "$log.missing" ] || cat "$log.missing" >>"$dir/$name.missing"
    else
        echo "not ok - $label/$analysis/$release: no graph"
    fi
}

# taps NAME...: what each printed.
taps() {
    for name; do
        cat "$dir/$name.tap"
    done
}

# print_recall NAME...
print_recall() {
    printf '%s\t' program analysis edges 'with roots %' 'without %' missing entries \
        'entries %' 'at sites %' \
        methods 'methods %'
    printf '%s\t' 'made at run time'
    echo 'behind no gap'
    taps "$@"
    taps "$@" | awk -F'\t' -v OFS='\t' 'NF > 5 { edges += $3; missing += $6; entries += $7; silent += $13 }
        END { if (edges)
            print "all", "-", edges, "-", sprintf("%.2f", 100 - 100 * missing / edges), missing,
                entries, "-", "-", "-", "-", "-", silent }'
    for name; do
        cat "$dir/$name.missing" 2>/dev/null
    done | sort -t "$(printf '\t')" -k 1,1r -k 6,6nr \
        >"$dir/missing.tsv"
}

# shared_roots NAME...: the roots of the graph that these share, and the main of each.
shared_roots() {
    for name; do
        cat "$dir/$name/1/roots"
        echo "$name.main:([Ljava/lang/String;)V"
    done | sort -u
}

# compare_shared ANALYSIS NAME...: one graph, one point for each program.
compare_shared() {
    analysis=$1
    first=$2
    shift 2
    log=$dir/$first/$analysis
    shared_roots "$first" "$@" >"$log.roots"
    pipes=''
    checks=''
    for name in "$first" "$@"; do
        pipe=$dir/$name/$analysis.pipe
        mkfifo "$pipe" || exit 2
        "$dir/check" edges "$name/$analysis/$release" "$here/gaps.txt" \
            "$dir/$name/1/record.tsv" <"$pipe" >"$dir/$name/$analysis.check" 2>&1 &
        checks="$checks $name:$!"
        pipes="$pipes $pipe"
    done
    # shellcheck disable=SC2086  # a list of paths of our own
    {
        "$ccinstr" graph --main "$first" --analysis "$analysis" --jdk "$jdk" \
            --roots "$log.roots" --format tsv "$dir/$first/1"/cp/*/* 2>"$log.stderr"
        echo $? >"$log.status"
    } | tee $pipes >/dev/null
    graph_status=$(cat "$log.status")
    for check in $checks; do
        checked=0
        wait "${check#*:}" || checked=$?
        name=${check%:*}
        verdict "$name/$analysis/$release" "$graph_status" "$log.stderr" $checked \
            "$dir/$name/$analysis.check" ' (a shared graph)'
    done
}

# needs NAME: the release that a program needs, 0 for any.
needs() {
    case $(source_of "$1") in
    */java/[0-9]*/*) source_of "$1" | sed 's|.*/java/\([0-9]*\)/.*|\1|' ;;
    *) echo 0 ;;
    esac
}

# can NAME: this JDK can run it; else that is told.
can() {
    [ "$(needs "$1")" -gt "$release" ] || return 0
    echo "ok - $1 # SKIP needs JDK $(needs "$1")"
    return 1
}

# together ANALYSES NAME...: what does not run is told, and the others share a graph.
together() {
    list=$1
    shift
    recorded=''
    for name; do
        { can "$name" && record "$name"; } || continue
        recorded="$recorded $name"
        roots_of "$name/shared/$release" "$dir/$name/1" "$name" >"$dir/$name/1/roots"
    done
    for analysis in $(echo "$list" | tr , ' '); do
        # shellcheck disable=SC2086  # a list of names
        [ -z "$recorded" ] || compare_shared "$analysis" $recorded
    done
    [ -n "$keep" ] || for name; do rm -rf "${dir:?}/$name"; done
}

# is_recorded NAME: --recorded has its runs.
is_recorded() {
    [ -n "$recorded_before" ] && cat "$dir/$1"/[0-9]*/record.tsv 2>/dev/null | grep -q .
}

# one NAME[+NAME]...[=ANALYSES]
one() {
    list=$analyses
    case $1 in
    *=*)
        list=${1#*=}
        set -- "${1%%=*}"
        ;;
    esac
    case $1 in
    *+*)
        # shellcheck disable=SC2046  # a list of names
        together "$list" $(echo "$1" | tr + ' ')
        return
        ;;
    esac
    rm -f "$dir/$1.missing"
    is_recorded "$1" || { can "$1" && record "$1"; } || return 0
    [ -n "$ccinstr" ] || {
        echo "ok - $1 is recorded"
        return 0
    }
    for run in "$dir/$1"/[0-9]*; do
        for analysis in $(echo "$list" | tr , ' '); do
            "$judge" "$1" "$run" "$analysis"
        done
    done
    [ -n "$keep" ] || rm -rf "${dir:?}/$1"
}

# Some programs at a time; what each printed is put out in the order of names.
all() {
    running=''
    for name; do
        one "$name" >"$dir/$name.tap" 2>&1 &
        running="$running $!"
        # shellcheck disable=SC2086  # a list of numbers
        set -- $running
        if [ $# -ge "$jobs" ]; then
            wait "$1"
            shift
            running=$*
        fi
    done
    wait
}

analyses=rta jdk='' keep='' only_record='' recorded_before='' jobs=2 ccinstr='' judge=compare dynamic=resolved
limit=${ORACLE_TIMEOUT:-900}
while [ $# -gt 0 ]; do
    case $1 in
    --analyses) analyses=${2:-} && shift ;;
    --jdk) jdk=${2:-} && shift ;;
    --keep) keep=${2:-} && shift ;;
    --record) only_record=${2:-} keep=${2:-} && shift ;;
    --recorded) recorded_before=yes keep=${2:-} && shift ;;
    --no-roots) judge=recall ;;
    --dynamic) dynamic=${2:-} && shift ;;
    --jobs) jobs=${2:-} && shift ;;
    --features)
        features
        exit
        ;;
    -h | --help)
        usage
        exit
        ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
    shift
done
[ -n "$only_record" ] || {
    ccinstr=${1:-}
    command -v "$ccinstr" >/dev/null || die "cannot run '$ccinstr'"
    shift
}
[ $# -gt 0 ] || {
    usage >&2
    exit 2
}
[ -n "$jdk" ] || jdk=${JAVA_HOME:-$(dirname "$(dirname "$(
    readlink -f "$(command -v javac)"
)")")}
[ -x "$jdk/bin/javac" ] || die "no javac below '$jdk'"
release=$(release_of "$jdk")
asm=${WORKLOADS_JARS:-/usr/share/java}/asm.jar

dir=$keep
if [ -n "$keep" ]; then
    mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 2
else
    dir=$(mktemp -d "${TMPDIR:-/tmp}/oracle.XXXXXX") || exit 2
    trap 'rm -rf "$dir"' EXIT
    trap 'exit 130' INT TERM HUP
fi
build_tools
[ $judge = compare ] || {
    classes_of_jdk >"$dir/jdk.classes"
    ORACLE_OPTIONS=origins,
    export ORACLE_OPTIONS
}
names=''
for name; do
    case $name in
    @features) names="$names $(features)" ;;
    *) names="$names $name" ;;
    esac
done
compiled=no
for name in $names; do
    if [ -n "$(source_of "${name%%[=+]*}")" ] && [ $compiled = no ]; then
        compile_features
        compiled=yes
    fi
done
# shellcheck disable=SC2086  # a list of names
all $names
[ $judge = compare ] || {
    # shellcheck disable=SC2086  # a list of names
    print_recall $names
    # shellcheck disable=SC2086  # a list of names
    ! taps $names | grep -q '^not ok'
    exit
}
n=0
for name in $names; do
    while read -r line; do
        case $line in
        'ok - '* | 'not ok - '*)
            n=$((n + 1))
            echo "$line" | sed "s/ok - /ok $n - /"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$dir/$name.tap"
done
echo "1..$n"
! cat "$dir"/*.tap | grep -q '^not ok' && [ $n -gt 0 ]
