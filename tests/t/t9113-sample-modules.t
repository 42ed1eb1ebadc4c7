#!/bin/sh
# SPDX-License-Identifier: MIT
# t9113-sample-modules.t - the README of samples/modules, followed word for word, on the
# module path; a second time, a test that fails, the newest JDK.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac jq
need_junit5
jdks

follow modules
shown modules out 'what it shows is what is printed'
is "$(grep -cE '  [24] tests successful ' out)" 3 'the tests ran three times'
is "$(grep -c ' 0 tests failed ' out)" 3 'and passed'
cd clone/samples/modules || exit 99
pass_if 'there are pages' test -s report/index.html
pass_if 'with sources of both modules' sh -c '
    grep -rq "A hair that becomes longer" report && grep -rq "What announces which" report'
reported new/ccinstr.plan data

run ccinstr instrument --open -o new mods/weather mods/weather.sensors
is "$status" 0 'a second time'
is "$(cat err)" 'new: nothing has changed' 'nothing is instrumented'

# outcome JAVA MODULES: what the tests say, but for times.
outcome() {
    "$1" -p "$2" @test.args -cp "$JUNIT" org.junit.platform.console.ConsoleLauncher \
        --select-module weather --details summary --disable-ansi-colors >out 2>err
    status=$?
    sed '/ after [0-9]* ms$/d' out
    echo "status $status"
}

# A mistake in a module: all air is moist.
mkdir moist
cp -r mods moist
sed 's/, 85, /, 35, /' src/weather/weather/Station.java >Station.java
javac -g -d moist/mods/weather -p mods --patch-module weather=. Station.java
run ccinstr instrument --open -q -o moist/new moist/mods/weather moist/mods/weather.sensors
is "$status" 0 'a component with a mistake is instrumented'
export CCINSTR_DATA="$scratch/moist/"
outcome java moist/mods >wanted
outcome java moist/new >got
same got wanted 'a test that fails does so with the copies as it did'
like got 'expected: <fair> but was: <rain>' 'with the same message'
like got '^status 1$' 'and status'

export CCINSTR_DATA="$scratch/newest/"
outcome "$new_jdk/bin/java" mods >wanted
outcome "$new_jdk/bin/java" new >got
same got wanted "the tests print the same in JDK $release"
own_words err >words
is "$(cat words)" '' 'and no message'
run ccinstr report new/ccinstr.plan "$scratch/newest" --format json
is "$(jq -c .figures out)" "$(jq -c .figures report.json)" 'the figures are the same, too'
done_testing
