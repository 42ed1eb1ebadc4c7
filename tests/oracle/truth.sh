#!/bin/sh
# SPDX-License-Identifier: MIT
# truth.sh - runs a Java program and writes the call chains of a component that
# the stacks show (truth.c tells how).
#
#     truth.sh [--depth K] [--jdk HOME] [--agent LIB] CLASSES OUT -- ARGUMENT...
#
# CLASSES has the internal names of the component's classes, a line each; the
# arguments are those of java. The status is that of java, and 99 if nothing was
# written. --agent keeps the agent as LIB, and takes it if it is there already.
# Environment: CC (the compiler of the agent), JAVA_HOME.

set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
top=$(cd "$here/../.." && pwd) || exit 2

die() {
    echo "truth.sh: $*" >&2
    exit 99
}

build_agent() {
    include=$jdk/include
    [ -f "$include/jvmti.h" ] || die "no jvmti.h below $jdk"
    ${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O2 -Wall -Wextra -fPIC -shared \
        -I"$top" -I"$include" -I"$include/linux" -o "$dir/truth.so" \
        "$here/truth.c" "$here/chains.c" "$here/names.c" -lpthread ||
        die 'the agent does not compile'
    mv "$dir/truth.so" "$agent"
}

depth=10 jdk='' agent=''
while [ $# -gt 0 ]; do
    case $1 in
    --depth) depth=${2:-} && shift ;;
    --jdk) jdk=${2:-} && shift ;;
    --agent) agent=${2:-} && shift ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 3 ] || set -- '' '' ''
[ "$3" = -- ] || die 'usage: truth.sh [OPTION]... CLASSES OUT -- ARGUMENT...'
classes=$1 out=$2
shift 3
[ -n "$jdk" ] || jdk=${JAVA_HOME:-$(dirname "$(dirname "$(
    readlink -f "$(command -v javac)"
)")")}
[ -x "$jdk/bin/java" ] || die "no java below '$jdk'"

dir=$(mktemp -d "${TMPDIR:-/tmp}/truth.XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP
agent=${agent:-$dir/agent.so}
case $agent in
/*) ;;
*) agent=$PWD/$agent ;;
esac
[ -f "$agent" ] || build_agent

# Names with commas would end the agent's options: it gets copies.
cp "$classes" "$dir/classes" || exit 99
"$jdk/bin/java" "-agentpath:$agent=out=$dir/out,classes=$dir/classes,depth=$depth" "$@"
status=$?
[ -f "$dir/out" ] || die 'nothing was written'
mv "$dir/out" "$out" || exit 99
exit $status
