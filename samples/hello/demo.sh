#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh - the main job, shown: a jar is instrumented, runs as before, and a report tells
# what that run exercised.
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
mkdir -p "$2/classes" "$2/data"
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

echo 'A small program is compiled into hello.jar:'
javac -g -d classes "$here"/src/hello/*.java
(cd classes && jar --create --file ../hello.jar --main-class hello.Main hello)
show original.txt java -jar hello.jar

printf '\nIt is analysed, and a copy written that notes which calls it makes:\n'
show instrument.log ccinstr instrument -o new hello.jar
show instrumented.txt java -Dccinstr.data=data/ -jar new/hello.jar

cmp original.txt instrumented.txt
cmp original.txt "$here/expected.txt"
printf '\nBoth print the same. What did that run exercise, of all that is possible?\n'
show report.txt ccinstr report new/ccinstr.plan data --top 4 \
    --sources "$here/src" --html report

cat <<END

Main makes the call to test next if it has an argument. In $(pwd):

    java -Dccinstr.data=data/ -jar new/hello.jar 1
    $ccinstr report new/ccinstr.plan data

The same as pages, with each call chain and the sources, for a browser:

    $(pwd)/report/index.html
END
