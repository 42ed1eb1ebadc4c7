#!/bin/sh
# SPDX-License-Identifier: MIT
# t8020-merge.t - data files of real runs, merged: the same bytes for any order and
# grouping, the sums of all, also of a run that was killed; no run twice; other plans and
# damage are named; no input is changed.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar
dump=$builddir/tests/tools/datadump
chains=$builddir/tests/tools/datachains

made instrumented
run "$CCINSTR" instrument --jdk none --depth 2 -o other run.jar
is "$status" 0 'and with another plan'

# data NUMBER JAR ENDING: what that run leaves, as NUMBER.ccd.
data() {
    mkdir "data$1"
    java "-Dccinstr.data=data$1/" -jar "$2/run.jar" "$3" >"out$1" 2>"err$1"
    cp "data$1"/*.ccd "$1.ccd"
}
data 1 new ''
data 2 new exit
data 3 new throw
mkdir data4
java -Dccinstr.data=data4/ -jar new/run.jar wait >out4 2>err4 &
pid=$!
until_true grep -q waiting out4
kill -9 $pid
wait $pid 2>/dev/null
cp data4/*.ccd 4.ccd
data 5 other ''
"$dump" 4.ccd | head -n 1 >head.txt
like head.txt 'flags=- ' 'one was killed'
cksum ./*.ccd >sums

# merge OUT DATA...
merge() {
    out=$1
    shift
    run "$CCINSTR" merge -o "$out" "$@"
    is "$status$(cat out err)" 0 "merged: $*"
}
merge all 1.ccd 2.ccd 3.ccd 4.ccd
merge b 4.ccd 2.ccd 1.ccd 3.ccd
same b all 'another order'
merge 12 2.ccd 1.ccd
merge 123 12 3.ccd
merge b 4.ccd 123
same b all 'one after another'
merge 34 3.ccd 4.ccd
merge b 34 12
same b all 'two and two'
merge b all
same b all 'once more by itself'
merge b 2.ccd 34 all 1.ccd 2.ccd 12
same b all 'no run counts twice'
merge 1a 1.ccd
merge 1b 1a
same 1b 1a 'one file'

# The chains of all are those of each, and their hits are added up.
for f in 1 2 3 4; do
    "$chains" new/ccinstr.plan $f.ccd
done | awk -F'\t' '!/^#thread/ {
    n = $NF
    what = $0
    if (/^#/) { n = $4; $4 = "" } else { $NF = "" }
    sum[$0] += n
} END { for (w in sum) print w "=" sum[w] }' | sort >wanted
"$chains" new/ccinstr.plan all | awk -F'\t' '!/^#thread/ {
    n = $NF
    if (/^#/) { n = $4; $4 = "" } else { $NF = "" }
    print $0 "=" n
}' | sort >got
same got wanted 'chains and hits'
is "$(grep -c . got)" 36 'all that there are'

"$dump" all >dumped
is "$(grep -c '^run ' dumped)" 4 'the runs are listed'
for f in 1 2 3 4; do
    "$dump" $f.ccd | sed -n '1s/.* \(id=.*\) labels.*/\1/p'
done | sort >wanted
sed -n 's/^run \(id=.* end=[0-9]*\) .*/\1/p' dumped | sort >got
is "$(wc -l <got | tr -d ' ')" 4 'of which each has an identity'
same got wanted 'as their heads had them'
is "$(tail -n 1 dumped | grep -o 'threads=.*')" 'threads=8 counts=unverified' \
    'and how far their counts can be believed'
like dumped '^data version=2 flags=unverified .* id=0 runs=4 start=0 end=0' 'the head is of no run'
"$dump" 12 | head -n 1 >head.txt
like head.txt 'flags=clean ' 'and clean if all were'

# What cannot be merged.
refused() {
    what=$1
    shift
    rm -f no
    run "$CCINSTR" merge "$@"
    is "$status" 3 "$what: status"
    is "$(find . -name no -o -name 'no.*')" '' "$what: nothing is written"
}
identity() {
    "$dump" "$1" | sed -n '1s/.*identity=\([0-9a-f]*\).*/\1/p'
}
refused 'another plan' -o no 1.ccd 5.ccd
is "$(cat err)" "ccinstr: error: 5.ccd: has plan identity $(identity 5.ccd), but 1.ccd has $(identity 1.ccd) (use data of one plan only)" \
    'another plan: by name'
merge 23 2.ccd 3.ccd
refused 'runs in common' -o no 12 23
id=$("$dump" 2.ccd | sed -n '1s/.* id=\([0-9a-f]*\) .*/\1/p')
like err "^ccinstr: error: (12|23): shares run $id \\(.*\\) with (12|23), and each has other runs too: " \
    'runs in common: by name'
refused 'a file that is none' -o no 1.ccd missing.ccd
like err 'missing.ccd: cannot open' 'a file that is none: by name'
refused 'a jar' -o no run.jar
like err 'run.jar: this data file cannot be used: not a data file' 'a jar: by name'
for way in 2.ccd ./2.ccd "$PWD/2.ccd"; do
    run "$CCINSTR" merge -o "$way" 1.ccd 2.ccd
    is "$status" 3 "the output is an input, as $way"
    like err 'is read by the same command: nothing is written' 'which is said'
done
ln 2.ccd hard
ln -s 2.ccd soft
for way in hard soft; do
    run "$CCINSTR" merge -o $way 1.ccd 2.ccd
    is "$status" 3 "the output is an input by a $way link"
done
cksum ./[1-5].ccd >now
same now sums 'no input was changed'

# Damage: what stands before is used, what is not is said.
used=$(od -An -tu8 -j72 -N8 1.ccd | tr -d ' ')
head -c $((used * 8 - 8)) 1.ccd >cut.ccd
run "$CCINSTR" merge -o part cut.ccd 2.ccd
is "$status" 0 'a cut file is merged'
like err "^ccinstr: warning: cut.ccd: damaged: .*; only what comes before is used \\(byte [0-9]*\\)\$" \
    'and what is missing is said'
is "$("$dump" part | grep -c '^run ')" 2 'both runs'
"$dump" cut.ccd 2>/dev/null | grep -c '^node' >a
"$dump" part | grep -c '^node' >b
is "$([ "$(cat b)" -ge "$(cat a)" ] && echo all)" all 'with the nodes that are left'
head -c 50 1.ccd >head.ccd
run "$CCINSTR" merge -o rest head.ccd all
is "$status" 0 'a file without its counters is passed over'
"$dump" rest | sed 1d >got
"$dump" all | sed 1d >wanted
same got wanted 'the others are used'
"$dump" rest | head -n 1 >head.txt
like head.txt ' flags=unverified,lost ' 'and that something is missing is kept'
like err 'head.ccd: damaged: too short; nothing in this file can be used' 'and it is named'
refused 'nothing but that' -o no head.ccd
like err 'no run in these data files' 'nothing but that: said'

# A folder stands for its data files.
mkdir folder
cp 1.ccd 2.ccd folder
run "$CCINSTR" merge -o of-folder folder
is "$status" 0 'a folder'
same of-folder 12 'and the files in it'
refused 'an output that is in it' -o folder/1.ccd folder

# One file replaces another whole, and keeps its permissions.
cp all old
chmod 640 old
merge old 12
is "$(find old -perm 640)" old 'an output that is there keeps its permissions'
same old 12 'and is replaced'

# A new one is no less private than what is in it, nor than the umask has it; so are reports.
cp 1.ccd open.ccd && cp 2.ccd shut.ccd
chmod 664 open.ccd && chmod 600 shut.ccd
(
    umask 022
    "$CCINSTR" merge -o m1 shut.ccd open.ccd && "$CCINSTR" merge -o m2 open.ccd
    umask 077
    "$CCINSTR" merge -o m3 open.ccd
    "$CCINSTR" report -q --json m4 --html m5 new/ccinstr.plan m3
)
is "$(stat -c %a m1 m2 m3 m4 m5 m5/index.html .m5.ccinstr | tr '\n' ' ')" \
    '600 644 600 600 700 600 600 ' 'permissions of new files'
done_testing
