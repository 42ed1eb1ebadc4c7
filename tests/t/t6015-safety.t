#!/bin/sh
# SPDX-License-Identifier: MIT
# t6015-safety.t - no input is ever written to, by whatever name.
. "${srcdir:-.}/tests/lib.sh"
need java javac

javac -d . "$srcdir/tests/java/OddZips.java"
java -cp . OddZips OddZips.class odd
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
refuses 2 'two inputs have this name' -o res in/app.jar tree/app.jar
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
run ccinstr instrument --jdk none --all-public -o read --classpath read/app.jar in/app.jar
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
no_plan='is there, and no plan of ccinstr: nothing is written'
no_int='is there, and no interface that ccinstr wrote: nothing is written'
mkdir taken && ln -s ../foreign/mine taken/ccinstr.plan
keeps foreign/mine "taken/ccinstr.plan: $no_plan .*another folder with -o" instrument -o taken
is "$(ls taken)" ccinstr.plan 'no jar is written'
rm taken/ccinstr.plan && cp foreign/notes taken/ccinstr.plan
keeps taken/ccinstr.plan "$no_plan" instrument -o taken
keeps foreign/mine "foreign/mine: $no_plan .*another file with --plan-out" forest --plan-out foreign/mine
ln -s mine foreign/link
keeps foreign/mine "foreign/link: $no_plan" forest --plan-out foreign/link
keeps foreign/notes "foreign/notes: $no_int" graph --component --interface-out foreign/notes
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

run ccinstr instrument --probes nop -o new/deep/out in/app.jar
is "$status" 0 'the control: another folder is made and written'
is "$(ls new/deep/out)" app.jar 'and holds the jar'
run ccinstr instrument --probes nop -o new/deep/out in/app.jar
is "$status" 0 'an earlier output is replaced'
printf 'x' >file
run ccinstr instrument --probes none -o file in/app.jar
is "$status" 3 'an output folder that is a file'
like err '^ccinstr: error: .*cannot write' 'and it is said'

done_testing
