#!/bin/sh
# SPDX-License-Identifier: MIT
# t9122-sample-gradle.t - samples/gradle as its README says, offline with Debian's JUnit.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need gradle java javac jq
need_jars junit4 hamcrest-core commons-lang3
unset GRADLE_OPTS JAVA_OPTS

# Its daemon makes the second build cheap. It is stopped below, and if this test is cut
# off it goes by itself.
GRADLE_USER_HOME=$scratch/home
export GRADLE_USER_HOME
mkdir "$GRADLE_USER_HOME"
echo org.gradle.daemon.idletimeout=60000 >"$GRADLE_USER_HOME/gradle.properties"

follow gradle
shown gradle out 'what it shows is printed'
grep -q 'warning: ' out err
is $? 1 'the library is known: no warning'
sample=$scratch/clone/samples/gradle
new=$sample/build/ccinstr
cat "$sample"/*.gradle >scripts
quoted gradle scripts 'what it quotes'
reported "$new/ccinstr.plan" "$new/data"
is "$([ -f "$sample/build/reports/ccinstr/index.html" ]; echo $?)" 0 'pages'
grep -rq ccinstr "$sample/build/classes/java/main"
is $? 1 'the classes know nothing of ccinstr'
grep -rq ccinstr "$new/classes/ledger"
is $? 0 'control: the copies do'

# Once again, and more is demanded than there is.
PATH=$scratch/clone/build:$PATH
cp -r "$sample/build/classes/java/main" before
run gradle -p "$sample" --offline -I "$sample/debian.gradle" -Pccinstr -Pgoal=rc=60 check
is "$status" 1 'a goal that is missed fails the build'
like err 'rc: 57\.14 per cent covered, 60 demanded' 'and why'
like err 'build/ccinstr: nothing has changed' 'nothing is instrumented again'
like out '^:test UP-TO-DATE' 'nor tested'

run gradle -p "$sample" --offline -I "$sample/debian.gradle" -Pccinstr -Pgoal=rc=60 check -x test
is "$status" 0 'without tests' || diag out err
like out '^:coverage SKIPPED' 'nothing is covered'

# Without the property it is any project, and its tests run again.
rm -rf "$new"
run gradle -p "$sample" --offline -I "$sample/debian.gradle" check jar
is "$status" 0 'without -Pccinstr' || diag out err
is "$(diff -r before "$sample/build/classes/java/main")" '' 'the same classes'
is "$([ -e "$new" ]; echo $?)" 1 'and nothing besides'
gradle --stop >stop.log 2>&1
done_testing
