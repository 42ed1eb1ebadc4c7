#!/bin/sh
# SPDX-License-Identifier: MIT
# t7048-data-file-cut.t - somebody cuts the data file while the program runs: that takes what was
# counted there, which one line says, and nothing from the program. Whoever else has a
# handler of that signal (the JVM has one for its own mapped files) is asked as before,
# whatever class loaders have come and gone with a copy of the library.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar truncate
jdks

javac -g --release 8 -nowarn -d classes "$srcdir/tests/fixtures/run/Cut.java" 2>javac.log
jar cfe cut.jar run.Cut -C classes .
run "$CCINSTR" instrument --component 'run.Cut$Chains' --interface-level package --depth 10 \
    -o new cut.jar
is "$status" 0 'instrumented'
: >go
java -jar cut.jar chains >wanted

# start JDK OPTION...: the program, as far as "ready", in the background.
start() {
    home=$1
    shift
    rm -rf data go
    mkdir data
    : >got
    "$home/bin/java" -XX:-CreateCoredumpOnCrash -XX:ErrorFile=hs.log -Dccinstr.data=data/ \
        "$@" -jar new/cut.jar chains >>got 2>err &
    pid=$!
    until_true grep -q ready got
}

# cut WHAT JDK BYTES LINE OPTION...: its file is cut to that. One line says so.
cut() {
    what=$1 home=$2 bytes=$3 line=$4
    shift 4
    start "$home" "$@"
    truncate -s "$bytes" data/*.ccd
    : >go
    wait $pid
    is "$?" 0 "$what: the program's status"
    same got wanted "$what: and its output"
    is "$(wc -l <err)" 1 "$what: one line"
    like err "^ccinstr: $line .*data/.*\\.ccd" "$what: says which file"
    "$CCINSTR" report new/ccinstr.plan data/*.ccd >report 2>report.err
}

for jdk in "$old_jdk" "$new_jdk"; do
    release=$(sed -n 's/^JAVA_VERSION="\([^".]*\).*/\1/p' "$jdk/release")
    for fast in on off; do
        flags="-Dccinstr.fastpath=$fast --enable-native-access=ALL-UNNAMED"
        on="JDK $release, fast path $fast"
        # shellcheck disable=SC2086  # several options
        cut "$on, to nothing" "$jdk" 0 'not measured: nothing is left of' $flags
        like report.err '\.ccd: .*too short' "$on, to nothing: no data"
        # shellcheck disable=SC2086
        cut "$on, to a page" "$jdk" 4096 'incomplete: a part of .* is gone, .*' $flags
        like report.err '\.ccd: .*damaged' "$on, to a page: the report says so"
        like report '^incomplete:' "$on, to a page: incomplete"
        # shellcheck disable=SC2086
        cut "$on, in the middle" "$jdk" 12345 'incomplete: a part of .* is gone, .*' $flags
        like report.err '\.ccd: .*damaged' "$on, in the middle: the report says so"
        like report '^incomplete:' "$on, in the middle: incomplete"
    done

    start "$jdk" --enable-native-access=ALL-UNNAMED
    rm data/*.ccd
    : >go
    wait $pid
    is "$?" 0 "JDK $release, removed: the program's status"
    same got wanted "JDK $release, removed: and its output"
    is "$(cat err)" 'ccinstr: incomplete: the data file was removed, and what it had is lost' \
        "JDK $release, removed: one line"

    # The JVM complains of other people's handlers, and gets none.
    rm -rf data
    "$jdk/bin/java" -Xcheck:jni --enable-native-access=ALL-UNNAMED -Dccinstr.data=data/ \
        -jar new/cut.jar chains >got 2>err
    is "$?$(cat err)" 0 "JDK $release, -Xcheck:jni: it runs"
    same got wanted "JDK $release, -Xcheck:jni: without a word"

    # Faults that are not ours.
    "$jdk/bin/java" -jar cut.jar own >wanted.own
    for option in on off; do
        "$jdk/bin/java" --enable-native-access=ALL-UNNAMED -Dccinstr.data=data/ \
            -Dccinstr.sigbus=$option -jar new/cut.jar own >got 2>err
        is "$?$(cat err)" 0 "JDK $release, handler $option, a mapping of the program: it runs"
        same got wanted.own "JDK $release, handler $option: the JVM tells as ever"
    done
    rm -rf data
    mkdir data
    "$jdk/bin/java" -jar cut.jar loaders >wanted.loaders
    "$jdk/bin/java" --enable-native-access=ALL-UNNAMED -Dccinstr.data=data/ \
        -jar new/cut.jar loaders >got 2>err
    is "$?" 0 "JDK $release, loaders come and go: it runs"
    is "$(grep -c '^ccinstr: not measured: nothing is left' err) $(wc -l <err)" '3 3' \
        "JDK $release, loaders come and go: those that are left have their guards"
    same got wanted.loaders "JDK $release, loaders come and go: the JVM tells as ever"
done

# Without the handler it ends as it must.
start "$old_jdk" -Dccinstr.fastpath=off -Dccinstr.sigbus=off
truncate -s 0 data/*.ccd
: >go
wait $pid
is "$([ $? -ne 0 ]; echo $?)" 0 'no handler: the program does not end as it should'
done_testing
