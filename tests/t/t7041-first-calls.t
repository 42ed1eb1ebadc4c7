#!/bin/sh
# SPDX-License-Identifier: MIT
# t7041-first-calls.t - first calls into the component that come at bad moments: what they cover,
# and how often, is what they cover in a run time that is up already; or it is said that
# something was not recorded, nothing else is covered, and what comes later is.
. "${srcdir:-.}/tests/lib.sh"
need java javac
jdks
old_release=$("$old_jdk/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')

javac -g -d classes "$srcdir"/tests/fixtures/start/work/*.java
javac -g -nowarn -cp classes -d tests "$srcdir/tests/fixtures/start/test/First.java" 2>javac.log ||
    diag javac.log
run "$CCINSTR" instrument --depth 4 -o new classes
is "$status" 0 'instrumented'
id=$(basename new/classes/META-INF/ccinstr/*.plan .plan)

is "$(javap -p -cp new/classes "ccinstr.rt.p$id.Probe" | grep -c 'static {}')" 0 \
    'nothing runs when Probe is initialised'

# first NAME JAVA OPTION... -- MODE [warm]: prints to NAME.out, covers NAME.chains (chains
# and counts), loses NAME.lost (causes).
first() {
    name=$1
    home=$2
    shift 2
    rm -rf data
    mkdir data
    opens=
    [ "$home" = "$old_jdk" ] || [ "$release" -lt 24 ] ||
        opens=--enable-native-access=ALL-UNNAMED
    # shellcheck disable=SC2086  # an option or none
    status=0
    timeout 120 "$home/bin/java" $opens -Dccinstr.data=data/ "$@" >"$name.out" 2>"$name.err" ||
        status=$?
    for file in data/*.ccd; do
        "$builddir/tests/tools/datachains" new/ccinstr.plan "$file" | grep -v '^#'
    done | sort >"$name.chains"
    cut -f 1-3 "$name.chains" >"$name.covered"
    for file in data/*.ccd; do
        "$builddir/tests/tools/datadump" "$file" | grep '^unrecorded'
    done | sort >"$name.lost"
    "$builddir/tests/tools/datadump" data/*.ccd | grep -E '^(entry|chain) ' >"$name.strange"
}
in_new='-cp new/classes:tests test.First'

# equal WHAT JAVA MODE: all is recorded, several times.
equal() {
    # shellcheck disable=SC2086  # words
    first warm "$2" -Dccinstr.counts=exact $in_new "$3" warm
    java -cp classes:tests test.First "$3" >plain.out 2>&1 || [ "$3" = virtual ]
    [ "$3" = virtual ] || same plain.out warm.out "$1: the program is as without probes"
    for i in 1 2 3; do
        # shellcheck disable=SC2086
        first cold "$2" -Dccinstr.counts=exact $in_new "$3"
        is "$status$(cat cold.err)" 0 "$1, $i: it runs"
        same warm.out cold.out "$1, $i: and prints the same"
        same warm.chains cold.chains "$1, $i: the same chains, as often"
        is "$(cat cold.lost cold.strange)" '' "$1, $i: nothing is lost"
    done
    # shellcheck disable=SC2086
    first fast "$2" $in_new "$3"
    same warm.covered fast.covered "$1: the same chains with plain counts"
}

equal 'a pool of threads at a barrier' "$old_jdk" pool
is "$(wc -l <warm.covered)" 11 'of several chains'
equal 'a loop that begins while it comes up' "$old_jdk" late
equal 'threads that are interrupted' "$old_jdk" interrupt
equal 'threads that have a permit to go on' "$old_jdk" permit
equal 'the first call in an initialiser' "$old_jdk" init
equal 'thread locals, and a group of threads' "$old_jdk" locals
if [ "$release" -ge 21 ]; then
    equal 'virtual threads' "$new_jdk" virtual
    equal 'a pool of threads, on the newest JDK' "$new_jdk" pool
else
    skip 'virtual threads' 'no JDK has them'
fi

# subset WHAT: what was recorded is true, and what is missing was said.
subset() {
    is "$(comm -13 warm.covered cold.covered)" '' "$1: nothing false is covered"
    is "$(cat cold.strange)" '' "$1: and nothing was unpredicted"
}

# Stopped threads: which chains they cover depends on when; no more than they have.
first warm "$old_jdk" -cp new/classes:tests test.First stop warm
first cold "$old_jdk" -cp new/classes:tests test.First stop
is "$status$(cat cold.err)" 0 'stopped threads: it runs'
same warm.out cold.out 'each was stopped'
subset 'stopped threads'
same warm.covered cold.covered 'what comes later is covered'

# shellcheck disable=SC2086
first warm "$old_jdk" $in_new stack warm
for i in 1 2 3; do
    # shellcheck disable=SC2086
    first cold "$old_jdk" $in_new stack
    is "$status$(cat cold.err)" 0 "no stack, $i: it runs"
    same warm.out cold.out "no stack, $i: with no other error than that"
    subset "no stack, $i"
    same warm.covered cold.covered "no stack, $i: what comes later is covered"
done

# Only with Probe loaded: loading a class takes memory, which the program's thread has not.
# shellcheck disable=SC2086
first warm "$old_jdk" -Xmx40m -XX:+UseSerialGC $in_new heap warm
# shellcheck disable=SC2086
first cold "$old_jdk" -Xmx40m -XX:+UseSerialGC "-Dprobe=ccinstr.rt.p$id.Probe" $in_new heap
is "$status" 0 'no heap: it runs'
is "$(grep -v '^ccinstr: ' cold.err)" '' 'no heap: and says nothing else but lines of ours'
same warm.out cold.out 'without an error'
subset 'no heap'
like cold.lost '^unrecorded cause=memory count=[1-9][0-9]*$' 'no heap: it is said'
is "$(wc -l <cold.lost)" 1 'no heap: and nothing else is'
same warm.covered cold.covered 'what comes later is covered'

# A lock that the starting thread needs.
# shellcheck disable=SC2086
first warm "$old_jdk" $in_new loader warm
# shellcheck disable=SC2086
first cold "$old_jdk" $in_new loader
is "$status$(cat cold.err)" 0 'a locked class loader: it runs, and does not wait'
same warm.out cold.out 'as with a warm one'
is "$(cat cold.lost)" 'unrecorded cause=start count=4' 'what could not wait is counted'
is "$(cat warm.lost)" "$(cat cold.lost)" 'whatever others have done'
subset 'a locked class loader'
like cold.covered 'work/Work.part' 'what comes later is covered'

# The program ends before the run time is up.
# shellcheck disable=SC2086
first cold "$old_jdk" $in_new end
is "$status$(cat cold.err)" 0 'a program that ends at once: it runs'
is "$(cat cold.lost)" 'unrecorded cause=start count=4' 'what could not wait is counted'
java -cp classes:tests test.First end >plain.out
same plain.out cold.out 'and what is printed is the same'
# shellcheck disable=SC2086
first cold "$old_jdk" $in_new end-locked
end='the program has ended before the run time was up'
is "$status $(cat cold.err)" \
    "0 ccinstr: not measured: $end; 4 calls of instrumented methods were not recorded" \
    'one that never lets it come up: it is said'
same plain.out cold.out 'and what is printed is the same'
# shellcheck disable=SC2086
first cold "$old_jdk" -Dccinstr.wait=0 $in_new end-locked
like cold.err "^ccinstr: not measured: $end" 'and where nobody waits'

# What is made while nothing is recorded, and called later; and what nobody can tell of a
# deep thread after a loss: nothing false is covered.
first warm "$old_jdk" $in_new lambda warm
first cold "$old_jdk" $in_new lambda
is "$status$(cat cold.err)" 0 'a lambda made while nothing is recorded: it runs'
subset 'a lambda made while nothing is recorded'
is "$(grep -c 'lambda' cold.lost cold.strange)" 'cold.lost:0
cold.strange:0' 'nor is it told as a receiver that nobody predicted'
is "$(wc -l <cold.lost)" 1 'but that calls were lost is'
first warm "$old_jdk" $in_new shallow
for depth in deep shallow; do
    first cold "$old_jdk" -Dccinstr.wait=0 $in_new $depth
    is "$status$(cat cold.err)" 0 "a $depth thread after a loss: it runs"
    subset "a $depth thread after a loss"
    is "$(grep -c 'cause=frames' cold.lost)" "$([ $depth = deep ] && echo 1 || echo 0)" \
        'what the JVM does not tell is counted'
    is "$(grep -c 'Work.doSome' cold.covered)" \
        "$([ $depth = deep ] && echo 0 || grep -c Work.doSome warm.covered)" \
        'and what it tells is recorded'
done

# The process exits while class unloading ends a run time, which takes long.
cc=${CC:-cc}
if command -v "${cc%% *}" >/dev/null 2>&1 && [ -z "${ASAN_OPTIONS#exitcode=86:}" ]; then
    cat >slow.c <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int ftruncate(int fd, off_t n) {
    if (syscall(SYS_gettid) != getpid()) {
        usleep(1500000);
    }
    return (int)syscall(SYS_ftruncate, fd, n);
}
int ftruncate64(int fd, off_t n) {
    return ftruncate(fd, n);
}
END
    $cc -shared -fPIC -o slow.so slow.c
    LD_PRELOAD=$PWD/slow.so first cold "$old_jdk" $in_new unload
    is "$status $(cat cold.out)" '0 exit' 'the process exits while classes are unloaded'
else
    skip 'exit while classes are unloaded' 'no C compiler'
fi

# A class loader without files, and plans that are none.
# shellcheck disable=SC2086
first cold "$old_jdk" $in_new files
is "$status $(tail -n 1 cold.out)" '0 files0' 'a class loader without files: it runs'
like cold.err '^ccinstr: not measured: META-INF/ccinstr/.* is not found: a class loader, a test\.First\$[0-9]*, finds classes of this component, but no files beside them' \
    'and it is said what is missing'
plan=META-INF/ccinstr/$id.plan
cp -r new good
# broken WHAT MESSAGE: the plan in the new folder. What the program reads is left to it.
broken() {
    echo 42 | java -cp new/classes:tests test.First read >read.out 2>read.err
    is "$(cat read.out)" "$(printf '42\nread0')" "$1: standard input is the program's"
    # shellcheck disable=SC2086
    first cold "$old_jdk" $in_new init
    is "$status $(tail -n 1 cold.out)" '0 init0' "$1: it runs"
    like cold.err "^ccinstr: not measured: $2" "$1: it is said"
    is "$(wc -l <cold.err)" 1 "$1: once"
    cp "good/classes/$plan" "new/classes/$plan"
}
printf '\377' | dd of="new/classes/$plan" bs=1 seek=65 conv=notrunc 2>dd.log
broken 'a wrong size' 'the plan cannot be used: byte [0-9]*: '
head -c 300 "good/classes/$plan" >"new/classes/$plan"
broken 'a plan that is cut' 'the plan cannot be used: byte 48: cut off, or longer than it says$'
rm "new/classes/$plan"
broken 'no plan' 'META-INF/ccinstr/.*\.plan is not found: '

cp good/classes/META-INF/ccinstr/*.so library
head -c 20000 library >"new/classes/META-INF/ccinstr/$(basename new/classes/META-INF/ccinstr/*.so)"
broken 'a library that is cut' 'META-INF/ccinstr/.*\.so is cut off'
cp library "new/classes/META-INF/ccinstr/$(basename new/classes/META-INF/ccinstr/*.so)"
run "$CCINSTR" instrument --depth 5 -o other classes
cp other/classes/META-INF/ccinstr/*.plan "new/classes/$plan"
broken 'the plan of others' 'its plan is not the one that its classes were instrumented with$'

# A class loader that holds its own lock and wants one of the program's.
# shellcheck disable=SC2086
first cold "$old_jdk" -Dccinstr.wait=1 $in_new inverse
is "$status $(cat cold.out)" '0 6' 'a lock that the class loader wants: the wait ends'
is "$([ -s cold.lost ] || grep -q "^ccinstr: not measured: $end; [0-9]* calls" cold.err; echo $?)" 0 \
    'and what was lost is told'

# Words that nobody knows.
# shellcheck disable=SC2086
first cold "$old_jdk" -Dccinstr.counts=Exact -Dccinstr.sigbus=no -Dccinstr.fastpath=OFF $in_new init
is "$(sort cold.err)" "ccinstr: -Dccinstr.counts=Exact is none of exact and plain: plain
ccinstr: -Dccinstr.fastpath=OFF is none of off and on: on
ccinstr: -Dccinstr.sigbus=no is none of off and on: on" 'other words are complained of'

# The thread that brings it up is stopped: another one does, or it is said.
if [ "$old_release" -lt 20 ]; then
    # shellcheck disable=SC2086
    first warm "$old_jdk" $in_new starter warm
    # shellcheck disable=SC2086
    first cold "$old_jdk" $in_new starter
    is "$status" 0 'the starting thread is stopped: it runs'
    same warm.out cold.out 'the starting thread is stopped: and prints the same'
    is "$(comm -13 warm.covered cold.covered)" '' \
        'the starting thread is stopped: nothing false is covered'
    # Stopped within an initialiser of the JDK, it leaves a class that nobody can use.
    is "$(cmp -s warm.covered cold.covered || grep -c 'not measured: ' cold.err)" \
        "$(grep -q 'not measured: ' cold.err && echo 1)" \
        'the starting thread is stopped: what comes later is measured, or it is said'
else
    skip 'a starting thread that is stopped' 'nobody can stop a thread'
fi

# What the library asks of the JVM is asked properly.
for mode in pool loader late; do
    # shellcheck disable=SC2086
    first warm "$old_jdk" $in_new "$mode"
    # shellcheck disable=SC2086
    first cold "$old_jdk" -Xcheck:jni $in_new "$mode"
    same warm.out cold.out "-Xcheck:jni, $mode: no complaint"
done

# Nobody waits.
# shellcheck disable=SC2086
first warm "$old_jdk" $in_new late warm
# shellcheck disable=SC2086
first cold "$old_jdk" -Dccinstr.wait=0 $in_new late
is "$status$(grep -v "^ccinstr: not measured: $end" cold.err)" 0 'no waiting: it runs'
subset 'no waiting'
# The end waits all the same: what was lost is in the file, or a line says it.
is "$([ -s cold.lost ] || grep -q "^ccinstr: not measured: $end" cold.err; echo $?)" 0 \
    'no waiting: what was lost is told'
# shellcheck disable=SC2086
first cold "$old_jdk" -Dccinstr.wait=soon $in_new late
is "$status $(cat cold.err)" \
    '0 ccinstr: -Dccinstr.wait=soon: a number of seconds is wanted; 10 it is' \
    'another word is complained of'

# A security manager; without permissions nothing is measured, which is said.
if [ "$old_release" -lt 24 ]; then
    # shellcheck disable=SC2086
    first warm "$old_jdk" -Dccinstr.counts=exact $in_new pool warm
    echo 'grant codeBase "file:'"$PWD"'/new/-" { permission java.security.AllPermission; };' \
        >own.policy
    # shellcheck disable=SC2086
    first cold "$old_jdk" -Dccinstr.counts=exact -Djava.security.manager \
        -Djava.security.policy=own.policy $in_new pool
    same warm.chains cold.chains 'a security manager that trusts the component: all is recorded'
    # One that is asked when the thread is made, and calls the component: it would wait for
    # itself as long as may be waited.
    javac -nowarn -cp classes:tests -d tests "$srcdir/tests/fixtures/start/test/Guard.java" \
        2>>javac.log
    # shellcheck disable=SC2086
    first cold "$old_jdk" -Dccinstr.wait=100000 -Djava.security.manager=test.Guard $in_new init
    is "$status $(cat cold.out)" "0 $(java -cp classes:tests test.First init)" \
        'a security manager that calls the component: nobody waits for himself'
    like cold.lost '^unrecorded cause=start' 'and it is said'
    # One that calls it whenever somebody asks for a class loader.
    javac -nowarn -cp classes:tests -d tests "$srcdir/tests/fixtures/start/test/Nosy.java" \
        2>>javac.log
    for i in 1 2 3; do
        # shellcheck disable=SC2086
        first cold "$old_jdk" -Djava.security.manager=allow ${in_new% *} test.Nosy
        is "$status $(cat cold.out)" '0 6 NEW' "one that asks the component, $i: it runs" ||
            diag cold.err
        is "$(cat cold.strange)" '' "one that asks the component, $i: nothing is unpredicted"
    done
    # shellcheck disable=SC2086
    first cold "$old_jdk" -Djava.security.manager $in_new pool
    same warm.out cold.out 'one that trusts nobody: the program runs'
    like cold.err '^ccinstr: not measured: .*\(there is a security manager: grant .*\)$' \
        'and that nothing is measured is said'
else
    skip 'security managers' 'no JDK has them'
fi

# Reports say it.
# shellcheck disable=SC2086
first cold "$old_jdk" $in_new loader
run "$CCINSTR" report new/ccinstr.plan data/*.ccd
is "$status" 0 'reported'
like out '^4 activations were not recorded \(start-up: 4\): what they covered is missing$' \
    'with what is missing'
run "$CCINSTR" report --top 0 --fail-on unrecorded new/ccinstr.plan data/*.ccd
is "$status" 1 'a build can refuse that'
like err '^ccinstr: error: 4 activations were unrecorded' 'and is told'
run "$CCINSTR" report --format json new/ccinstr.plan data/*.ccd
is "$status $(tr -d ' \n' <out | grep -o '"unrecorded":{[^}]*}')" \
    '0 "unrecorded":{"boot":"0","start":"4","memory":"0","frames":"0"}' 'JSON has them, by cause'
done_testing
