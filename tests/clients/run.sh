#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - checks the lists of components against random clients (README.md).
#
# Makes a component's Int and its lists, writes clients that use Int, runs each
# under the oracle's agent, and looks up what was recorded. Prints TAP: one point for
# each client.

set -u
LC_ALL=C TZ=UTC
export LC_ALL TZ
unset CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

here=$(cd "$(dirname "$0")" && pwd) || exit 2
top=$(cd "$here/../.." && pwd) || exit 2
jars=${CCINSTR_JARS:-/usr/share/java}

usage() {
    cat <<'USAGE'
usage: run.sh [--clients N] [--seed S] [--analyses LIST] [--jdk HOME]
              [--seconds N] [--jobs N] [--keep DIR] [--drop REGEX]
              CCINSTR COMPONENT...

A COMPONENT is a name in components.txt, or a jar; @all means all of these. For
each of them N clients (default 5) are written, by the seeds S, S+1 and so on
(default 1), run for at most 10 seconds, and compared with the lists of each
analysis of LIST (commas, default rta,0cfa,and). --keep leaves all files in DIR.
With --drop the lists are made without the lines of Int that match: to see that
the comparison fails. Environment: CC (the compiler of the agent), JAVA_HOME.
USAGE
}

die() {
    echo "run.sh: $*" >&2
    exit 2
}

build_tools() {
    [ -f "$jdk/include/jvmti.h" ] || die "no jvmti.h below $jdk"
    ${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O2 -fPIC -shared -I"$top" \
        -I"$jdk/include" -I"$jdk/include/linux" -o "$dir/agent.so" \
        "$top/tests/oracle/agent.c" "$top/tests/oracle/edges.c" \
        "$top/tests/oracle/names.c" -lpthread ||
        die 'the agent does not compile'
    "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -d "$dir/tools" "$here/RandomClient.java" \
        "$here/CheckClients.java" || die 'the generator does not compile'
    "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -d "$dir/pool" "$here/Pool.java" || die 'no Pool'
}

# row NAME: its line as $jar, $needs (a class path), $part and $never.
row() {
    part=. never='(?!)' needs=''
    case $1 in
    *.jar) jar=$1 ;;
    *)
        line=$(grep "^$1 " "$here/components.txt") || die "no component $1"
        # shellcheck disable=SC2086  # columns
        read -r _ jar list part last <<ROW
$line
ROW
        jar=$jars/$jar
        [ "$last" = - ] || never=$last
        [ "$list" = - ] || needs=$jars/$list
        ;;
    esac
}

# --- One component ---------------------------------------------------------------

graph() {
    "$ccinstr" graph --jdk "$jdk" ${needs:+--classpath "$needs"} "$@" "$jar"
}

# Int, what of it clients use, and what the lists are made for.
find_int() {
    graph --analysis rta --interface-level protected --interface-out "$work/all.int" \
        --entries >/dev/null &&
        grep -E "$part" "$work/all.int" >"$work/int" || return
    if [ -n "$drop" ]; then
        grep -Ev "$drop" "$work/int" >"$work/listed.int"
        ! cmp -s "$work/int" "$work/listed.int"
    else
        cp "$work/int" "$work/listed.int"
    fi
}

list_all() {
    "$jdk/bin/java" -cp "$dir/tools" CheckClients roots "$jar" "$work/runs" \
        >"$work/roots" || return
    for analysis in $analyses; do
        for list in component entries exits; do
            graph --analysis "$analysis" --interface "$work/listed.int" \
                --roots "$work/roots" --$list >"$work/lists/$analysis.$list" || return
        done
    done
}

write_clients() {
    "$jdk/bin/java" -cp "$dir/tools:$dir/pool:$jar:$needs" RandomClient "$work/int" "$seed" \
        "$clients" "$work/runs" "$never"
}

