#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs real programs from their original jars and from instrumented ones, and
# compares what they print, write and return, byte for byte.
#
# Each run happens in the same directory name ($T/run), which is renamed
# afterwards, so that a program which prints its paths prints the same ones.
# The original runs under full verification as well: what then differs is the
# instrumentation and nothing else.

set -u
LC_ALL=C TZ=UTC
export LC_ALL TZ
unset CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

here=$(cd "$(dirname "$0")" && pwd) || exit 2
table=$here/workloads.txt
jar_dir=${WORKLOADS_JARS:-/usr/share/java}
# Used by the commands of the table, as IN and GEN below.
# shellcheck disable=SC2034
DB=${WORKLOADS_DOCBOOK:-/usr/share/xml/docbook/stylesheet/docbook-xsl}
limit=${WORKLOADS_TIMEOUT:-180}

usage() {
    cat <<'USAGE'
usage: run.sh [--quick | --reflect | --all] [--probes none|nop|both|plan] [--jdk HOME]...
              CCINSTR [NAME...]
       run.sh --original [NAME...]
       run.sh --list | --packages quick|reflect|all

Runs the named workloads (default: all of the chosen set, default --quick) and
prints TAP. --probes defaults to nop; plan is what users get: probes where a plan
of all public members wants them. Then every class of the jars must have been
loaded from the instrumented ones, and the data must show that each main of them
was entered. --jdk may be given several times: the first JDK must run every
original, on the others a failing original is skipped. The default is the JDK of
JAVA_HOME, else of `java` on PATH. --original runs the originals only, as they
are and unverified.

Environment:
  WORKLOADS_JAVA=PROGRAM  what is run instead of the bin/java of the JDK whose
                      home it finds in JAVA_HOME
  WORKLOADS_SELFTEST=stdout|stderr|file|status   damage the second result, so
                      that every comparison must fail (1 means stdout)
  WORKLOADS_DATACHAINS=PROGRAM   tests/tools/datachains, for --probes plan
  WORKLOADS_KEEP=1    keep the scratch directory and name it
  WORKLOADS_JARS, WORKLOADS_DOCBOOK, WORKLOADS_TIMEOUT
USAGE
}

die() {
    echo "run.sh: $*" >&2
    exit 2
}

# The rows of the table without comments and without blanks around the bars.
rows() {
    sed -e '/^#/d' -e 's/ *| */|/1;s/ *| */|/2;s/ *| */|/3;s/ *| */|/4;s/ *| */|/5;s/ *| */|/6' "$table"
}

packages() {
    rows | awk -F'|' -v set="$1" 'set == "all" || $2 == set {
        n = split($4, p, " "); for (i = 1; i <= n; i++) print p[i] }' | sort -u
}

# The JDK home of the java on PATH, through its symbolic links. Runs in a
# subshell, which may forget the function of that name below.
home_of_java() {
    unset -f java
    path=$(command -v java) || die "no java on PATH; use --jdk HOME"
    dirname "$(dirname "$(readlink -f "$path")")"
}

# main_of ARGUMENT...: the class that java runs.
main_of() {
    while :; do
        case $1 in
        -*) shift ;;
        *) break ;;
        esac
    done
    printf '%s\n' "$1"
}

# Called by the commands of the table.
java() {
    main_of "$@" >>"$T/mains"
    # shellcheck disable=SC2086  # options, or none
    JAVA_HOME=$jdk timeout "$limit" "${WORKLOADS_JAVA:-$jdk/bin/java}" $verify $log \
        -XX:+UseSerialGC -XX:-UsePerfData \
        -Djava.awt.headless=true -Djava.io.tmpdir="$T/run/tmp" -Duser.home="$T/run/home" \
        -cp "$CP" "$@"
}

