#!/bin/sh
# SPDX-License-Identifier: MIT
# t7036-up-to-date.t - instrument does nothing where all is as it left it, and all again
# where anything is not.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir -p src in/p lib tests
cat >src/A.java <<'END2'
package p;

public class A {
    public static void main(String[] args) {
        System.out.println("A");
    }
}
END2
run javac -d in src/A.java
echo text >in/p/text.txt
run jar --create --file a.jar -C in .
run jar --create --file lib/one.jar -C src .
printf 'p.A#main(java.lang.String[])\n' >interface

# Without a JDK each takes milliseconds.
jdk='--jdk none'
instrument() {
    # shellcheck disable=SC2086  # two words
    run ccinstr instrument $jdk --interface interface \
        --classpath 'lib/*:later.jar' -o new a.jar in "$@"
}

# What is said, but for warnings when it was made: of the JDK, of later.jar.
said() {
    sed 's/ ([12] warnings* when it was made: --force)$//' err
}

# What was written, and when.
state() {
    (cd new && find . ! -type d -printf '%p %s %T@ %i\n' | sort)
}

# again NAME WHY ARGUMENT...: all is done once more, and then nothing.
again() {
    name=$1
    shift
    state >old
    instrument "$@"
    [ "$status" -eq 0 ] && grep -q '^a.jar: 1 class' err && ! grep -q nothing err
    ok $? "$name: done again" || diag err
    state >now
    if cmp -s old now; then
        ok 1 "$name: written"
    else
        ok 0 "$name: written"
    fi
    instrument "$@"
    is "$status $(said)" '0 new: nothing has changed' "$name: and then not"
    state >then
    same then now "$name: nothing is touched"
}

instrument
is "$status" 0 'first'
cp -r new first
instrument
is "$status $(said)" '0 new: nothing has changed' 'nothing has changed'
is "$(cat err)" 'new: nothing has changed (2 warnings when it was made: --force)' \
    'warnings are not made again, but it is said that there were some'
instrument -q
is "$status $(cat err)" '0 ' 'quietly'
instrument --threads 1 -v
like err 'nothing has changed' 'threads and what is said do not count'

touch a.jar
again 'a younger jar'
touch -d '2001-01-01' a.jar
again 'an older jar'
touch in/p/text.txt
again 'a file of a folder'
echo more >in/p/more.txt
again 'one more'
rm in/p/more.txt
again 'one less'
mkdir in/empty
again 'an empty folder'
rmdir in/empty
again 'and none'
chmod 640 a.jar
again 'other permissions'
cp -p in/p/text.txt was
tr a-z b-za <in/p/text.txt >other.txt
touch -r was other.txt
mv other.txt in/p/text.txt
again 'a file of the same size and time'
mv was in/p/text.txt
again 'and the first one again'
cp lib/one.jar lib/two.jar
again 'a jar that a pattern finds'
rm lib/two.jar
again 'and one that it does not find any more'
cp lib/one.jar later.jar
again 'a jar that was missing'
rm later.jar
again 'one that is missing'
touch interface
again 'a file that an option names'
again 'an option' --depth 2
again 'another one' --component 'p.*'
again 'none'
rm new/a.jar
again 'an output that is gone'
echo more >>new/ccinstr.plan
again 'an output that somebody changed'
touch new/in/p/text.txt
again 'a file of an output'
rm new/.ccinstr-made
again 'no list'
head -c 300 new/.ccinstr-made >cut
cp cut new/.ccinstr-made
again 'half a list'
sed 's/^read$/raed/' new/.ccinstr-made >cut
cp cut new/.ccinstr-made
again 'another list'
printf 'file 1 1' >>new/.ccinstr-made
again 'a list with half a line'
mkdir other && cp "$CCINSTR" other/ccinstr
touch other/ccinstr
instrument >/dev/null
"$(pwd)/other/ccinstr" instrument --jdk none --interface interface \
    --classpath 'lib/*:later.jar' -o new a.jar in 2>err
like err '^a.jar: 1 class' 'another program'
instrument
like err '^a.jar: 1 class' 'and this one again'

instrument --force
like err '^a.jar: 1 class' '--force'
instrument --stats
like out 'methods' '--stats has figures to print'
instrument
is "$status $(said)" '0 new: nothing has changed' \
    'and what it wrote is as good'

# What fails leaves nothing but names on the list.
cp a.jar whole.jar
head -c 200 whole.jar >a.jar
instrument
is "$status" 3 'a damaged jar'
is "$(cut -d' ' -f1 new/.ccinstr-made | sort -u | tr '\n' ' ')" 'none written ' \
    'what made it is not on the list any more'
cp whole.jar a.jar
instrument
is "$status" 0 'mended'
for f in a.jar ccinstr.plan in/p/A.class; do
    same first/$f new/$f "the same bytes after all that: $f"
done

# Build tools copy what did not change.
cp -p in/p/text.txt same.txt
mv same.txt in/p/text.txt
instrument
is "$(said)" 'new: nothing has changed' 'a copy of the same time, with the same contents'

# What manifests and --tests name; and outputs below a folder of the class path, in which is
# more than they.
mkdir -p far/lib far/tests near src/q
printf 'Class-Path: lib/far.jar\n' >manifest
run jar --create --file far/near.jar --manifest manifest -C in p/A.class
cp lib/one.jar far/lib/far.jar
cp -r in/p far/tests
printf 'package out;\npublic class Base { }\n' >src/q/Base.java
javac -d near src/q/Base.java
beside() {
    run ccinstr instrument --jdk none --classpath near --tests far/tests -o near/out far/near.jar
}
beside
is "$status" 0 'an output below a folder of the class path' || diag err
for what in nothing far/lib/far.jar far/tests/p/A.class near/out/Base.class nothing; do
    [ $what = nothing ] || touch $what
    beside
    grep -q 'nothing has changed' err
    is $? "$([ $what = nothing ]; echo $?)" "changed: $what" || diag err
done

# Outputs of another plan are named.
mkdir other-in
cp far/near.jar other-in/more.jar
run ccinstr instrument --jdk none -o near/out other-in/more.jar
like err 'warning: near/out/near\.jar: left by an earlier command' 'what was left is named'
run ccinstr instrument --jdk none -o near/out other-in/more.jar
like err 'near/out: nothing has changed' 'once'

# Of a file in a folder not all is held in memory, to look at what is in it.
mkdir large
cp in/p/A.class large
truncate -s 50M large/resource
sparing() {
    (ulimit -v 50000 2>/dev/null && exec "$CCINSTR" "$@") >out 2>err
}
if sparing --version; then
    sparing instrument --threads 1 --jdk none -o less large
    is $? 0 'a resource larger than the memory' || diag err
    sparing instrument --threads 1 --jdk none -o less large
    like err 'nothing has changed' 'and again'
else
    skip 'a resource larger than the memory' 'the program wants more memory (sanitizers)'
    skip 'and again' 'the program wants more memory (sanitizers)'
fi

# The JDK that is found.
jdk=
jdks
for home in "$old_jdk" "$new_jdk"; do
    JAVA_HOME=$home
    export JAVA_HOME
    instrument
    cp err one
    instrument
    is "$(said)" 'new: nothing has changed' "with JDK $(basename "$home")"
done
unset JAVA_HOME
if [ "$old_jdk" = "$new_jdk" ]; then
    skip 'another JDK' 'only one is here'
else
    like one '^a.jar: 1 class' 'another JDK'
fi
done_testing
