#!/bin/sh
# SPDX-License-Identifier: MIT
# t7021-run-ends.t - however a run ends, what was counted is there; and where nothing can be
# written, or the library cannot be loaded, the program runs as if uninstrumented, with
# one line that says why.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar

made instrumented

# The record that this JVM leaves.
cat >Jvm.java <<'END'
public class Jvm {
    public static void main(String[] args) {
        System.out.println(("jvm count=1 text=" + System.getProperty("java.runtime.version")
                + " " + System.getProperty("java.vm.name") + " ("
                + System.getProperty("java.vm.vendor") + ")").replace(" ", "\\s")
                .replaceFirst("jvm.*text=", "jvm count=1 text="));
    }
}
END
javac Jvm.java
jvm=$(java -cp . Jvm)

# data FOLDER FLAGS...: the one file there is whole, and has what the program did before
# it ended.
data() {
    folder=$1 flags=$2 what=$3
    is "$(find "$folder" -name '*.ccd' | wc -l)" 1 "$what: one file"
    "$builddir/tests/tools/datachains" new/ccinstr.plan "$folder"/*.ccd >chains 2>err
    is "$?$(cat err)" 0 "$what: it can be read"
    is "$(grep -c . chains)" "${4:-37}" "$what: all chains, and two notes"
    like chains "Run.down:[^ ]* 12 - run/Run.down:[^ ]*${tab}1\$" "$what: recursion, too"
    like chains "Run.tries:[^ ]* 11 - run/Run.risky:[^ ]*${tab}5\$" "$what: and counts"
    "$builddir/tests/tools/datadump" "$folder"/*.ccd | head -n 1 >head
    like head "flags=$flags " "$what: flags $flags"
    sed 's/.* start=\([0-9]*\) end=\([0-9]*\) .*/\1 \2/' head >times
    is "$(awk '{ print ($2 == 0 ? "-" : $2 > $1 && $2 < $1 + 6e7 ? "clean" : "?") }' times)" \
        "$flags" "$what: when it ended"
    "$builddir/tests/tools/datadump" "$folder"/*.ccd | grep '^jvm' >jvm
    is "$(cut -c 1-300 jvm)" "$jvm" "$what: in which JVM"
}

# ends HOW STATUS FLAGS [OPTION...]
ends() {
    how=$1 wanted=$2 flags=$3
    shift 3
    rm -rf data
    mkdir data
    java "$@" -Dccinstr.data=data/ -jar new/run.jar "$how" >out 2>err
    is "$?" "$wanted" "$how: the program's status"
    data data "$flags" "$how"
}

ends '' 0 clean
ends exit 3 clean
ends halt 4 clean
ends throw 1 clean
ends memory 1 clean -Xmx64m

# By signal, while it waits.
for signal in TERM KILL SEGV; do
    rm -rf data
    mkdir data
    : >waits
    java -XX:-CreateCoredumpOnCrash -XX:ErrorFile=hs.log -Dccinstr.data=data/ \
        -jar new/run.jar wait >>waits 2>err &
    pid=$!
    until_true grep -q waiting waits
    kill -$signal $pid
    wait $pid 2>/dev/null
    case $signal in
    TERM) data data clean "SIG$signal" ;;
    *) data data - "SIG$signal" ;;
    esac
done

# Several at once into one folder.
rm -rf data
mkdir data
for i in 1 2 3; do
    java -Dccinstr.data=data/ -jar new/run.jar >out.$i 2>err.$i &
done
wait
is "$(find data -name '*.ccd' | wc -l)" 3 'three at once: three files'
for file in data/*.ccd; do
    "$builddir/tests/tools/datachains" new/ccinstr.plan "$file" 2>&1
done | sort | uniq -c | awk '$1 != 3' >differ
is "$(cat differ)" '' 'three at once: each has all'

# unmeasured WHAT REASON OPTION...: one line, nothing left, the program as it is.
java -jar run.jar >wanted
unmeasured() {
    what=$1 reason=$2
    shift 2
    java "$@" -jar new/run.jar >got 2>err
    is "$?" 0 "$what: it runs"
    same got wanted "$what: it prints the same"
    is "$(wc -l <err)" 1 "$what: one line"
    like err "^ccinstr: not measured: .*$reason" "$what: says why"
}
unmeasured 'no folder' 'wanted/.*Not a directory' -Dccinstr.data=wanted/base
unmeasured 'no temporary folder' 'java.io.tmpdir' -Djava.io.tmpdir=/no/such/folder
unmeasured 'unknown platform' 'no library for this platform \(Plan9-x86_64\)' -Dos.name=Plan9
mkdir small
if mount -t tmpfs -o size=4k tmpfs small 2>/dev/null; then
    echo full >small/full
    unmeasured 'a full disk' 'No space left' -Dccinstr.data=small/
    umount small
else
    for i in 1 2 3 4; do
        skip 'a full disk' 'no tmpfs can be mounted'
    done
fi
done_testing
