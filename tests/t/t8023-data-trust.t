#!/bin/sh
# SPDX-License-Identifier: MIT
# t8023-data-trust.t - what of data files can be believed: what a run records of itself and
# who may read that; what is told of runs that were killed, of damage and of what was not
# recorded, here and when they were merged; long files, and those of version 1.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar
dump=$builddir/tests/tools/datadump

made instrumented
plan=new/ccinstr.plan
[ -f $plan ] || plan=$(find new -name '*.plan')

# data FOLDER JAVA-OPTION...: what that run leaves, in $data.
data() {
    folder=$1
    shift
    mkdir "$folder"
    java "-Dccinstr.data=$folder/" "$@" >printed 2>told
    data=$(find "$folder" -name '*.ccd')
}
recorded() {
    "$dump" "$data" | sed -n 's/^command //p'
}
mode() {
    find "$data" -perm "$1" | grep -c .
}

# What is recorded.
umask 022
data main -jar new/run.jar secret
is "$(recorded)" run.jar 'of a jar its name'
is "$(mode 600)" 1 'and nobody else may read it'
is "$(cat told)" '' 'nothing is said'
mkdir 'a folder'
cp new/run.jar 'a folder/of mine.jar'
data blanks -jar 'a folder/of mine.jar' secret
is "$(recorded)" 'of mine.jar' 'whatever blanks there are'
data class -cp new/run.jar run.Run secret
is "$(recorded)" run.Run 'else the main class'
data command -Dccinstr.record=command -cp new/run.jar run.Run secret
is "$(recorded)" 'run.Run secret' 'all of it, if asked for'
data none -Dccinstr.record=none -cp new/run.jar run.Run secret
is "$(recorded)" '' 'or nothing'
CCINSTR_RECORD=none CCINSTR_MODE=640 data by-environment -cp new/run.jar run.Run secret
is "$(recorded)" '' 'the environment says so, too'
is "$(mode 640)" 1 'and the mode'
data wrong -Dccinstr.record=everything -Dccinstr.mode=rw -cp new/run.jar run.Run secret
is "$(recorded)" run.Run 'nonsense is none of them'
is "$(mode 600)" 1 'nor a mode'
is "$(cat told)" "ccinstr: -Dccinstr.record=everything is none of main, command and none: main
ccinstr: -Dccinstr.mode=rw is no mode as 0644 is: 0600" 'of which each is told'
umask 077
data open -Dccinstr.mode=0666 -cp new/run.jar run.Run
is "$(mode 666)" 1 'a mode is not masked'
for run in main class; do
    "$dump" $run/*.ccd | sed -n '1s/.* id=\([0-9a-f]*\) .*/\1/p'
done >ids
is "$(sort -u ids | grep -Ec '^[0-9a-f]{16}$')" 2 'each run has an identity'

# What has ended is known to be as it was.
data=$(find main -name '*.ccd')
page=$(getconf PAGESIZE)
is "$(($(wc -c <"$data") % page)) $([ "$(wc -c <"$data")" -lt 1000000 ] && echo short)" '0 short' \
    'it is as short as may be'
run "$CCINSTR" report $plan main --fail-on damaged,unrecorded --top 0
is "$status" 0 'nothing is wrong'
unlike out 'unverified|damaged|not recorded' 'and nothing said'
like out 'what is covered is exact' 'but that it is exact'

# A run that was killed.
mkdir killed
java -Dccinstr.data=killed/ -jar new/run.jar wait >waits 2>told &
pid=$!
until_true grep -q waiting waits
kill -9 $pid
wait $pid 2>/dev/null
run "$CCINSTR" report $plan killed main --fail-on damaged,unrecorded --top 0
is "$status$(cat err)" 0 'a run that was killed is not damaged'
like out '^1 run ended uncleanly, its counts are unverified$' 'but unverified'
unlike out 'exact' 'and nothing is exact'
run "$CCINSTR" merge -o merged killed main
cp out text
run "$CCINSTR" report $plan merged --top 0
like out '^1 run ended uncleanly, its counts are unverified$' 'the same of a merged file'
unlike out 'exact' 'which does not make it exact'
"$CCINSTR" report $plan merged --format json >json
is "$(grep -o '"counts":"[a-z]*"' json) $(grep -c '"verified":false' json)" \
    '"counts":"unverified" 1' 'and of JSON'

