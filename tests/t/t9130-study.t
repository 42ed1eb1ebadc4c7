#!/bin/sh
# SPDX-License-Identifier: MIT
# t9130-study.t - the study of real test suites (samples/study): what its script takes, that
# it measures a component whose sources are there, and finds tests that come out otherwise;
# and the ten tests that it adds to commons-codec. Nothing is fetched.
. "${srcdir:-.}/tests/lib.sh"
need java javac tar
jars=/usr/share/java
study=$srcdir/samples/study

run sh "$study/study.sh"
is "$status" 2 'it wants to know where'
like err '^study.sh: usage: ' 'and says how it is used'
run sh "$study/study.sh" --fast "$CCINSTR" work
is "$status" 2 'no such option'
run sh "$study/study.sh" "$CCINSTR" work no-such
is "$status" 2 'no such component'
like err 'no such component: no-such' 'and its name'
run sh "$study/study.sh" "$CCINSTR" "$study/work"
is "$status" 2 'it does not write into the tree'
is "$([ -e "$study/work" ]; echo $?)" 1 'not even a folder'
run sh "$study/study.sh" --list
is "$(grep -c . out)" "$(grep -c '^name: ' "$study/components.txt")" 'it lists its components'

# Each paragraph has what a component needs, in the words that the head of the file explains.
awk '
    /^#   [a-z]+ / { known[$2 ":"] }
    /^[a-z]+:/ && !($1 in known) { print "unknown: " $0 }
    /^name:/ { name = $2; n++ }
    /^(source|main|test):/ && NF < 2 { print "empty: " name " " $1 }
    /^source:/ && NF != 3 { print "no version: " name }
    /^(source|main|test|jars):/ { has[name $1] = 1; all++ }
    /^(leave|skip|roots):/ { unsaid[name] = 1 }
    /^why:/ && NF > 1 { delete unsaid[name] }
    END {
        if (all != 4 * n || n < 5) print n " components, " all " fields"
        for (name in unsaid) print "no reason: " name
    }' "$study/components.txt" >faults
is "$(cat faults)" '' 'components.txt has no faults'

for jar in junit-platform-launcher junit-platform-engine junit-platform-commons \
    junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-vintage-engine \
    junit4 hamcrest opentest4j apiguardian-api univocity-parsers; do
    if ! [ -f $jars/$jar.jar ]; then
        skip 'a component is measured' "no $jars/$jar.jar (packages junit4, junit5)"
        done_testing
    fi
done

# A component of our own: shapes of two classes of three are drawn; tests for each JUnit, one
# that fails, one that is skipped, one that notices where it runs.
mkdir -p mine tiny-1.0/src/main/java/tiny tiny-1.0/src/test/java/tiny \
    tiny-1.0/src/test/resources work/archives
cp "$study/study.sh" "$study/RunTests.java" mine
cat >tiny-1.0/src/main/java/tiny/Shape.java <<'END'
package tiny;
public abstract class Shape {
    abstract String name();
    public static Shape of(int corners) {
        return corners == 0 ? new Circle() : corners == 4 ? new Square() : new Triangle();
    }
    public String draw() { return "a " + name(); }
    static class Circle extends Shape { String name() { return "circle"; } }
    static class Square extends Shape { String name() { return "square"; } }
    static class Triangle extends Shape { String name() { return "triangle"; } }
}
END
cat >tiny-1.0/src/test/java/tiny/ThreeTest.java <<'END'
package tiny;
public class ThreeTest extends junit.framework.TestCase {
    public void testCircle() { assertEquals("a circle", Shape.of(0).draw()); }
}
END
cat >tiny-1.0/src/test/java/tiny/FourTest.java <<'END'
package tiny;
public class FourTest {
    @org.junit.Test public void square() throws Exception {
        byte[] line = java.nio.file.Files.readAllBytes(
                java.nio.file.Paths.get("target/test-classes/square.txt"));
        org.junit.Assert.assertEquals(new String(line).trim(), Shape.of(4).draw());
    }
    @org.junit.Test @org.junit.Ignore public void never() { }
}
END
cat >tiny-1.0/src/test/java/tiny/FiveTest.java <<'END'
package tiny;
import org.junit.jupiter.api.Assertions;
class FiveTest {
    @org.junit.jupiter.api.Test void shapes() {
        Assertions.assertNotNull(Shape.of(4));
    }
    @org.junit.jupiter.api.Test void wrong() { Assertions.fail("always"); }
    @org.junit.jupiter.api.Test void leftOut() { Assertions.assertNotNull(Shape.of(3).draw()); }
    @org.junit.jupiter.api.Test void notices() {
        Assertions.assertTrue(System.getProperty("ccinstr.data") == null);
    }
}
END
echo 'this does not compile' >tiny-1.0/src/test/java/tiny/BrokenTest.java
echo 'a square' >tiny-1.0/src/test/resources/square.txt
tar -czf work/archives/tiny_1.0.orig.tar.gz tiny-1.0
cat >mine/components.txt <<'END'
name: tiny
source: tiny 1.0
main: src/main/java
test: src/test/java src/test/resources
jars:
leave: */Broken*.java
skip: leftOut notices
END
mkdir -p mine/added/tiny
cat >mine/added/tiny/AddedTest.java <<'END'
public class AddedTest {
    @org.junit.Test public void triangle() {
        org.junit.Assert.assertEquals("a triangle", tiny.Shape.of(3).draw());
    }
}
END
# The same without the word that keeps one from being run; and without the one that keeps
# what does not compile from javac.
sed 's/^name: tiny/name: other/; s/ notices$//' mine/components.txt >other
sed 's/^name: tiny/name: broken/; /^leave:/d' mine/components.txt >broken
(echo && cat other && echo && cat broken) >>mine/components.txt

run sh mine/study.sh "$CCINSTR" work
# draw() calls name() of a circle and a square, and there is a triangle.
like out '^\| tiny 1.0 \| 4 \| 3/1/1 \|.*\| 2 of 3, 66.6 % \| 2 of 3, 66.6 % \| 2 of 3, 66.6 % \| 0/0/0 \|' \
    'tests of JUnit 3, 4 and 5, and two of three receivers'
like work/tiny/before/report.txt 'receiver classes  *2 of  *3' 'as the report says'
like work/tiny/plain.tsv '^failed.*wrong' 'a test may fail'
unlike work/tiny/plain.tsv 'leftOut|notices' 'or be left out'
like out '^\| tiny 1.0, with the added tests \| 4 \| 1/0/0 \|.*\| 3 of 3, 100.0 % \|' \
    'the one that is added covers the third'
unlike err '^study.sh: tiny' 'there is nothing to complain of'
like err '^> failed.*notices' 'a test that comes out otherwise on instrumented classes is named'
like err 'broken: not measured' 'so is what does not compile'
unlike out '^\| broken' 'which has no line in the table'
is "$status" 1 'and both are failures'

if [ -f $jars/commons-codec.jar ]; then
    path=$jars/commons-codec.jar:$jars/junit4.jar:$jars/hamcrest.jar
    pass_if 'the added tests compile' javac -Xlint:-options -d added -cp "$path" \
        "$study"/added/commons-codec/*.java
    is "$(cat "$study"/added/commons-codec/*.java | grep -c '@Test')" 10 'there are ten'
    run java -cp "added:$path" org.junit.runner.JUnitCore \
        CodecsTest DigestsOfStreamsTest NamesTest
    is "$status" 0 'they run'
    like out '^OK \(10 tests\)' 'all of them'
else
    skip 'the added tests compile and run' "no $jars/commons-codec.jar"
fi

done_testing
