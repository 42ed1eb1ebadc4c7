#!/bin/sh
# SPDX-License-Identifier: MIT
# t9121-sample-ant.t - samples/ant as its README says.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need ant java javac jq
need_jars ant-junit4 junit4 hamcrest-core commons-lang3
unset ANT_OPTS ANT_ARGS

follow ant
shown ant out 'what it shows is printed'
grep -q 'warning:' out err
is $? 1 'the library is known: no warning'
sample=$scratch/clone/samples/ant
new=$sample/build/ccinstr
quoted ant "$sample/build.xml" 'what it quotes'
reported "$new/ccinstr.plan" "$new/data"
is "$([ -f "$sample/build/coverage/index.html" ]; echo $?)" 0 'pages'
grep -rq ccinstr "$sample/build/classes"
is $? 1 'the classes know nothing of ccinstr'
grep -rq ccinstr "$new/classes/formula"
is $? 0 'control: the copies do'

# Once again, and more is demanded than there is.
cp -r "$sample/build/classes" before
PATH=$scratch/clone/build:$PATH
run ant -f "$sample/build.xml" coverage -Dgoal=rc=60
is "$status" 1 'a goal that is missed fails the build'
like err 'BUILD FAILED' 'which is said'
like out 'rc: 38\.27 per cent covered, 60 demanded' 'and why'
like out 'build/ccinstr: nothing has changed' 'nothing is instrumented again'
is "$(diff -r before "$sample/build/classes")" '' 'the classes are as they were'
is "$(find "$new/data" -name '*.ccd' | wc -l)" 1 'data of the run before are gone'
run ant -f "$sample/build.xml" jar
is "$status $(unzip -Z1 "$sample/build/formula.jar" | grep -c ccinstr)" '0 0' \
    'the jar is of the classes' || diag out err
done_testing
