#!/bin/sh
# SPDX-License-Identifier: MIT
# torture.sh - many jars and a whole JDK through the program (TAP).
#
#     torture.sh [--quick|--all] [--probes nop|all] CCINSTR
#
# --quick  what a machine with the test dependencies has, odd.jar, and the good
#          classes of tests/corpus
# --all    every jar of the Debian java folder and of the packages in
#          packages.txt, and every module of each JDK
#
# Each jar is rewritten three times. With --probes none the output must be the
# input, byte for byte. With --probes none --check every class is written from
# the model, also if it is the same: as many must be written as there are, and
# SameEntries compares each with its input. With --probes nop only classes may
# differ (SameEntries --nop), every class that linked before must link (VerifyAll,
# with the JVM's full verification; classes of version 50 once more as 51,
# since HotSpot forgives them a wrong StackMapTable), must pass a second
# verifier, and its code must be the old code plus additions (AsmCheck
# --same-code). Before that the oracles are shown classes with known faults.
#
# So it is by default. With --probes all each jar is rewritten once, with a probe
# wherever one can be, and judged in the same way (AsmCheck --probes); the JVMs
# with all their modules probed start and work with a Probe that does nothing.
#
# A result is kept per jar in TORTURE_DIR and not computed again until the
# program or an oracle changes, so that an interrupted run can be continued.
#
#     TORTURE_DIR         results and scratch (default: torture or torture-all,
#                         by CCINSTR)
#     TORTURE_WORKERS     how many jars at a time (2)
#     TORTURE_ONLY=REGEX  only jars whose path matches; with --all, `JDK' too
#     TORTURE_JDKS        JDK homes (default: that of java, and others found)
#     CCINSTR_INSTALL=1   install packages.txt first (needs root)
#     CCINSTR_JARS        another java folder
set -u

here=$(cd "$(dirname "$0")" && pwd)
jars=${CCINSTR_JARS:-/usr/share/java}
asm=$jars/asm.jar:$jars/asm-tree.jar:$jars/asm-analysis.jar:$jars/asm-util.jar
workers=${TORTURE_WORKERS:-2}
batch_bytes=24000000
batch_jars=60
export LC_ALL=C.UTF-8 TZ=UTC

die() {
    echo "torture.sh: $*" >&2
    exit 99
}

skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

usage='usage: torture.sh [--quick|--all] [--probes nop|all] CCINSTR'
mode=--quick probes=nop
while [ $# -gt 1 ]; do
    case $1 in
    --quick | --all) mode=$1 ;;
    --probes)
        shift
        probes=$1
        ;;
    *) die "$usage" ;;
    esac
    shift
done
[ $# -eq 1 ] || die "$usage"
case $probes in
nop) code=--same-code name=torture ;;
all) code=--probes name=torture-all ;;
*) die "$usage" ;;
esac
[ -x "$1" ] || die "no program: $1"
ccinstr=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")

for tool in java javac unzip; do
    command -v "$tool" >/dev/null || skip_all "no $tool"
done
for tool in asm asm-tree asm-analysis asm-util; do
    [ -f "$jars/$tool.jar" ] || skip_all "no $tool.jar (package libasm-java)"
done

work=${TORTURE_DIR:-$(dirname "$ccinstr")/$name}
mkdir -p "$work/done" "$work/tmp" || die "cannot write $work"
work=$(cd "$work" && pwd)
tools=$work/odd/tools
: >"$work/points"

# --- Test points -------------------------------------------------------------
# Lines collect in the file points and are numbered when they are printed.

n=0
failed=0
skipped=0

point() { # STATUS NAME [LOG]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        failed=$((failed + 1))
        echo "not ok $n - $2"
        [ -z "${3-}" ] || grep -E '^(FAIL|Exception|ccinstr: error)|^status' \
            "$3" | cut -c 1-300 | head -n 12 | sed 's/^/# /'
    fi
}

