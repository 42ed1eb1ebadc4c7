#!/bin/sh
# SPDX-License-Identifier: MIT
# t9120-sample-maven.t - samples/maven as its README says, offline with Debian's plugins.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need mvn java javac jq xmllint
repository=/usr/share/maven-repo/org
for part in apache/maven/plugins/maven-antrun-plugin apache/maven/plugins/maven-surefire-plugin \
    apache/maven/plugins/maven-compiler-plugin apache/maven/plugins/maven-resources-plugin \
    apache/maven/plugins/maven-jar-plugin apache/maven/surefire/surefire-junit-platform \
    junit/jupiter/junit-jupiter; do
    [ -d $repository/$part ] || skip_all "no $part in Debian's repository of Maven"
done
unset JAVA_HOME CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CCINSTR_DATA
unset MAVEN_OPTS MAVEN_ARGS

follow maven
is "$status" 0 'the README' || diag out err
cp out first
sample=$scratch/clone/samples/maven
target=$sample/target
covers "$target/ccinstr/ccinstr.plan" "$target/ccinstr/data" 0
is "$([ -f "$target/site/ccinstr/index.html" ]; echo $?)" 0 'pages'
is "$(xmllint --noout --nonet --xpath 'string(/report/counter[@type="BRANCH"]/@covered)' \
    "$target/site/ccinstr.xml" 2>err)" "$(jq -r .figures.rc.covered covers.json)" \
    "JaCoCo's XML tells as many receivers"

# The jar is of the classes as they were.
mkdir jar
(cd jar && unzip -qo "$target/postage-1.0.jar" 'postage/*')
is "$(diff -r jar/postage "$target/classes/postage")" '' 'the jar is of target/classes'
grep -rq ccinstr jar
is $? 1 'which know nothing of ccinstr'
grep -rq ccinstr "$target/ccinstr/classes/postage"
is $? 0 'control: others do'

# Once again, and more is demanded than there is.
cp -r "$target/classes" before
status=0
(PATH=$scratch/clone/build:$PATH && cd "$sample" &&
    mvn -B -s debian.xml -P ccinstr -Dccinstr.goal=chains=50 verify) >out 2>err </dev/null || status=$?
is "$status" 1 'a goal that is missed fails the build'
like out 'BUILD FAILURE' 'which is said'
like out 'target/ccinstr: nothing has changed' 'nothing is instrumented again'
is "$(diff -r before "$target/classes")" '' 'target/classes is as it was'
is "$(find "$target/ccinstr/data" -name '*.ccd' | wc -l)" 1 'data of the run before are gone'
found maven first out

# Without the profile it is any project.
rm -rf "$target"
status=0
(cd "$sample" && mvn -B -s debian.xml verify) >out 2>err </dev/null || status=$?
is "$status" 0 'without the profile' || diag out err
is "$(diff -r before "$target/classes")" '' 'the same classes'
is "$([ -e "$target/ccinstr" ]; echo $?)" 1 'and nothing besides'
done_testing