class_path() {
    path=
    for jar in $1; do
        path=$path${path:+:}$LIB/${jar##*/}.jar
    done
    [ "$driver" = - ] || path=$path:$LIB/driver.jar
    printf '%s\n' "$path"
}

# execute JARS-DIR RESULT [LOG-OPTION]: one run; RESULT gets stdout, stderr, status and work/.
execute() {
    log=${3:-}
    rm -rf "$T/run" "$2" "$T/loads" "$T/mains" "$T/loaded"
    mkdir -p "$T/run/work" "$T/run/tmp" "$T/run/home" "$T/loads" || exit 2
    mv "$1" "$T/run/lib" || exit 2
    (
        cd "$T/run/work" || exit 2
        CP=$(class_path "$jars")
        rm -rf "$T/data"
        mkdir "$T/data"
        CCINSTR_DATA=$T/data/
        export CCINSTR_DATA
        eval "$command"
    ) >"$T/run/stdout" 2>"$T/run/stderr" </dev/null
    echo $? >"$T/run/status"
    [ -z "$log" ] || sh "$here/loaded.sh" "$T/run/lib" "$T"/loads/* >"$T/loaded" 2>&1
    mv "$T/run/lib" "$1"
    rm -rf "$T/run/tmp" "$T/run/home"
    [ "$check_stderr" = yes ] || : >"$T/run/stderr"
    mv "$T/run" "$2"
}

overwrite_first_byte() {
    old=$(dd if="$1" bs=1 count=1 2>/dev/null)
    new=X
    [ "$old" = X ] && new=Y
    printf %s "$new" | dd of="$1" bs=1 conv=notrunc 2>/dev/null
}

# damage RESULT: what the self-test does to the second result.
damage() {
    case ${WORKLOADS_SELFTEST:-} in
    '' | 0) return ;;
    stderr) file=$1/stderr ;;
    status) file=$1/status ;;
    file) file=$(find "$1/work" -type f -size +0 | sort | head -n 1) ;;
    *) file=$1/stdout ;;
    esac
    [ -n "$file" ] || file=$1/stdout
    overwrite_first_byte "$file"
}

# compare ORIGINAL NEW: silent and true when equal.
compare() {
    diff -r "$1" "$2" >"$T/diff" 2>&1 && return 0
    head -n 12 "$T/diff" | cut -c 1-200 | sed 's/^/#   /'
    return 1
}

result() {      # ok|not-ok DESCRIPTION
    number=$((number + 1))
    case $1 in
    ok) echo "ok $number - $2" ;;
    *)
        failed=$((failed + 1))
        echo "not ok $number - $2"
        ;;
    esac
}

collect_jars() {        # copies the originals to $T/original; names a missing one
    rm -rf "$T/original"
    mkdir "$T/original"
    for jar in $jars; do
        [ -f "$jar_dir/$jar.jar" ] || {
            missing=$jar.jar
            return 1
        }
        cp -L "$jar_dir/$jar.jar" "$T/original/${jar##*/}.jar"
    done
}

pack_driver() {
    rm -rf "$T/classes"
    mkdir "$T/classes"
    "$first_jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -nowarn -Xlint:none -proc:none \
        -cp "$T/original/*" -d "$T/classes" "$here/src/$driver.java" >"$T/javac" 2>&1 &&
        "$first_jdk/bin/jar" --create --file "$T/original/driver.jar" -C "$T/classes" . && return
    sed 's/^/# /' "$T/javac"
    return 1
}

count_classes() {
    for jar in "$1"/*.jar; do
        unzip -Z1 "$jar" '*.class' 2>/dev/null
    done | wc -l
}

# instrument_jars PROBES: $T/original -> $T/PROBES, every jar there and, with
# probes, at least one of them changed.
instrument_jars() {
    rm -rf "${T:?}/$1"
    mkdir "$T/$1"
    case $1 in
    plan) set -- "$1" --interface-level public ;;
    *) set -- "$1" --probes "$1" ;;
    esac
    probes=$1
    shift
    "$ccinstr" instrument "$@" -o "$T/$probes" "$T"/original/*.jar >"$T/tool" 2>&1 || {
        echo "# ccinstr: exit status $?"
        head -n 20 "$T/tool" | sed 's/^/# /'
        return 1
    }
    set -- "$probes"
    changed=no
    for jar in "$T"/original/*.jar; do
        [ -s "$T/$1/${jar##*/}" ] || {
            echo "# ccinstr did not write ${jar##*/}"
            return 1
        }
        cmp -s "$jar" "$T/$1/${jar##*/}" || changed=yes
    done
    [ "$1" = none ] || [ $changed = yes ] || {
        echo "# no jar was changed"
        return 1
    }
}