# Each in an empty folder of its own.
run_clients() {
    for run in "$work/runs"/*; do
        n=${run##*/}
        mkdir "$run/cwd"
        (cd "$run/cwd" && timeout -k 5 120 "$jdk/bin/java" \
            "-agentpath:$dir/agent.so=out=$run/record.tsv" -Xmx256m \
            -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1 \
            -Djava.awt.headless=true -cp "$dir/pool:$run/classes:$jar:$needs" \
            "client.Client$n" "$seconds") >"$run/stdout" 2>"$run/stderr" </dev/null
        grep -a '^client: ' "$run/stderr" >"$run/client"
        if [ ! -s "$run/client" ] || [ ! -s "$run/record.tsv" ]; then
            tail -n 5 "$run/stderr"
            echo "client $n did not run"
            return 1
        fi
    done
    awk '{ gave += $2; threw += $4; if ($NF == "short") short++ }
        END { print NR " runs, " short + 0 " cut short, " gave + 0 " statements returned, " \
            threw + 0 " threw"; exit gave < 10 * NR }' "$work/runs"/*/client
}

# step WHAT COMMAND: a step without which there is nothing to compare.
step() {
    what=$1
    shift
    "$@" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" | sed 's/^/# /'
        echo "not ok - $name: $what"
        return 1
    }
    grep -E '^(# )?[0-9]+ (members|clients|runs)' "$work/log" | sed 's/^\(# \)\{0,1\}/# /'
}

one() {
    name=$(basename "$1" .jar)
    row "$1"
    [ -f "$jar" ] || {
        echo "ok - $name # SKIP no $jar"
        return
    }
    work=$dir/$name
    rm -rf "$work"
    mkdir -p "$work/lists" "$work/runs"
    step 'no Int' find_int && step 'no clients' write_clients &&
        step 'no runs' run_clients && step 'no lists' list_all || return
    # shellcheck disable=SC2086  # a list of names
    "$jdk/bin/java" -cp "$dir/tools:$needs" CheckClients edges "$jar" \
        "$work/runs" "$work/lists" "$top/tests/oracle/gaps.txt" "clients-$name" \
        $analyses >"$work/check" 2>&1
    cut -c 1-1000 "$work/check"
    grep -q 'ok - ' "$work/check" || echo "not ok - $name: no comparison"
    [ -n "$keep" ] || rm -rf "$work"
}

# Some components at a time; what each printed is put out in their order.
all() {
    running=''
    for component; do
        one "$component" >"$dir/$(basename "$component" .jar).tap" 2>&1 &
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

clients=5 seed=1 analyses='rta 0cfa and' jdk='' keep='' drop='' jobs=2 seconds=10
while [ $# -gt 0 ]; do
    case $1 in
    --clients) clients=${2:-} && shift ;;
    --seed) seed=${2:-} && shift ;;
    --analyses) analyses=$(echo "${2:-}" | tr , ' ') && shift ;;
    --jdk) jdk=${2:-} && shift ;;
    --seconds) seconds=${2:-} && shift ;;
    --jobs) jobs=${2:-} && shift ;;
    --keep) keep=${2:-} && shift ;;
    --drop) drop=${2:-} && shift ;;
    -h | --help)
        usage
        exit
        ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
    shift
done
ccinstr=${1:-}
command -v "$ccinstr" >/dev/null || die "cannot run '$ccinstr'"
shift
[ $# -gt 0 ] || {
    usage >&2
    exit 2
}
[ -n "$jdk" ] || jdk=${JAVA_HOME:-$(dirname "$(dirname "$(
    readlink -f "$(command -v javac)"
)")")}
[ -x "$jdk/bin/javac" ] || die "no javac below '$jdk'"

dir=$keep
if [ -n "$keep" ]; then
    mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 2
else
    dir=$(mktemp -d "${TMPDIR:-/tmp}/clients.XXXXXX") || exit 2
    trap 'rm -rf "$dir"' EXIT
    trap 'exit 130' INT TERM HUP
fi
build_tools
names=''
for name; do
    case $name in
    @all) names="$names $(sed -n 's/^\([a-z][^ ]*\) .*/\1/p' "$here/components.txt")" ;;
    *) names="$names $name" ;;
    esac
done
# shellcheck disable=SC2086  # a list of names
all $names
n=0 bad=0
for name in $names; do
    while read -r line; do
        case $line in
        'ok - '* | 'not ok - '*)
            n=$((n + 1))
            case $line in not*) bad=$((bad + 1)) ;; esac
            echo "$line" | sed "s/ok - /ok $n - /"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$dir/$(basename "$name" .jar).tap"
done
echo "1..$n"
[ $bad -eq 0 ] && [ $n -gt 0 ]