skip() { # NAME WHY
    n=$((n + 1))
    skipped=$((skipped + 1))
    echo "ok $n - $1 # SKIP $2"
}

finish() {
    echo "1..$n"
    echo "# $((n - failed - skipped)) passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}

# --- The oracles, and that they can say no -----------------------------------

verify() { # JAVA ARGUMENT...
    verify_java=$1
    shift
    "$verify_java" -Xmx2g -Xverify:all "$@" 2>&1 |
        grep -v -e '^OpenJDK.*warning' -e '^WARNING: '
}

# The JVM's second compiler pays off where there is much to do, in minutes.
compiler=
[ "$mode" = --all ] || compiler=-XX:TieredStopAtLevel=1

asm_check() {
    # shellcheck disable=SC2086  # empty, or one word
    java $compiler -Xmx2g -cp "$tools:$asm" AsmCheck "$@" 2>&1
}

same() {
    java -Xmx2g -cp "$tools" SameEntries "$@" 2>&1
}

# field NAME: the number behind that word on standard input's last line.
field() {
    tail -n 1 | tr ' ' '\n' | sed -n "/^$1\$/{n;p;}"
}

build_oracles() {
    sums=$(cat "$ccinstr" "$here"/../java/*.java "$here"/../fixtures/*.sh \
        "$here"/../fixtures/src/*/odd/*.java | cksum)
    if [ "$(cat "$work/key" 2>/dev/null)" != "$sums" ]; then
        rm -rf "$work/done" "$work/odd" "$work/key"
        mkdir -p "$work/done"
        "$here/../fixtures/make-odd.sh" "$work/odd" >"$work/odd.log" 2>&1 || {
            cat "$work/odd.log" >&2
            die 'the oracles cannot be built'
        }
        mkdir "$work/odd/corpus" &&
            cp "$here"/../corpus/good-*.class "$work/odd/corpus" &&
            jar --create --no-manifest --file "$work/odd/corpus.jar" \
                -C "$work/odd" corpus || die 'no corpus.jar'
        echo "$sums" >"$work/key"
    fi
}

controls() {
    log=$work/controls.log
    odd=$work/odd
    count=$(unzip -l "$odd/broken.jar" | grep -c '\.class$')

    verify java -cp "$tools" VerifyAll --classpath "$odd/odd.jar" \
        --compare "$odd/broken-orig.jar" "$odd/broken.jar" >"$log"
    [ "$(field failed <"$log")" = "$count" ]
    point $? "VerifyAll rejects all $count broken classes" "$log"

    verify java -cp "$tools" VerifyAll --classpath "$odd/odd.jar" \
        --strict-50 "$odd/odd.jar" >"$log"
    grep -q '^FAIL odd/V50WrongFrame' "$log"
    point $? 'VerifyAll --strict-50 rejects a wrong frame' "$log"

    # BasicVerifier has no notion of an unguarded this: one fewer.
    asm_check --compare "$odd/broken-orig.jar" "$odd/broken.jar" >"$log"
    [ "$(field failed <"$log")" = $((count - 1)) ]
    point $? "AsmCheck rejects $((count - 1)) of them" "$log"

    mkdir -p "$work/control"
    cp "$odd/broken.jar" "$work/control/java.base.jar"
    verify java --patch-module "java.base=$work/control/java.base.jar" \
        -cp "$tools" VerifyAll "patched:$work/control/java.base.jar" >"$log"
    [ "$(field failed <"$log")" = "$count" ]
    point $? 'VerifyAll rejects them inside java.base' "$log"

    ! same "$odd/broken-orig.jar" "$odd/broken.jar" >"$log" &&
        [ "$(field failed <"$log")" = "$count" ]
    point $? 'SameEntries sees each change' "$log"
    ! same --written "$odd/broken-orig.jar" "$odd/broken.jar" >"$log" &&
        [ "$(field failed <"$log")" = "$count" ]
    point $? 'SameEntries --written sees each change' "$log"
    ! same --nop "$odd/broken.jar" "$odd/odd.jar" >"$log"
    point $? 'SameEntries --nop sees other entries' "$log"

    # That code is where it was is shown by nops, from the same editor.
    kinds='nop jump constant order swallow finalizer call'
    [ "$probes" = all ] ||
        kinds='nop line catch variable jump constant order annotation swallow
            finalizer'
    # shellcheck disable=SC2086  # a list of words
    java $compiler -cp "$tools:$asm" Damage "$odd/odd.jar" "$work/control" $kinds \
        >"$log" 2>&1
    point $? 'faults planted' "$log"
    pairs=
    for kind in $kinds; do
        pairs="$pairs $odd/odd.jar $work/control/$kind.jar"
    done
    # shellcheck disable=SC2086  # a list of words
    asm_check $code --compare $pairs | sed -n \
        's/^jar .* failed \([0-9]*\) failed-in-both .*/\1/p' >"$log"
    # shellcheck disable=SC2086  # a list of words
    printf '%s\n' $kinds | paste - "$log" >"$log.2"
    while read -r kind bad; do
        if [ "$kind" = nop ]; then
            # ASM keeps two attributes of unknown form in another place.
            [ "$bad" = 2 ]
            point $? "AsmCheck $code accepts sound additions"
        else
            [ "${bad:-0}" -gt 0 ]
            point $? "AsmCheck $code sees a fault: $kind"
        fi
    done <"$log.2"
    rm -rf "$work/control"
}

# --- Which jars --------------------------------------------------------------

packages() {
    sed 's/#.*//; /^[[:space:]]*$/d' "$here/packages.txt"
}

install_packages() {
    [ "$(id -u)" -eq 0 ] || die 'CCINSTR_INSTALL needs root'
    wanted=
    for package in $(packages); do
        if apt-cache show "$package" >/dev/null 2>&1; then
            wanted="$wanted $package"
        else
            skip "package $package" 'not in this Debian'
        fi
    done
    # shellcheck disable=SC2086  # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends -o DPkg::Lock::Timeout=600 $wanted \
        >"$work/apt.log" 2>&1
    point $? 'packages installed' "$work/apt.log"
}

candidates() {
    printf '%s\n' "$work/odd/odd.jar" "$work/odd/corpus.jar"
    if [ "$mode" = --quick ]; then
        for name in asm asm-tree asm-analysis asm-util org.jacoco.core \
            org.jacoco.agent org.jacoco.agent.rt guava commons-lang3 xalan2 \
            lucene-core-8.7.0; do
            echo "$jars/$name.jar"
        done
        return
    fi
    find -L "$jars" -name '*.jar' -type f 2>/dev/null
    if command -v dpkg >/dev/null; then
        for package in $(packages); do
            dpkg -L "$package" 2>/dev/null | grep '\.jar$'
        done
    fi
}

# The jars to do, each content once, as lines "bytes id path". The sum in the
# id tells versions of one file apart.
list_jars() {
    candidates | while IFS= read -r jar; do
        [ ! -f "$jar" ] || readlink -f "$jar"
    done | sort -u | { grep -E -e "${TORTURE_ONLY:-.}" || :; } |
        while IFS= read -r jar; do
            sum=$(cksum <"$jar")
            echo "${sum#* } ${sum%% *}-${sum#* } $jar"
        done | sort -k 2,2 -u | sort -k 3 >"$work/jars.list"
    find -L "$jars" -name '*.jar' -type f 2>/dev/null | sort \
        >"$work/classpath.list"
}

# --- One batch ---------------------------------------------------------------

# verdict JAR LOG KEY: what an oracle said of a jar goes to the jar's log; the
# status tells whether it said anything, and nothing bad.
verdict() {
    awk -v p="jar $1: " -v key="$3" '
        /^(FAIL|KEPT) / { held = held $0 "\n"; next }
        index($0, "jar ") == 1 {
            if (index($0, p) == 1) {
                printf "%s%s %s\n", held, key, substr($0, length(p) + 1)
                told = 1
                bad = $0 !~ / failed 0( |$)/
            }
            held = ""
            next
        }
        # An out-of-memory error or the like ends all that follows.
        !/^classes / { held = held $0 "\n" }
        END {
            if (!told) { printf "FAIL %s gave no verdict\n%s", key, held }
            exit !told || bad
        }' "$2" >>"$4"
}

# explained LOG JAR: each method that was kept has a warning about its class.
# Classes under META-INF/versions are none unless the manifest says so. An empty
# finalize() and the constructor of Object need none: HotSpot knows the latter
# by heart, and counts a class as finalizable as soon as
# the body is more than a return, so additions would change the program.
explained() {
    versions=0
    ! unzip -p "$2" META-INF/MANIFEST.MF 2>/dev/null | tr -d '\r' |
        grep -Eiq '^Multi-Release: *true *$' || versions=1
    awk -v versions=$versions '/^ccinstr: warning: / {
            line = $0
            while (match(line, /![^!]*[.]class: /)) {
                said[substr(line, RSTART + 1, RLENGTH - 3)] = 1
                line = substr(line, RSTART + RLENGTH)
            }
        }
        /^KEPT META-INF\/versions\// && !versions { next }
        /^KEPT .*java\/lang\/Object[.]class <init>/ { next }
        /^KEPT / && $3 != "finalize()V" {
            name = $2
            sub(/.*!\//, "", name)
            if (!(name in said)) {
                print "FAIL no warning says why this was kept: " $0
                bad = 1
            }
        }
        END { exit bad }' "$1" >"$1.more"
    explained_status=$?
    cat "$1.more" >>"$1"
    rm -f "$1.more"
    return $explained_status
}

# rewrite KIND JAR DIR LOG
rewrite() {
    mkdir -p "$3"
    echo "== $1" >>"$4"
    # shellcheck disable=SC2086  # empty, or one word
    timeout 900 "$ccinstr" instrument $nested --check --probes "$1" -o "$3" \
        "$2" >>"$4" 2>&1
    rewrite_status=$?
    [ $rewrite_status -eq 0 ] || echo "status $rewrite_status" >>"$4"
    return $rewrite_status
}

# untouched JAR DIR LOG: without probes and checks the output is the input.
untouched() {
    "$ccinstr" instrument --quiet $nested --probes none -o "$2" "$1" \
        >/dev/null 2>&1 && cmp -s "$1" "$2/$(basename "$1")" && return
    echo 'status: the output without probes is not the input' >>"$3"
    return 1
}

# all_written LOG: each summary so far says that every class that was read and
# not refused was also written.
all_written() {
    awk '/^ccinstr: / || !/ class(es)?, .* rewritten, .* refused/ { next }
        {
            written = ""  # "N nested archives rewritten" may follow
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^class(es)?,$/) read = $(i - 1)
                if ($i == "rewritten," && written == "") written = $(i - 1)
                if ($i == "refused,") refused = $(i - 1)
            }
            told = 1
            if (read != written + refused) {
                print "status: only " written " of " read " classes written"
                bad = 1
            }
        }
        END { exit bad || !told }' "$1" >"$1.more"
    written_status=$?
    cat "$1.more" >>"$1"
    rm -f "$1.more"
    return $written_status
}

