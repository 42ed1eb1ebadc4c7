#!/bin/sh
# SPDX-License-Identifier: MIT
# jvm.sh - instrumented programs, with one call of our library after the other failing
# (TAP).
#
#     jvm.sh [OPTION...] CCINSTR
#
#     --programs 'NAME...'  only these: Some, and those of tests/fixtures/truth
#     --kinds 'KIND...'     only these kinds of calls (tools/faults.c lists them)
#     --most N              at most the first N calls of each kind
#     --at 'NAME KIND:N[-]' one of all, and what becomes of it
#     --lib FILE            the injector (default: made here with $CC)
#     --tools DIR           where datachains and datadump are (default: beside CCINSTR)
#     --keep DIR            work there, and leave it
#
# Only calls that come out of the library that instrumented jars bring fail: KIND:n one,
# KIND:n- all from the n-th on. Asked each time: the program prints what it prints
# without, says nothing else but lines of ours, and ends with its status; what data file
# there is can be read (but for an end that could not be written); and what it says is what it says without, or a line on standard
# error (not measured, not recorded, incomplete) or a flag in the file tells that
# something is missing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
programs='Some Calls Lambdas Threads Throws' kinds='*' most=1000 at='' lib='' dir='' tools=''
while [ $# -gt 1 ]; do
    case $1 in
    --programs) programs=$2 ;;
    --kinds) kinds=$2 ;;
    --most) most=$2 ;;
    --at) at=$2 programs=${2%% *} ;;
    --lib) lib=$(realpath "$2") ;;
    --tools) tools=$(realpath "$2") ;;
    --keep) dir=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -eq 1 ] || {
    sed -n '3,14s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
ccinstr=$(realpath "$1")
tools=${tools:-$(dirname "$ccinstr")/tests/tools}
# shellcheck source=tests/faults/lib.sh
. "$here/lib.sh"
enter_work
mkdir -p tmp
export TMPDIR="$dir/tmp"

make_truth() {
    [ ! -d truth ] || return 0
    mkdir -p truth/library truth/classes
    compile -d truth/library "$top/tests/fixtures/truth/lib/Library.java" &&
        for name in Calls Lambdas Threads Throws; do
            compile -d truth/classes -cp truth/library \
                "$top/tests/fixtures/truth/$name.java" || return
        done &&
        "$ccinstr" instrument --quiet --jdk none --interface-level package \
            --classpath truth/library -o truth/new truth/classes 2>/dev/null
}

# place NAME: to $main, $class_path and $plan.
place() {
    case $1 in
    Some) main=Some class_path=newer/app.jar:in/test plan=newer/ccinstr.plan ;;
    *) main=truth.$1 class_path=truth/new/classes:truth/library plan=truth/new/ccinstr.plan ;;
    esac
}

# start ORDER COUNTS NAME: one run, to stdout, stderr, $status, and what it recorded.
start() {
    order=$1
    rm -rf data
    mkdir data
    status=0
    LD_PRELOAD=$lib FAULTS=$1 FAULTS_COUNTS=$2 FAULTS_IN=libccinstr.so timeout 60 \
        java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dccinstr.data=data/d \
        -cp "$class_path" "$main" >stdout 2>stderr </dev/null || status=$?
    : >recorded
    : >flags
    : >unread
    for file in data/*.ccd; do
        [ ! -f "$file" ] || {
            "$tools/datachains" "$plan" "$file" >>recorded 2>>unread ||
                echo 'datachains fails' >>unread
            "$tools/datadump" "$file" >dump 2>>unread || echo 'datadump fails' >>unread
            grep -E 'file-full|table-full|unrecorded' dump >>flags
        }
    done
    # Threads that meet may miss a hit, but never the first.
    [ "$3" != Threads ] || {
        cut -f 1-5 recorded | sort -u >covered
        mv covered recorded
    }
}

# Is it only the end of the file that could not be written, and all records are there?
# Then the file itself tells (data.c, finish).
lacks_its_end() {
    case $order in write:*) ;; *) return 1 ;; esac
    cmp -s recorded good.recorded &&
        ! grep -Ev -e ': (something behind the end|words in use that are not the end of a record)$' \
            -e '^data(chains|dump) fails$' unread >strange
}

judge() {
    case $status in
    124 | 137) echo 'does not end' ;;
    *) [ "$status" -eq "$(cat good.status)" ] || echo "ends with status $status" ;;
    esac
    cmp -s stdout good.stdout || echo 'prints other text'
    grep -v '^ccinstr: ' stderr >theirs
    cmp -s theirs good.stderr || echo "says: $(diff good.stderr theirs | sed -n 2p)"
    [ ! -s unread ] || lacks_its_end || echo "leaves a file that cannot be read: $(head -n 1 unread)"
    cmp -s recorded good.recorded || [ -s flags ] ||
        grep -Eq '^ccinstr: (not measured|incomplete)|^ccinstr: .*not recorded' stderr ||
        echo "records something else, and no word of it: $(diff good.recorded recorded |
            grep -c '^[<>]') lines"
}

make_inputs && make_truth && make_lib || exit 99
tap_n=0
failed=0
for name in $programs; do
    place "$name"
    start malloc:0 counts "$name"
    echo "$status" >good.status
    cp stdout good.stdout
    cp stderr good.stderr
    cp recorded good.recorded
    if [ "$status" -gt 1 ] || [ ! -s recorded ] || [ ! -s counts ] ||
        [ -s flags ] || [ -s unread ]; then
        tap_n=$((tap_n + 1))
        failed=1
        echo "not ok $tap_n - $name without a fault: status $status"
        continue
    fi
    if [ -n "$at" ]; then
        export FAULTS_TRACE=1
        start "${at#* }" '' "$name"
        echo "status $status"
        cat stderr flags unread
        judge | sed 's/^/wrong: /'
        exit
    fi
    while read -r kind n; do
        is_one_of "$kind" "$kinds" || continue
        : >all
        i=1
        while [ $i -le "$n" ] && [ $i -le "$most" ]; do
            for order in "$kind:$i" "$kind:$i-"; do
                start "$order" '' "$name"
                judge | sed "s/^/$order /" >>all
            done
            i=$((i + 1))
        done
        tap_n=$((tap_n + 1))
        if [ -s all ]; then
            failed=1
            echo "not ok $tap_n - java $name $kind: $((i - 1)) of $n calls"
            while read -r order what; do
                echo "# $what"
                echo "#     tests/faults/jvm.sh --at '$name $order' build/ccinstr"
            done <all
        else
            echo "ok $tap_n - java $name $kind: $((i - 1)) of $n calls"
        fi
    done <counts
done
echo "1..$tap_n"
exit $failed
