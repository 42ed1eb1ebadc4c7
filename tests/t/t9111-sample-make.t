#!/bin/sh
# SPDX-License-Identifier: MIT
# t9111-sample-make.t - the README of samples/make, followed word for word; what make does
# the second time, when a test fails, and when less is covered than demanded.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac make jq
need_jars junit4 hamcrest-core
jdks

quoted make "$srcdir/samples/make/Makefile" 'the Makefile has what the README adds'
follow make
shown make out 'what it shows is what is printed'
is "$(grep -c '^OK ([57] tests)$' out)" 2 'the tests ran twice'
PATH=$scratch/clone/build:$PATH
export PATH
cd clone/samples/make || exit 99
pass_if 'there are pages' test -s build/report/index.html

reported build/new/ccinstr.plan build/data
is "$(ccinstr forest --by length build/classes | awk 'NR > 1 { n += $1 } END { print n }')" 1020 \
    'so many chains there are without --recursion backedge'

run make coverage
is "$status" 0 'a second time'
unlike out 'JUnit|instrument' 'no test runs, nothing is instrumented'
like out '^call chains  *57 of 210 ' 'and the report is as it was'
run ccinstr instrument --recursion backedge -o build/new build/classes
is "$(cat err)" 'build/new: nothing has changed' 'instrument itself does nothing, too'

run make coverage demand=chains=28
is "$status" 2 'make fails where more is demanded'
like err 'chains: 27.14 per cent covered, 28 demanded' 'and says why'
run make coverage
is "$status" 0 'and is content with less, again'

# A mistake in the component.
cp src/sheet/Function.java right
sed 's/sum += value/sum -= value/' right >src/sheet/Function.java
run make test
wanted=$status
grep -v '^Time: ' out | sed -n '/^JUnit/,$p' >wanted.out
run make coverage
is "$status" "$wanted" 'a test that fails lets make fail, measured or not'
grep -v '^Time: ' out | sed -n '/^JUnit/,$p' >got.out
same got.out wanted.out 'with the same words'
like got.out '^Tests run: 7,  Failures: 1$' 'which tell one failure'
cp right src/sheet/Function.java
run make coverage
is "$status" 0 'the mistake mended, it is all as before'
like out '^call chains  *57 of 210 ' 'with the same figure'

# The newest JDK runs what was compiled with the other.
rm -f build/measured
run make coverage JAVA="$new_jdk/bin/java"
is "$status" 0 "in JDK $release"
run ccinstr report build/new/ccinstr.plan build/data --format json
is "$(jq -c .figures out)" "$(jq -c .figures report.json)" 'the figures are the same'
done_testing
