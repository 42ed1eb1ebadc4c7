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
    junit/jupiter/junit-jupiter apache/commons/commons-lang3; do
    [ -d $repository/$part ] || skip_all "no $part in Debian's repository of Maven"
done
unset MAVEN_OPTS MAVEN_ARGS

follow maven
cp out first
sample=$scratch/clone/samples/maven
target=$sample/target
quoted maven "$sample/pom.xml" 'what the README quotes'
reported "$target/ccinstr/ccinstr.plan" "$target/ccinstr/data"
is "$([ -f "$target/site/ccinstr/index.html" ]; echo $?)" 0 'pages'
is "$(xmllint --noout --nonet --xpath 'string(/report/counter[@type="BRANCH"]/@covered)' \
    "$target/site/ccinstr.xml" 2>err)" "$(jq -r .figures.rc.covered report.json)" \
    "JaCoCo's XML tells as many receivers"
grep -q 'warning:' first
is $? 1 'the libraries are known: no warning'

# The jar is of the classes as they were.
mkdir jar
(cd jar && unzip -qo "$target/postage-1.0.jar" 'postage/*')
is "$(diff -r jar/postage "$target/classes/postage")" '' 'the jar is of target/classes'
grep -rq ccinstr jar
is $? 1 'which know nothing of ccinstr'
grep -rq ccinstr "$target/ccinstr/classes/postage"
is $? 0 'control: others do'

# maven ARGUMENT...: in the sample, or in the folder $in.
in=$sample
maven() {
    status=0
    (PATH=$scratch/clone/build:$PATH && cd "$in" && mvn -B -s debian.xml "$@") >out 2>err </dev/null ||
        status=$?
}

# Once again, and more is demanded than there is.
cp -r "$target/classes" before
maven -Dccinstr -Dccinstr.goal=chains=50 verify
is "$status" 1 'a goal that is missed fails the build'
like out 'target/ccinstr: nothing has changed' 'nothing is instrumented again'
is "$(diff -r before "$target/classes")" '' 'target/classes is as it was'
is "$(find "$target/ccinstr/data" -name '*.ccd' | wc -l)" 1 'data of the run before are gone'
cat out >>first
shown maven first 'what it shows is printed'

# Without the profile it is any project.
rm -rf "$target"
maven verify
is "$status" 0 'without the profile' || diag out err
is "$(diff -r before "$target/classes")" '' 'the same classes'
is "$([ -e "$target/ccinstr" ]; echo $?)" 1 'and nothing besides'

# Several modules: core is the sample; web uses it; api has no tests; those of idle enter
# nothing; suite has tests and nothing else. The parent has no more than the profile.
module() {
    mkdir -p "several/$1"
    cat >"several/$1/pom.xml" <<END2
<project>
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>org.example</groupId> <artifactId>postage</artifactId> <version>1.0</version>
  </parent>
  <artifactId>$1</artifactId>
  $2
</project>
END2
}
in=several
module api ''
module core ''
module web '<dependencies><dependency>
    <groupId>org.example</groupId> <artifactId>core</artifactId> <version>1.0</version>
  </dependency></dependencies>'
cp "$sample/debian.xml" several
none='<properties><ccinstr.goal>chains=0</ccinstr.goal></properties>'
module idle "$none"
module suite "$none"
modules=$(printf '<module>%s</module>' api core web idle suite)
sed "s,<name>postage</name>,<packaging>pom</packaging> <modules>$modules</modules>," \
    "$sample/pom.xml" >several/pom.xml
cp -r "$sample/src" several/core
mkdir -p several/api/src/main/java several/web/src/main/java several/web/src/test/java
echo 'public interface Api { }' >several/api/src/main/java/Api.java
cat >several/web/src/main/java/Web.java <<'END2'
import postage.*;

public class Web {
    public int ask() {
        Parcel parcel = new Parcel(2000, 400, 300, 200, Zone.DOMESTIC, 0);
        return Counter.standard().quote("ground", parcel);
    }

    public int answer() {
        return ask();
    }
}
END2
cat >several/web/src/test/java/WebTest.java <<'END2'
class WebTest {
    @org.junit.jupiter.api.Test
    void asks() {
        org.junit.jupiter.api.Assertions.assertEquals(549, new Web().ask());
    }
}
END2
mkdir -p several/idle/src/main several/idle/src/test several/suite/src
cp -r several/api/src/main/java several/idle/src/main
for part in idle suite; do
    mkdir -p several/$part/src/test/java
    cat >several/$part/src/test/java/IdleTest.java <<'END2'
class IdleTest {
    @org.junit.jupiter.api.Test
    void idles() {
    }
}
END2
done
maven -Dccinstr verify
is "$status" 0 'several modules, with the profile in the parent' || diag out err
is "$(cd several && echo */target/ccinstr/ccinstr.plan)" \
    "$(printf '%s/target/ccinstr/ccinstr.plan ' core idle suite web | sed 's/ $//')" \
    'those with tests count'
run ccinstr report several/[cw]*/target/ccinstr/ccinstr.plan several/[cw]*/target/ccinstr/data
is "$status" 0 'one report of all' || diag err
like out '^plan1: classes \(web\)$' 'which tells them apart'
for skip in skipTests maven.test.skip; do
    rm -rf several/*/target
    maven -Dccinstr -D$skip -pl core,web verify
    is "$status $(find several -name 'ccinstr*' | wc -l)" '0 0' "-D$skip" || diag out err
done
done_testing
