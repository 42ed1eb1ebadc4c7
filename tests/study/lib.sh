# SPDX-License-Identifier: MIT
# lib.sh - the options of levels.sh and rc.sh, which source it.
#
#     . "$here/lib.sh"
#
# reads them from the arguments of the script. Sets jars, jdk, only (which programs or tasks)
# and ccinstr, and makes work, the folder that --keep names, or one that goes at the end.
# here is the folder of the script.

jars=${CCINSTR_JARS:-/usr/share/java}
jdk=
only='.*'
keep=
export LC_ALL=C TZ=UTC
unset CLASSPATH

die() {
    echo "${0##*/}: $*" >&2
    exit 99
}

while [ $# -gt 1 ]; do
    case $1 in
    --jdk) jdk=$2 ;;
    --only) only=$2 ;;
    --keep) keep=$2 ;;
    *) die "no such option: $1" ;;
    esac
    shift 2
done
[ $# -eq 1 ] && [ -x "$1" ] ||
    die "usage: ${0##*/} [--jdk HOME] [--only REGEX] [--keep DIR] CCINSTR"
ccinstr=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -n "$jdk" ] || jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")

if [ -n "$keep" ]; then
    mkdir -p "$keep" && work=$(cd "$keep" && pwd) || exit 99
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/ccinstr-study.XXXXXX") || exit 99
    trap 'rm -rf "$work"' EXIT
    trap 'exit 99' HUP INT TERM
fi