# The original must do what the table says, or the comparison says nothing.
original_works() {
    [ "$(cat "$T/result.original/status")" = "$status" ] || return 1
    [ -s "$T/result.original/stdout" ] ||
        [ -n "$(find "$T/result.original/work" -type f -size +0 | head -n 1)" ]
}

# What a run with probes of a plan has left: each main that the jars have was entered, as
# often as it was run.
has_data() {
    head -n 10 "$T/loaded"
    [ ! -s "$T/loaded" ] || return 1
    : >"$T/chains"
    for file in "$T"/data/*.ccd; do
        [ -f "$file" ] || {
            echo '#   no data was left'
            return 1
        }
        "$datachains" "$T/plan/ccinstr.plan" "$file" >>"$T/chains" || {
            echo '#   its data is damaged'
            return 1
        }
    done
    for jar in "$T"/original/*.jar; do
        unzip -Z1 "$jar" '*.class' 2>/dev/null
    done | sed 's/\.class$//' | awk -F'\t' '
        FILENAME == "-" { has[$0]; next }
        FILENAME ~ /mains$/ { gsub(/\./, "/"); if ($0 in has) run[$0]++; next }
        $2 == 0 && $3 == "" && /^[^ ]*\.main:\(\[Ljava\/lang\/String;\)V\t/ {
            sub(/\.main:.*/, "", $1)
            entered[$1] += $4
        }
        END {
            for (main in run) {
                n++
                if (entered[main] < run[main]) {
                    print "#   " main " was run " run[main] " times, and entered " \
                        entered[main] + 0
                    bad = 1
                }
            }
            if (!n) print "#   no main of the jars was run"
            exit bad || !n
        }' - "$T/mains" "$T/chains"
}

# The JVM warns of native code from 24 on.
take_warning_away() {
    release=$(release_of "$jdk")
    [ "${release%%.*}" -ge 24 ] || return 0
    awk -f "$here/restricted.awk" "$1" >"$T/err" && mv "$T/err" "$1"
}

on_jdk() {
    label="$name on JDK $(release_of "$jdk")"
    execute "$T/original" "$T/result.original"
    if ! original_works; then
        if [ "$jdk" = "$first_jdk" ]; then
            echo "# exit status $(cat "$T/result.original/status"), expected $status"
            tail -n 5 "$T/result.original/stdout" "$T/result.original/stderr" | cut -c 1-200 | sed 's/^/# /'
            result not-ok "$label: the original fails"
        else
            result ok "$label # SKIP the original fails on this JDK"
        fi
        return
    fi
    [ -n "$modes" ] || result ok "$label, the original"
    for probes in $modes; do
        if [ "$probes" = plan ]; then
            execute "$T/plan" "$T/result.plan" "-Xlog:class+load:file=$T/loads/%p:none"
            take_warning_away "$T/result.plan/stderr"
        else
            execute "$T/$probes" "$T/result.$probes"
        fi
        damage "$T/result.$probes"
        if compare "$T/result.original" "$T/result.$probes" &&
            { [ "$probes" != plan ] || has_data; }; then
            result ok "$label, probes $probes ($classes classes)"
        else
            result not-ok "$label, probes $probes: differs"
        fi
    done
}

release_of() {
    sed -n 's/^JAVA_VERSION="\([^"]*\)"/\1/p' "$1/release"
}

