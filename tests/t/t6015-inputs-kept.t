#!/bin/sh
# SPDX-License-Identifier: MIT
# t6015-inputs-kept.t - no input is ever written to, by whatever name.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac

made odd
mkdir in other
cp odd/plain.jar in/app.jar
cp -r in tree
mkdir tree/below
ln -s in alias
ln -s ../in/app.jar other/app.jar
cksum in/app.jar tree/app.jar >before

# refuses STATUS MESSAGE ARGUMENT...
refuses() {
    wanted=$1
    message=$2
    shift 2
    run ccinstr instrument --probes nop "$@"
    is "$status" "$wanted" "$*: status"
    like err "$message" "$*: message"
    cksum in/app.jar tree/app.jar >after
    same before after "$*: inputs are as they were"
}

is_input='the output would be the input'
refuses 3 "$is_input" -o in in/app.jar
refuses 3 "$is_input" -o ./in/../in/ in/app.jar
refuses 3 "$is_input" -o "$scratch/in" in/app.jar
refuses 3 "$is_input" -o alias in/app.jar
refuses 3 "$is_input" -o other in/app.jar
refuses 3 "$is_input" -o in alias/app.jar
refuses 3 "$is_input" -o . tree
ln in/app.jar other/hard.jar
mkdir hard
mv other/hard.jar hard/app.jar
refuses 3 "$is_input" -o hard in/app.jar
refuses 3 "$is_input" -o in odd/plain.jar in/app.jar
is "$(ls in)" app.jar 'nothing was written before it was refused'

refuses 3 'lies inside this input' -o tree/out tree
refuses 3 'lies inside this input' -o tree/below tree
refuses 3 'lies inside this input' -o tree/below/../new/deep tree
is "$(ls tree)" 'app.jar
below' 'and no folder was made'
refuses 2 'another input has the same name' -o res in/app.jar tree/app.jar
refuses 3 'cannot open' -o none/../in in/app.jar
is "$(ls -d none res 2>/dev/null)" '' 'no output folder was made'

# An output that would swallow another input with its folder.
mkdir -p swallow
run ccinstr instrument --probes none -o swallow tree
cp odd/plain.jar swallow/tree/x.jar
refuses 3 "$is_input" -o swallow tree swallow/tree/x.jar

# What the analysis reads besides is no output either.
mkdir read
cp in/app.jar read
run ccinstr instrument --jdk none --interface-level public -o read --classpath read/app.jar in/app.jar
is "$status" 3 'a jar of the class path is not replaced'
like err 'read/app.jar: is read by the same command' 'and it is said'
run ccinstr instrument --jdk none --tests read/app.jar -o read in/app.jar
is "$status" 3 'nor one of the tests'
is "$(cmp in/app.jar read/app.jar; ls read)" app.jar 'nothing was written'

# Nor is a file replaced that is not ours, by whatever name; an earlier one is.
mkdir foreign
printf 'mine, and CcPlan is a word in it\n' >foreign/mine
printf 'my notes\n# ccinstr interface\n' >foreign/notes

# keeps FILE PATTERN COMMAND...: refused with that message, and the file is as it was.
keeps() {
    kept=$1 pattern=$2
    shift 2
    cp "$kept" before
    run ccinstr "$@" --jdk none in/app.jar
    is "$status" 3 "$kept: status of $1"
    like err "$pattern" 'it is told'
    same before "$kept" 'and it stays'
}
no_plan='exists, but is not a plan of ccinstr: nothing is written'
no_int='exists, but ccinstr did not write it: nothing is written'
mkdir taken && ln -s ../foreign/mine taken/ccinstr.plan
keeps foreign/mine "taken/ccinstr.plan: $no_plan .*another folder with -o" instrument -o taken
is "$(ls taken)" ccinstr.plan 'no jar is written'
rm taken/ccinstr.plan && cp foreign/notes taken/ccinstr.plan
keeps taken/ccinstr.plan "$no_plan" instrument -o taken
keeps foreign/mine "foreign/mine: $no_plan .*another file with --plan-out" forest --plan-out foreign/mine
ln -s mine foreign/link
keeps foreign/mine "foreign/link: $no_plan" forest --plan-out foreign/link
keeps foreign/notes "foreign/notes: $no_int" graph --inside --interface-out foreign/notes
for time in first again; do
    run ccinstr forest --jdk none --plan-out a.plan --interface-out a.int in/app.jar
    is "$status" 0 "written, $time"
