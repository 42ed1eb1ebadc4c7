#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh - the main job, shown: a jar is rewritten and runs as before.
#
# usage: demo.sh CCINSTR WORK_DIR
#
# All files go below WORK_DIR, which is emptied first.

set -eu
[ $# -eq 2 ] || { echo "usage: demo.sh CCINSTR WORK_DIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
case $1 in
/*) ccinstr=$1 ;;
*) ccinstr=$(pwd)/$1 ;;
esac
export LC_ALL=C

rm -rf "$2"
mkdir -p "$2/classes"
cd "$2"

# show OUTPUT COMMAND...: print the command as one would type it, run it, print
# what it says and keep that in OUTPUT; its failure ends the demonstration.
show() {
    output=$1
    shift
    printf '\n  $ %s\n' "$*"
    status=0
    if [ "$1" = ccinstr ]; then
        shift
        set -- "$ccinstr" "$@"
    fi
    "$@" >"$output" 2>&1 || status=$?
    sed 's/^/  | /' "$output"
    if [ $status -ne 0 ]; then
        echo "demo.sh: that failed with status $status" >&2
        exit 1
    fi
}

# The bytes of all classes of a jar, in the order of its entries.
class_bytes() {
    unzip -p "$1" '*.class' | wc -c
}

echo 'A small program is compiled into hello.jar:'
javac -g -d classes "$here"/src/hello/*.java
(cd classes && jar --create --file ../hello.jar --main-class hello.Main hello)
show original.txt java -jar hello.jar

printf '\nRewritten without any probes, its classes stay what they are:\n'
show none.log ccinstr instrument --probes none -o none hello.jar
show none.txt java -jar none/hello.jar

printf '\n'
echo 'Rewritten with code that does nothing at the entry of each method, around'
echo 'each call and where an exception leaves, every table that holds a code'
echo 'offset has to be mended; the verifier of the JVM says whether each was:'
show nop.log ccinstr instrument --probes nop -o nop hello.jar
show nop.txt java -jar nop/hello.jar

cmp original.txt none.txt
cmp original.txt nop.txt
cmp original.txt "$here/expected.txt"

cat <<END

All three print the same, down to the line number of the exception.
Bytes of classes: original $(class_bytes hello.jar), without probes \
$(class_bytes none/hello.jar), with nop $(class_bytes nop/hello.jar).
END
