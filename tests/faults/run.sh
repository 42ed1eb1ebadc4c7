#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - every command, with one call after the other failing (TAP).
#
#     run.sh [OPTION...] CCINSTR
#
#     --commands 'NAME...'  only these of commands.txt (patterns of the shell)
#     --kinds 'KIND...'     only these kinds of calls (tools/faults.c lists them)
#     --most N              at most N calls of each kind (sampled where there are more)
#     --seed S              of the sample (default: 1)
#     --at 'NAME KIND:N[-]' one of all, and what becomes of it
#     --lib FILE            the injector (default: made here with $CC)
#     --keep DIR            work there, and leave it
#
# Each command runs without a fault first, and its calls are counted. Then call n of
# each kind fails, alone (KIND:n) and with all that follow (KIND:n-). Asked each time:
#
#     it ends, by itself, and not by a signal
#     each output is what it was before, or what it is without the fault; of those that
#     were not there before some may be missing; nothing else is in the output folder or
#     in that for temporary files
#     status 0 only if all outputs, standard output and what was said are the same
#     any other status (2, 3, or 1 where the good run has that and something else was
#     said) with a line "ccinstr: error: ..." that has the text of the error that the call
#     failed with
#     instrument, once more and without a fault, then does what it should
#
# What may differ stands in harmless.txt, each with its reason.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
commands='*' kinds='*' most=1000000 seed=1 at='' lib='' dir=''
while [ $# -gt 1 ]; do
    case $1 in
    --commands) commands=$2 ;;
    --kinds) kinds=$2 ;;
    --most) most=$2 ;;
    --seed) seed=$2 ;;
    --at) at=$2 ;;
    --lib) lib=$(realpath "$2") ;;
    --keep) dir=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -eq 1 ] || {
    sed -n '3,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
ccinstr=$(realpath "$1")
# shellcheck source=tests/faults/lib.sh
. "$here/lib.sh"
enter_work
# Commands run in now/, where `in` leads to what they read.
mkdir -p now/tmp good nothing
ln -sfn ../in now/in
export TMPDIR="$dir/now/tmp"

# --- One run ---------------------------------------------------------------------
#
# Thousands of them: what is right is found to be with few processes.

# start ORDER COUNTS ARGUMENT...: the command with that fault; $status.
start() {
    order=$1 counts=$2
    shift 2
    status=0
    LD_PRELOAD=$lib FAULTS=$order FAULTS_COUNTS=$counts timeout 60 "$ccinstr" "$@" \
        >stdout 2>stderr </dev/null || status=$?
}

# What a run leaves is known but for its name and its times; what says that nothing has
# changed, for its times.
settle() {
    [ ! -e out/.ccinstr-made ] || rm out/.ccinstr-made
    for data in out/run-*/*.ccd; do
        if [ -f "$data" ]; then
            rm "$data"
            echo 'data' >"${data%/*}/data"
        fi
    done
}

# restore STATE: what is there before.
restore() {
    [ ! -e out ] || rm -rf out
    [ "$1" = - ] || cp -a "../$1" out
}

# has_line FILE PATTERN: does a line match that pattern of the shell?
has_line() {
    while IFS= read -r line; do
        # shellcheck disable=SC2254  # it is a pattern
        case $line in $2) return 0 ;; esac
    done <"$1"
    return 1
}

# files FOLDER: all that is below, by name.
files() {
    (cd "$1" 2>/dev/null && find . ! -name . | sort)
}

# outputs GOOD BEFORE: what is wrong with the outputs of a run that has failed.
outputs() {
    files out >../files.now
    files "$1" >../files.good
    files "$2" | grep -v '/\.ccinstr-made$' >../files.before
    while IFS= read -r file; do
        if [ -d "out/$file" ] && { [ -d "$1/$file" ] || [ -d "$2/$file" ]; }; then
            continue
        fi
        if [ ! -e "$1/$file" ] && [ ! -e "$2/$file" ]; then
            echo "leaves out/${file#./}"
        elif ! cmp -s "out/$file" "$1/$file" && ! cmp -s "out/$file" "$2/$file"; then
            echo "out/${file#./} is neither old nor new"
        fi
    done <../files.now
    comm -12 ../files.before ../files.good | comm -23 - ../files.now |
        sed 's|^\./|has lost out/|'
}

# differences: what a run that claims to have succeeded did otherwise, a line each.
differences() {
    rmdir out 2>/dev/null  # as good as none
    diff -r -q --no-dereference "$good" . >../differ 2>&1 && return
    while IFS= read -r line; do
        case $line in
        *"$good/stdout "*) echo "status $status, but prints other text" ;;
        *"$good/stderr "*)
            diff "$good/stderr" stderr | sed -n "s/^[<>]/status $status, but says: &/p"
            ;;
        *./tmp*) ;;
        *) echo "status $status, but outputs differ: $line" ;;
        esac
    done <../differ
}

# cause_of ORDER: what an error line says of it, a pattern of the shell: strerror of what
# tools/faults.c has for that kind, or our own words for no memory.
cause_of() {
    own=
    case $1 in
    malloc:* | mmap:*) cause='Cannot allocate memory' own='out of memory' ;;
    open:*) cause='Too many open files' ;;
    write:* | truncate:* | allocate:* | mkdir:*) cause='No space left on device' ;;
    thread:* | spawn:*) cause='Resource temporarily unavailable' ;;
    *) cause='Input/output error' ;;
    esac
}

# said: is it wrong what was said of the fault? A line each.
said() {
    cause_of "$order"
    if ! has_line stderr 'ccinstr: error: *'; then
        echo "status $status, and no word of it"
    elif ! has_line stderr "ccinstr: error: *$cause*" &&
        ! { [ -n "$own" ] && has_line stderr "ccinstr: error: *$own*"; }; then
        echo "status $status, and not why: $(grep -m 1 '^ccinstr: error: ' stderr)"
    fi
}

# judge: what is wrong with the run that was, a line each.
judge() {
    case $status in
    124 | 137) echo 'does not end' ;;
    12[89] | 1[3-9]?) echo "ends by signal $((status - 128))" ;;
    "$good_status")
        if [ "$good_status" -eq 0 ] || cmp -s stderr "$good/stderr"; then
            differences
        else
            said
            outputs "$good/out" "../$before"
        fi
        ;;
    2 | 3)
        said
        [ "$before" = - ] && [ ! -d out ] || outputs "$good/out" "../$before"
        ;;
    *) echo "ends with status $status" ;;
    esac
    for file in tmp/* tmp/.[!.]*; do
        [ ! -e "$file" ] || {
            echo "leaves $file"
            rm -rf "$file"
        }
    done
}

# again ARGUMENT...: without a fault on what was left.
again() {
    is=0
    "$ccinstr" "$@" >stdout 2>../stderr.again </dev/null || is=$?
    [ $is -eq "$good_status" ] || {
        echo "and then not even without a fault: $(head -n 1 ../stderr.again)"
        return
    }
    settle
    diff -r -q --no-dereference "$good/out" out >../differ 2>&1 ||
        echo "and then other outputs without a fault: $(head -n 1 ../differ)"
}

# is_harmless NAME ORDER TEXT: does a row of harmless.txt say so?
is_harmless() {
    while IFS='|' read -r of_name of_order text with why; do
        # shellcheck disable=SC2254  # these are patterns
        case $1 in $of_name) case $2 in $of_order) case $3 in $text)
                    [ -n "$with" ] && ! has_line stderr "$with" || return 0
                    ;;
                esac ;; esac ;; esac
    done <../harmless
    return 1
}

# attempt NAME BEFORE ORDER ARGUMENT...: one run, and what is wrong with it, to `wrong`.
attempt() {
    name=$1 before=$2 order=$3
    shift 3
    restore "$before"
    start "$order" '' "$@"
    : >../wrong
    is_left=false
    if [ "$1" = instrument ] && [ "$status" -ne "$good_status" ] && [ -d out ]; then
        is_left=true
        rm -rf ../left
        cp -a out ../left
    fi
    settle
    judge >../wrong.all
    if $is_left; then
        rm -rf out
        mv ../left out
        again "$@" >>../wrong.all
    fi
    [ -s ../wrong.all ] || return 0
    while IFS= read -r fault; do
        is_harmless "$name" "$order" "$fault" || echo "$fault" >>../wrong
    done <../wrong.all
}

# --- One command -----------------------------------------------------------------

# sample N CAP: the numbers of calls to fail.
sample() {
    awk -v n="$1" -v cap="$2" -v seed="$seed" 'BEGIN {
        if (n <= cap) { for (i = 1; i <= n; i++) print i; exit }
        # One of each part of the same length, so that early and late ones are there.
        srand(seed)
        for (i = 0; i < cap; i++) {
            from = int(i * n / cap); to = int((i + 1) * n / cap)
            print from + 1 + int(rand() * (to - from))
        }
    }'
}

tap_n=0
failed=0
n_runs=0

# report NAME KIND: a test point of the lines in `all`.
report() {
    tap_n=$((tap_n + 1))
    if [ ! -s ../all ]; then
        echo "ok $tap_n - $1 $2: $3 of $4 calls"
        return
    fi
    failed=1
    echo "not ok $tap_n - $1 $2: $3 of $4 calls"
    head -n 12 ../all | while read -r order what; do
        echo "# $what"
        echo "#     tests/faults/run.sh --at '$1 $order' build/ccinstr"
    done
    [ "$(wc -l <../all)" -le 12 ] || echo "# and $(($(wc -l <../all) - 12)) more"
}

# command NAME CAP BEFORE ARGUMENT...
command_of() {
    name=$1 cap=$2 before=$3
    shift 3
    [ "$cap" -le "$most" ] || cap=$most
    good=../good/$name
    restore "$before"
    start malloc:0 ../counts "$@"
    settle
    good_status=$status
    rm -rf "$good"
    cp -a . "$good"
    if [ "$status" -gt 1 ] || [ ! -s ../counts ]; then
        tap_n=$((tap_n + 1))
        failed=1
        echo "not ok $tap_n - $name without a fault: status $status"
        sed 's/^/# /' stderr
        return
    fi
    if [ -n "$at" ]; then
        export FAULTS_TRACE=1
        attempt "$name" "$before" "${at#* }" "$@"
        echo "status $status"
        cat stderr
        sed 's/^/wrong: /' ../wrong
        return
    fi
    while read -r kind n; do
        is_one_of "$kind" "$kinds" || continue
        : >../all
        sample "$n" "$cap" >../numbers
        while read -r i; do
            for order in "$kind:$i" "$kind:$i-"; do
                attempt "$name" "$before" "$order" "$@"
                n_runs=$((n_runs + 1))
                [ ! -s ../wrong ] || sed "s/^/$order /" ../wrong >>../all
            done
        done <../numbers
        report "$name" "$kind" "$(wc -l <../numbers)" "$n"
    done <../counts
}

make_inputs && make_lib || exit 99
sed '/^#/d; /^$/d' "$here/harmless.txt" >harmless
[ -z "$at" ] || commands=${at%% *}
echo "# seed $seed"
sed '/^#/d; /^$/d' "$here/commands.txt" >table
exec 3<table
cd now || exit 99
while IFS=: read -r name cap before arguments <&3; do
    name=${name% } before=$(echo $before) cap=$(echo $cap)
    is_one_of "$name" "$commands" || continue
    need_state "$before"
    eval "set -- $(echo "$arguments" | sed "s/[*!']/\\\\&/g")"
    command_of "$name" "$cap" "$before" "$@"
done
echo "1..$tap_n"
echo "# $n_runs runs"
exit $failed