workload() {
    check_stderr=yes
    case $status in
    *-) check_stderr=no ;;
    esac
    status=${status%-}
    LIB=$T/run/lib
    if ! collect_jars; then
        result ok "$name # SKIP no jar $missing"
        return
    fi
    case $command in
    *"\$DB"*)
        if [ ! -d "$DB" ]; then
            result ok "$name # SKIP no folder $DB"
            return
        fi
        ;;
    esac
    if [ "$driver" != - ] && ! pack_driver; then
        result not-ok "$name: the driver does not compile"
        return
    fi
    classes=$(count_classes "$T/original")
    for probes in $modes; do
        if ! instrument_jars "$probes"; then
            result not-ok "$name: instrumenting with probes $probes"
            return
        fi
    done
    for jdk in $jdks; do
        on_jdk
    done
}

wanted() {
    if [ -n "$names" ]; then
        case " $names " in
        *" $name "*) return 0 ;;
        esac
        return 1
    fi
    [ "$set" = all ] || [ "$row_set" = "$set" ]
}

set=quick modes=nop verify=-Xverify:all jdks='' ccinstr='' names=''
while [ $# -gt 0 ]; do
    case $1 in
    --quick) set=quick ;;
    --reflect) set=reflect ;;
    --all) set=all ;;
    --probes)
        case ${2:-} in
        none | nop | plan) modes=$2 ;;
        both) modes='none nop' ;;
        *) die "--probes needs none, nop, both or plan" ;;
        esac
        shift
        ;;
    --original)
        modes='' verify='' ccinstr=true
        ;;
    --jdk)
        [ -x "${2:-}/bin/java" ] || die "--jdk: no bin/java below '${2:-}'"
        jdks="$jdks $2"
        shift
        ;;
    --list)
        rows | cut -d '|' -f 1,2 | tr '|' ' '
        exit
        ;;
    --packages)
        packages "${2:-all}"
        exit
        ;;
    -h | --help)
        usage
        exit
        ;;
    -*) die "unknown option $1" ;;
    *)
        if [ -z "$ccinstr" ]; then
            ccinstr=$1
        else
            rows | grep -q "^$1|" || die "no workload '$1'; see --list"
            names="$names $1"
        fi
        ;;
    esac
    shift
done
[ -n "$ccinstr" ] || {
    usage >&2
    exit 2
}
command -v "$ccinstr" >/dev/null || die "cannot run $ccinstr"
case $ccinstr in
/* | [!/]*) [ ! -f "$ccinstr" ] || ccinstr=$(cd "$(dirname "$ccinstr")" && pwd)/${ccinstr##*/} ;;
esac
datachains=${WORKLOADS_DATACHAINS:-}
case $modes in
plan) [ -x "$datachains" ] || die '--probes plan needs WORKLOADS_DATACHAINS' ;;
esac
[ -n "$jdks" ] || jdks=${JAVA_HOME:-$(home_of_java)}
# shellcheck disable=SC2086
set -- $jdks
first_jdk=$1
[ -x "$first_jdk/bin/javac" ] || die "no javac below $first_jdk"
command -v unzip >/dev/null || die "unzip is needed"

T=$(mktemp -d "${TMPDIR:-/tmp}/workloads.XXXXXX") || exit 2
if [ -n "${WORKLOADS_KEEP:-}" ]; then
    echo "# scratch directory $T"
else
    trap 'rm -rf "$T"' EXIT
    trap 'exit 130' INT TERM HUP
fi
# Used by the commands of the table.
# shellcheck disable=SC2034
IN=$here/in
GEN=$T/gen

# generate: the inputs, when a command is the first to name them.
generate() {
    [ ! -d "$GEN" ] || return 0
    mkdir "$GEN"
    "$first_jdk/bin/java" -XX:TieredStopAtLevel=1 "$here/src/Gen.java" "$GEN" ||
        die "cannot generate the inputs"
}

number=0 failed=0
rows >"$T/rows"
# The file descriptor keeps the table away from the programs.
while IFS='|' read -r name row_set status _ driver jars command <&3; do
    if wanted; then
        case $command in *GEN*) generate ;; esac
        workload
    fi
done 3<"$T/rows"
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
