#!/bin/sh
# SPDX-License-Identifier: MIT
# t9112-sample-fork.t - the README of samples/fork, followed word for word: three plans, and
# JVMs in parallel that write data for several of them. What one JVM after the other covers
# is the same.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac jq
unset JUNIT
jars=/usr/share/java/junit4.jar:/usr/share/java/hamcrest-core.jar
need_jars junit4 hamcrest-core
jdks

quoted fork "$srcdir/samples/fork/coverage.sh" 'coverage.sh is what the README adds'
follow fork
shown fork out 'what it shows is what is printed'
PATH=$scratch/clone/build:$PATH
export PATH
cd clone/samples/fork || exit 99
pass_if 'there are pages' test -s report/index.html
pass_if 'with sources of all modules' sh -c 'for class in Shelf ManyLines Paper; do
    grep -rq "class .*$class" report || exit 1; done'

ccinstr report ./*/new/ccinstr.plan --top 3 >top
awk '/^To test next/ { on = 1; next } /^$/ { on = 0 } on && /^  [^ ]/ { print $1 }' top >opens
is "$(wc -l <opens)" 3 'of all plans together the three best places are told'
sort -rn opens >wanted
same opens wanted 'the best one first'
ccinstr report ./*/new/ccinstr.plan --top 3 --format json |
    jq -r '.gaps[].opens' >wanted
same opens wanted 'the same as in JSON'
is "$(awk '/^Call sites/ { on = 1; next } /^$/ { on = 0 } on && /^  [^ ]/' top | wc -l)" 3 \
    'and three call sites'

measured() {
    run ccinstr report ./*/new/ccinstr.plan data --format json
    cp out report.json
}
measured
plausible report.json
is "$(jq -c '[.plans[].runs | length]' report.json)" '[2,4,6]' \
    'six JVMs: billing ran in two, orders in four, stock in all'
is "$(find data -name '*.ccd' | wc -l)" 12 'each left a file for each'
jq -c .figures report.json >figures

# The same with one JVM at a time, in the newest JDK.
sed 's/ -P 4 / -P 1 /' test.sh >one.sh
mkdir one
JAVA=$new_jdk/bin/java CCINSTR_DATA=one/ sh one.sh new/classes >log
is "$?" 0 "one after the other, in JDK $release"
run ccinstr report ./*/new/ccinstr.plan one --format json
is "$(jq -c .figures out)" "$(cat figures)" 'the same is covered'

run sh coverage.sh
is "$status" 0 'a second time'
is "$(grep -c 'new: nothing has changed$' err)" 3 'nothing is instrumented'
measured
is "$(jq -c .figures report.json)" "$(cat figures)" 'and the report is the same'

# Without --tests, as the README says.
ccinstr instrument -q --classpath stock/classes:billing/classes -o without orders/classes
(CCINSTR_DATA=without/data/ && export CCINSTR_DATA &&
    java -cp "stock/classes:without/classes:orders/tests:$jars" org.junit.runner.JUnitCore \
        depot.orders.OrderTest >/dev/null)
run ccinstr report without/ccinstr.plan without/data --what unpredicted
like out '^receiver.depot/orders/Order.Line.cents:.*depot/stock/Article.Piece' \
    'without --tests articles of another module are not predicted'

# A mistake: one JVM fails, and with it all.
sed 's/packs(amount) [*] cents/packs(amount) + cents/' stock/src/depot/stock/Article.java >Article.java
mv Article.java stock/src/depot/stock/Article.java
sh build.sh
run sh test.sh
wanted=$status
# Failures without the frames of the stack, which threads and JUnit order.
failures() {
    cat logs/* | grep -E '^([0-9]+\) |Tests run|OK |java.lang.AssertionError|org.junit.Comp)'
}
failures >wanted.out
run sh coverage.sh
is "$status" "$wanted" 'a test that fails is seen by its status'
failures >got.out
same got.out wanted.out 'with the same words'
like got.out '^Tests run: 2,  Failures: 2$' 'which tell failures'
done_testing