# written JAR DIR LOG: as it is, and as the model has it.
written() {
    [ "$probes" = nop ] || return 0
    untouched "$1" "$2/copy" "$3" && rewrite none "$1" "$2/none" "$3" &&
        all_written "$3"
}

# batch FILE: lines "bytes id path"; a result "ok|not ok TAB path" for each.
batch() {
    tmp=$(mktemp -d "$work/tmp/batch.XXXXXX") || return
    : >"$tmp/none" && : >"$tmp/new"
    while read -r _ id jar; do
        log=$work/done/$id.log
        : >"$log"
        out=$tmp/$id
        if written "$jar" "$out" "$log" &&
            rewrite "$probes" "$jar" "$out/new" "$log"; then
            printf '%s\n' "$jar" "$out/none/$(basename "$jar")" >>"$tmp/none"
            printf '%s\n' "$jar" "$out/new/$(basename "$jar")" >>"$tmp/new"
        fi
    done <"$1"
    if [ -s "$tmp/new" ]; then
        oracles
    fi
    while read -r _ id jar; do
        log=$work/done/$id.log
        bad=0
        if grep -q '^status' "$log"; then
            bad=1
        else
            for oracle in $verdicts; do
                verdict "$jar" "$tmp/$oracle.out" "$oracle" "$log" || bad=1
            done
            explained "$log" "$jar" || bad=1
        fi
        if [ $bad -eq 0 ]; then
            printf 'ok\t%s\n' "$jar" >"$work/done/$id.result"
        else
            printf 'not ok\t%s\n' "$jar" >"$work/done/$id.result"
        fi
    done <"$1"
    rm -rf "$tmp"
}

