#!/bin/sh
# SPDX-License-Identifier: MIT
# t6021-random-edits.t - code that does nothing, of all kinds and at random
# places: the verifier accepts it, and odd programs do what they did.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar
jars=${CCINSTR_JARS:-/usr/share/java}
[ -f "$jars/asm-util.jar" ] || skip_all 'no asm-util.jar (libasm-java)'
[ -f "$jars/commons-lang3.jar" ] || skip_all 'no libcommons-lang3-java'
randomedit=$builddir/tests/tools/randomedit

sh "$srcdir/tests/fixtures/make-odd.sh" odd >odd.log 2>&1 ||
    { diag odd.log && exit 99; }
mkdir -p lib/r
cat >P.java <<'END'
package r;

public class P {
    public static void p(Object o, int n) {
    }
}
END
javac --release 8 -Xlint:-options -d lib P.java

# edit SEED JAR: its classes edited, as new.jar.
edit() {
    rm -rf classes new.jar
    mkdir classes
    (cd classes && LC_ALL=C.UTF-8 jar -xf "$2")
    find classes -name '*.class' -exec "$randomedit" "$1" {} + >edit.log 2>&1
    edited=$(sed -n 's/ methods edited.*//p' edit.log |
        awk '{ n += $1 } END { print n + 0 }')
    LC_ALL=C.UTF-8 jar cfM new.jar -C classes .
}

java -cp odd/odd.jar:lib odd.OddMain >wanted 2>&1
lines=$(wc -l <wanted)
is "$([ "$lines" -gt 50 ]; echo $?)" 0 'the odd programs print something'
for seed in 1 2 3 4; do
    edit $seed "$scratch/odd/odd.jar"
    is "$([ "$edited" -gt 200 ]; echo $?)" 0 "odd.jar, seed $seed: edited"
    java -Xverify:all -cp new.jar:lib odd.OddMain >got 2>&1
    same wanted got "odd.jar, seed $seed: does what it did"
done
for seed in 5 6; do
    edit $seed "$jars/commons-lang3.jar"
    is "$([ "$edited" -gt 2000 ]; echo $?)" 0 "lang3, seed $seed: edited"
    java -Xverify:all -cp odd/tools VerifyAll --classpath lib \
        --compare "$jars/commons-lang3.jar" new.jar >verify.log 2>&1
    is "$?" 0 "lang3, seed $seed: verified"
    like verify.log '^classes 3[0-9][0-9] linked 3.* failed 0 ' \
        "lang3, seed $seed: all of it"
done
done_testing
