#!/bin/sh
# SPDX-License-Identifier: MIT
# t9110-sample-quickstart.t - the README of samples/quickstart, followed word for word; and
# what a user would do next: a second time, a test that fails, another JDK.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac jq
need_junit5
jdks

follow quickstart
shown quickstart out 'what it shows is what is printed'
is "$(grep -c ' tests failed ' out)" 3 'the tests ran three times'
is "$(grep -c ' 0 tests failed ' out)" 3 'and passed'
cd clone/samples/quickstart || exit 99
pass_if 'there are pages' test -s report/index.html
pass_if 'and pages of sources' grep -rq 'ByWeight' report

reported new/ccinstr.plan data
run ccinstr report new/ccinstr.plan data --what entries
is "$(awk 'NR > 1 && $4 == 0' out)" '' 'with the test that was missing all entries are covered'

run ccinstr instrument -o new classes
is "$status" 0 'a second time'
is "$(cat err)" 'new: nothing has changed' 'nothing is instrumented'

# The same tests, as if the post took more: they fail with the copies as with the originals.
# Without the lines that hold times.
outcome() {
    "$1" -jar "$JUNIT" -cp "$2:tests" --scan-class-path tests --details summary \
        --details-theme ascii --disable-ansi-colors >out 2>err
    status=$?
    sed '/ after [0-9]* ms$/d' out
    echo "status $status"
}
sed 's/Flat(499)/Flat(599)/' src/postage/Carrier.java >Carrier.java
mkdir -p dearer
cp -r classes dearer
javac -g -d dearer/classes -cp classes Carrier.java
run ccinstr instrument -q -o dearer/new dearer/classes
is "$status" 0 'a component with a mistake is instrumented'
export CCINSTR_DATA="$scratch/dearer/"
outcome java dearer/classes >wanted
outcome java dearer/new/classes >got
same got wanted 'tests that fail do so with the copies as they did'
like got '^status 1$' 'with the same status'
like got 'expected: <499> but was: <599>' 'and the same message'

# In the JDK that is newest; the plan is that of the other.
outcome "$new_jdk/bin/java" classes >wanted
export CCINSTR_DATA="$scratch/newest/"
outcome "$new_jdk/bin/java" new/classes >got
same got wanted "the tests print the same in JDK $release"
own_words err >words
is "$(cat words)" '' 'and no message'
run ccinstr report new/ccinstr.plan "$scratch/newest" --format json
is "$(jq -c .figures out)" "$(jq -c .figures report.json)" 'the figures are the same, too'
done_testing