done
ln -s a.int link.int && ln -s a.plan link.plan
run ccinstr forest --jdk none --plan-out link.plan --interface-out link.int in/app.jar
is "$status" 0 'by another name'
is "$(readlink link.int link.plan)" "$(printf 'a.int\na.plan')" 'the links stay'
is "$(head -n 1 a.int)" '# ccinstr interface' 'an interface says whose it is'
run ccinstr forest --jdk none --interface a.int --interface-out b.int in/app.jar
same a.int b.int 'and can be read'
: >empty
run ccinstr forest --jdk none --plan-out empty --interface-out /dev/null in/app.jar
is "$status" 0 'an empty file and a device are nobody'\''s'
same a.plan empty 'the empty file has the plan'
mkfifo pipe
cat pipe >piped &
run ccinstr forest --jdk none --plan-out pipe in/app.jar
wait
is "$status" 0 'a pipe, too'
same a.plan piped 'the plan goes through'

# What appears while the analysis goes on (it waits for what --roots names) stays, too.
mkfifo roots
for out in 'forest --plan-out late/plan' 'instrument -o late'; do
    mkdir -p late && rm -f late/*
    plan=late/plan && [ "${out%% *}" = forest ] || plan=late/ccinstr.plan
    # shellcheck disable=SC2086  # words
    "$CCINSTR" $out --jdk none --interface-level public --roots roots in/app.jar >out 2>err &
    printf 'mine' 3>roots >"$plan"
    status=0
    wait $! || status=$?
    is "$status" 3 "$out: something appears"
    like err "$plan: has appeared or changed meanwhile" 'it is named'
    is "$(cat late/*)" mine 'and stays'
done

run ccinstr instrument --probes nop -o new/deep/out in/app.jar
is "$status" 0 'the control: another folder is made and written'
is "$(ls new/deep/out)" app.jar 'and holds the jar'
run ccinstr instrument --probes nop -o new/deep/out in/app.jar
is "$status" 0 'an earlier output is replaced'

# Nor is an archive or a class file replaced that we did not write.
mkdir theirs copied p
printf 'package p; public class T { public static int f(int i) { return g(i); }
    static int g(int i) { return i; } }\n' >p/T.java
javac p/T.java
jar cf p.jar p/T.class && jar cf q.jar p/T.java
jar cf theirs/p.jar p/T.java && printf 'mine' >theirs/q.jar
printf 'mine' >theirs/T.class
cksum theirs/* >before
run ccinstr instrument --jdk none --interface-level public -o theirs p.jar q.jar p/T.class
is "$status" 3 'outputs of others: status'
for file in p.jar q.jar T.class; do
    like err "theirs/$file: exists, and ccinstr did not write it: remove it, or" "$file is named"
done
cksum theirs/* >after
same before after 'they stay'
is "$(ls -A theirs)" "$(printf 'T.class\np.jar\nq.jar')" 'and nothing is written'
# Ours are: by what is in them, and where that is nothing, by the list or as they are.
for time in 1 2 3 4; do
    run ccinstr instrument --force --jdk none --interface-level public -o copied p.jar q.jar p/T.class
    is "$status" 0 "outputs of ours, time $time"
    case $time in
    1) rm copied/.ccinstr-made ;;
    2) jar cf q.jar p/T.java p/T.class ;;
    3)
        # A run that fails in between does not make them foreign.
        mv p.jar kept.jar && printf 'no archive' >p.jar
        run ccinstr instrument --jdk none --interface-level public -o copied p.jar q.jar p/T.class
        is "$status" 3 'one that fails'
        mv kept.jar p.jar && jar cf q.jar p/T.java
        ;;
    esac
done
jar cf q.jar p && rm copied/.ccinstr-made
run ccinstr instrument --component p.T --probes nop -o nops p.jar p/T.class
rm nops/.ccinstr-made
run ccinstr instrument --component p.T --probes nop -o nops p.jar p/T.class
is "$status" 0 'a class with our mark is known'

# An archive that changes while it is closed, for so many are open: no plan of two versions.
mkdir path changed && cp p.jar path/a.jar
jar cf q.jar p/T.java && jar cf p.new p/T.java p/T.class
for i in $(seq 1 205); do ln q.jar "path/q$i.jar"; done
printf 'public class U { public static int f() { return p.T.f(1); } }\n' >U.java
javac -cp p.jar -d u U.java && jar cf u.jar -C u .
"$CCINSTR" forest --jdk none --interface-level public --roots roots --plan-out changed/plan \
    --classpath "path/a.jar:path/*" u.jar >out 2>err &
mv p.new path/a.jar 3>roots
status=0
wait $! || status=$?
is "$status" 3 'an archive has changed: status'
like err 'path/a.jar!p/T.class: cannot read the entry: the archive has changed' 'it is told'
is "$(ls changed)" '' 'there is no plan'

printf 'x' >file
run ccinstr instrument --probes none -o file in/app.jar
is "$status" 3 'an output folder that is a file'
like err '^ccinstr: error: .*cannot write' 'and it is said'

done_testing