# flip FILE BYTE: its lowest bit.
flip() {
    was=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059  # the format is the byte
    printf "\\$(printf '%03o' $((was ^ 1)))" |
        dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
# A counter of a run that ended.
mkdir bad
cp main/*.ccd bad/one.ccd
command=$(od -An -tu4 -j 68 -N 4 bad/one.ccd | tr -d ' ')
flip bad/one.ccd $((104 + (command + 7) / 8 * 8))
run "$CCINSTR" report $plan bad --top 0
is "$status" 0 'a damaged file is used'
like err "^ccinstr: warning: bad/one.ccd: damaged: counters that have been changed; the file is used all the same \\(byte 0\\)$" \
    'which is told'
like out '^damaged: bad/one.ccd: byte 0: counters that have been changed$' 'in the report, too'
unlike out 'exact' 'which is not exact then'
run "$CCINSTR" report $plan bad main --fail-on damaged --top 0
is "$status" 1 'a build can refuse it where the run is there as it was, too'
like out 'what is covered is exact' 'though then what is told is exact'
run "$CCINSTR" report $plan bad --fail-on damaged -q
is "$status" 1 'a build can refuse it'
like err '^ccinstr: error: bad/one.ccd: damaged: counters that have been changed' 'by name'
run "$CCINSTR" merge -o bad-merged bad
is "$status" 0 'it is merged'
run "$CCINSTR" report $plan bad-merged --fail-on damaged --top 0
is "$status" 1 'and still damaged'
like out '^damaged: data files of 1 run were$' 'as is told'
# The identity of the plan in its head, in a folder where data of other plans may be.
cp main/*.ccd bad/head.ccd
flip bad/head.ccd 20
run "$CCINSTR" report $plan bad main --fail-on damaged --top 0
is "$status" 1 'whose it is cannot be told'
like out '^damaged: bad/head.ccd: byte 96: its head has been changed$' 'which is no other plan'

# Nothing is left, or its first bytes are gone: it may have had anything.
mkdir gone
: >gone/none.ccd
cp main/*.ccd gone/zeros.ccd
head -c 8 /dev/zero | dd of=gone/zeros.ccd conv=notrunc 2>/dev/null
for file in none zeros; do
    run "$CCINSTR" report $plan gone/$file.ccd main --fail-on damaged --top 0
    is "$status" 1 "$file: a build can refuse it"
    like out "^damaged: gone/$file.ccd: byte 0: " "$file: which is told"
    unlike out 'exact' "$file: what is covered is not exact then"
    run "$CCINSTR" report $plan gone/$file.ccd main --fail-on unrecorded -q
    is "$status" 1 "$file: nobody knows what was not recorded"
done

# What was not recorded.
"$builddir/tests/tools/makerun" 3 unrecorded.plan unrecorded.ccd 12
run "$CCINSTR" report unrecorded.plan unrecorded.ccd --fail-on unrecorded --top 0
is "$status" 1 'a build can refuse what is missing'
like err '^ccinstr: error: 12 activations were unrecorded' 'and is told'
like out '^12 activations were not recorded \(start-up: 12\): what they covered is missing$' \
    'as is who reads'
run "$CCINSTR" report unrecorded.plan unrecorded.ccd --fail-on nothing
is "$status" 2 'other words are none'
like err 'unpredicted, lost, damaged, unrecorded' 'and which there are is told'

# What a damaged file had may be missing; who reads a pipe in a folder waits for ever.
head -c 752 main/*.ccd >cut.ccd
run "$CCINSTR" report $plan cut.ccd --fail-on unrecorded --top 0
is "$status" 1 'of a file that is cut nobody knows what was not recorded'
like err 'the number of unrecorded activations is unknown' 'which is told'
mkdir pipes && cp main/*.ccd pipes && mkfifo pipes/p.ccd
run timeout 20 "$CCINSTR" report $plan pipes
is "$status" 3 'a pipe in a folder of data'
like err '^ccinstr: error: pipes/p.ccd: neither a file nor a folder$' 'is named'
run timeout 20 "$CCINSTR" merge -o piped.ccd pipes
is "$status $([ -e piped.ccd ]; echo $?)" '3 1' 'merge: the same'

# A long file without anything in it costs nothing.
cp main/*.ccd long.ccd
truncate -s 3G long.ccd
little() {
    # shellcheck disable=SC3045  # no limit is no failure
    (ulimit -v 1000000 2>/dev/null && exec "$CCINSTR" "$@")
}
if little --version >/dev/null 2>&1; then
    run little report $plan long.ccd --top 0
    is "$status$(cat err)" 0 'a file of three gigabytes'
    run little merge -o short long.ccd
    is "$status$(cat err)" 0 'is merged'
else
    skip 'a file of three gigabytes' 'no limit on memory can be set'
    skip 'is merged' 'no limit on memory can be set'
fi

# Of version 1, without a plan.
run "$CCINSTR" merge -o old "$srcdir/tests/fuzz/seeds-data/version-1-sample"
is "$status" 0 'a file of version 1 is merged'
"$dump" old >dumped
like dumped '^data version=2 flags=clean,unverified ' 'and unverified'
done_testing