# The judgements of a batch; no path in here holds a blank.
oracles() {
    # shellcheck disable=SC2046
    [ "$probes" = all ] || same --written $(cat "$tmp/none") >"$tmp/none.out"
    # shellcheck disable=SC2046
    same --nop $(cat "$tmp/new") >"$tmp/same.out"
    # shellcheck disable=SC2046
    verify "$newest" -cp "$tools" VerifyAll \
        --classpath-list "$work/classpath.list" --compare $(cat "$tmp/new") \
        >"$tmp/link.out"
    # shellcheck disable=SC2046
    verify "$newest" -cp "$tools" VerifyAll --strict-50 \
        --classpath-list "$work/classpath.list" --compare $(cat "$tmp/new") \
        >"$tmp/strict.out"
    # shellcheck disable=SC2046
    asm_check $code --compare $(cat "$tmp/new") >"$tmp/asm.out"
}

# Splits what is not done yet into batches and lets the workers take turns.
run_batches() {
    rm -rf "$work/tmp"
    mkdir -p "$work/tmp"
    while read -r bytes id jar; do
        [ -f "$work/done/$id.result" ] || echo "$bytes $id $jar"
    done <"$work/jars.list" | awk -v bytes="$batch_bytes" \
        -v jars="$batch_jars" -v dir="$work/tmp" '
        BEGIN { b = 1000 }
        sum && (sum + $1 > bytes || count >= jars) { b++; sum = count = 0 }
        { sum += $1; count++; print > (dir "/" b ".list") }'
    pids=
    for worker in $(seq $workers); do
        (
            i=0
            for list in "$work"/tmp/*.list; do
                i=$((i + 1))
                [ $((i % workers)) -ne $((worker % workers)) ] ||
                    [ ! -f "$list" ] || batch "$list"
            done
        ) &
        pids="$pids $!"
    done
    # shellcheck disable=SC2086  # a list of numbers
    wait $pids
}

report_jars() {
    while read -r _ id jar; do
        result=$(cut -f 1 "$work/done/$id.result" 2>/dev/null)
        summary=$(awk '/^link /{ c = $3; l = $5; m = $7 }
            /^asm /{ for (i = 1; i < NF; i++) v[$i] = $(i + 1) }
            END { printf "%d classes, %d linked, %d lack libraries;" \
                " %d of %d methods rewritten", c, l, m, v["rewritten"],
                v["with-code"] }' "$work/done/$id.log")
        [ "$result" = ok ]
        point $? "$(basename "$jar"): $summary" "$work/done/$id.log"
        cat "$work/done/$id.log" >>"$work/all.log"
    done <"$work/jars.list"
}

# --- odd.jar, run ------------------------------------------------------------

run_odd() {
    rm -rf "$work/run"
    if ! rewrite nop "$work/odd/odd.jar" "$work/run" "$work/run.log"; then
        point 1 'odd.jar rewritten' "$work/run.log"
        return
    fi
    for home in $jdks; do
        name=$(basename "$home")
        "$home/bin/java" -jar "$work/odd/odd.jar" >"$work/run/want" 2>&1
        "$home/bin/java" -Xverify:all -jar "$work/run/odd.jar" 2>&1 |
            grep -v '^OpenJDK.*warning' >"$work/run/got"
        diff "$work/run/want" "$work/run/got" | sed 's/^/FAIL /' \
            >"$work/run.log"
        [ -s "$work/run/want" ] && [ ! -s "$work/run.log" ]
        point $? "odd.jar prints the same, $name" "$work/run.log"
    done
}

# --- The JDK -----------------------------------------------------------------

find_jdks() {
    if [ -n "${TORTURE_JDKS-}" ]; then
        echo "$TORTURE_JDKS"
        return
    fi
    first=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
    echo "$first"
    for home in /usr/lib/jvm/*; do
        if [ -x "$home/bin/java" ] && [ ! -L "$home" ] &&
            [ -f "$home/lib/modules" ] &&
            [ "$(readlink -f "$home")" != "$first" ]; then
            echo "$home"
        fi
    done
}

# jdk HOME: all modules rewritten, and put in their places in a new JVM.
jdk() {
    name=$(basename "$1")
    id=jdk-$name
    log=$work/done/$id.log
    if [ ! -f "$work/done/$id.result" ]; then
        : >"$log"
        dir=$work/tmp/$id
        rm -rf "$dir"
        mkdir -p "$dir"
        jdk_checks "$1" "$dir" "$log" && bad=0 || bad=1
        [ "$bad" -ne 0 ] || echo ok >"$work/done/$id.result"
        rm -rf "$dir"
    fi
    [ -f "$work/done/$id.result" ]
    point $? "JDK $name: $(grep -E '^(link|asm) ' "$log" | tr '\n' ' ')" \
        "$log"
    cat "$log" >>"$work/all.log"
}

# jdk_probe HOME DIR: java.base gets a Probe that does nothing, and all modules
# may use it.
jdk_probe() {
    package=ccinstr.rt.p0000000000000000
    sed "s/PACKAGE/$package/" "$here/../fixtures/probe/Idle.java" \
        >"$2/Probe.java" &&
        javac --release 8 -Xlint:-options -d "$2/idle" "$2/Probe.java" &&
        "$1/bin/jar" --update --file "$2/new/java.base.jar" -C "$2/idle" ccinstr &&
        others=$(basename -s .jar "$2"/new/*.jar | grep -v '^java.base$' |
            tr '\n' ',') &&
        printf '%s\n' --add-exports "java.base/$package=${others%,}" \
            >>"$2/patches"
}

jdk_checks() { # HOME DIR LOG
    "$1/bin/java" -cp "$tools" JrtExport "$2/orig" >>"$3" 2>&1 || return 1
    verify "$1/bin/java" --add-modules ALL-SYSTEM -cp "$tools" VerifyAll \
        jrt: >"$2/baseline"
    jdk_bad=0
    : >"$2/none.pairs" && : >"$2/new.pairs" && : >"$2/patches"
    : >"$2/targets"
    for jar in "$2"/orig/*.jar; do
        module=$(basename "$jar" .jar)
        [ "$probes" = all ] || rewrite none "$jar" "$2/none" "$3" || return 1
        printf '%s\n' "$jar" "$2/none/$module.jar" >>"$2/none.pairs"
        printf '%s\n' "$jar" "$2/new/$module.jar" >>"$2/new.pairs"
        printf '%s\n' --patch-module "$module=$2/new/$module.jar" \
            >>"$2/patches"
        printf '%s\n' "patched:$2/new/$module.jar" >>"$2/targets"
    done
    if [ "$probes" = nop ]; then
        all_written "$3" || return 1
        # shellcheck disable=SC2046
        same --written $(cat "$2/none.pairs") >"$2/out" || jdk_bad=1
        grep '^FAIL' "$2/out" >>"$3"
    fi
    for jar in "$2"/orig/*.jar; do
        rewrite "$probes" "$jar" "$2/new" "$3" || return 1
    done
    # shellcheck disable=SC2046
    same --nop $(cat "$2/new.pairs") >"$2/out" || jdk_bad=1
    grep '^FAIL' "$2/out" >>"$3"
    # shellcheck disable=SC2046
    asm_check $code --compare $(cat "$2/new.pairs") >"$2/out" || jdk_bad=1
    grep -E '^(FAIL|KEPT) ' "$2/out" >>"$3"
    tail -n 1 "$2/out" | sed 's/^/asm /' >>"$3"
    [ "$probes" = nop ] || jdk_probe "$1" "$2" || return 1
    # shellcheck disable=SC2046
    "$1/bin/java" -Xmx2g -XX:ErrorFile=/dev/null -Xverify:all \
        --add-modules ALL-SYSTEM "@$2/patches" -cp "$tools" VerifyAll \
        --baseline "$2/baseline" \
        $(cat "$2/targets") >"$2/out" 2>&1 || jdk_bad=1
    grep -v -e '^jar ' -e '^OpenJDK.*warning' -e '^WARNING' "$2/out" |
        sed 's/^classes /link &/' >>"$3"
    explained "$3" "$2/orig/java.base.jar" || jdk_bad=1
    expected=$(tail -n 1 "$2/baseline" | field classes)
    # and Probe
    [ "$probes" = nop ] || expected=$((expected + 1))
    linked=$(tail -n 1 "$2/out" | field classes)
    if [ "$expected" != "$linked" ]; then
        echo "FAIL $linked of $expected classes were linked" >>"$3"
        jdk_bad=1
    fi
    return $jdk_bad
}

# --- All ---------------------------------------------------------------------

totals() {
    awk '/^link /{ for (i = 2; i < NF; i++) v["l" $i] += $(i + 1) }
        /^asm /{ for (i = 2; i < NF; i++) v["a" $i] += $(i + 1) }
        END {
            printf "# classes %d: linked %d, lacking libraries %d," \
                " failing originally too %d, too new %d, package java %d\n",
                v["lclasses"], v["llinked"], v["lmissing-deps"],
                v["lfailed-in-both"], v["ltoo-new"], v["ljava-package"]
            printf "# methods with code %d, rewritten %d, kept %d\n",
                v["awith-code"], v["arewritten"],
                v["awith-code"] - v["arewritten"]
        }' "$work/all.log"
    echo '# what ccinstr said, without its places:'
    sed -n 's/^ccinstr: \(error\|warning\|note\): /\1: /p' "$work/all.log" |
        sed 's/: .*[^:]: /: /; s/[0-9][0-9]*/N/g' | sort | uniq -c |
        sort -rn | head -n 40 | sed 's/^/#/'
    if grep -q '^KEPT ' "$work/all.log"; then
        echo '# methods kept (first 40):'
        grep '^KEPT ' "$work/all.log" | sort -u | head -n 40 |
            cut -c 1-160 | sed 's/^KEPT/#/'
    fi
}

nested=
if "$ccinstr" instrument --help all 2>/dev/null | grep -q -e '--nested'; then
    nested=--nested
fi
verdicts='same link strict asm'
[ "$probes" = all ] || verdicts="none $verdicts"
newest=java
jdks=$(find_jdks)
for home in $jdks; do
    newest=$home/bin/java
done
build_oracles
controls
[ -z "${CCINSTR_INSTALL-}" ] || install_packages
: >"$work/all.log"
list_jars
[ -s "$work/jars.list" ] || die 'no jars'
run_batches
report_jars
# What it prints with probes is the business of t7010-probes.t.
[ "$probes" = all ] || run_odd
if [ "$mode" = --all ]; then
    for home in $jdks; do
        if echo "JDK $home" | grep -Eq -e "${TORTURE_ONLY:-.}"; then
            jdk "$home"
        fi
    done
fi
totals
finish
