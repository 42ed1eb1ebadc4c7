# SPDX-License-Identifier: MIT
# lib.sh - what the shell tests stand on: TAP, a scratch folder, one way to run
# the program. To be sourced by a POSIX shell:
#
#     . "${srcdir:-.}/tests/lib.sh"
#     run ccinstr --version
#     is "$status" 0 'status of --version'
#     like out '^ccinstr [0-9]' 'it names itself'
#     done_testing
#
# Set by make check, and guessed when a script is run by hand from the top:
#     srcdir    the top of the source tree
#     builddir  the top of the build tree
#     CCINSTR   the program
# Every test runs in $scratch, an empty folder that goes when the test ends.
# shellcheck shell=sh

# A user's environment decides nothing: what programs, JVMs, make and run time obey is unset
# here, and a test that wants one sets it. What tests themselves ask for stays.
unset CDPATH POSIXLY_CORRECT COLUMNS NO_COLOR MAKEFLAGS MFLAGS MAKELEVEL SOURCE_DATE_EPOCH
unset JAVA_HOME CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS _JAVA_OPTIONS
for tap_variable in $(env | sed -n 's/^\(CCINSTR_[A-Z_]*\)=.*/\1/p'); do
    case $tap_variable in
    CCINSTR_SEED | CCINSTR_JARS) ;;
    *) unset "$tap_variable" ;;
    esac
done

srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-$srcdir/build}" && pwd)
CCINSTR=${CCINSTR:-$builddir/ccinstr}
export srcdir builddir CCINSTR LC_ALL=C TZ=UTC TERM=dumb

tab=$(printf '\t')
tap_n=0
tap_failed=0

scratch=$(mktemp -d "${TMPDIR:-/tmp}/ccinstr-test.XXXXXX") || exit 99
trap 'cd / && rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
cd "$scratch" || exit 99

# ok CONDITION_STATUS NAME: one test point, passed if the status is 0. This and those below
# return whether it passed.
ok() {
    tap_n=$((tap_n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_n - $2"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_n - $2"
    fi
    return "$1"
}

# Lines of a file or of standard input as TAP remarks.
diag() {
    sed 's/^/# /' "$@"
}

# is GOT WANTED NAME
is() {
    if [ "$1" = "$2" ]; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        printf 'got:    %s\nwanted: %s\n' "$1" "$2" | diag
        return 1
    fi
}

# like FILE PATTERN NAME: a line of the file matches the extended pattern.
like() {
    if grep -Eq -e "$2" "$1"; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        echo "no line of $1 matches: $2" | diag
        diag "$1"
        return 1
    fi
}

unlike() {
    if grep -Eq -e "$2" "$1"; then
        ok 1 "$3" || :
        echo "a line of $1 matches: $2" | diag
        diag "$1"
        return 1
    else
        ok 0 "$3"
    fi
}

# same FILE FILE NAME: the same bytes in both.
same() {
    if cmp -s "$1" "$2"; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        diff "$1" "$2" | head -n 40 | diag
        return 1
    fi
}

# golden FILE WANTED NAME: the same; UPDATE=1 writes what is wanted anew.
golden() {
    [ -z "${UPDATE-}" ] || cp "$1" "$2"
    same "$1" "$2" "$3"
}

# pass_if NAME COMMAND...: the command succeeds.
pass_if() {
    tap_name=$1
    shift
    if "$@" >cmd.log 2>&1; then
        ok 0 "$tap_name"
    else
        ok 1 "$tap_name" || :
        diag cmd.log
        return 1
    fi
}

skip() {
    tap_n=$((tap_n + 1))
    echo "ok $tap_n - $1 # SKIP $2"
}

# skip_all WHY: this script can't run here.
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# need PROGRAM...: skip all unless each is there.
need() {
    for tap_program in "$@"; do
        command -v "$tap_program" >/dev/null 2>&1 ||
            skip_all "no $tap_program"
    done
}

# run COMMAND...: standard output to the file out, standard error to err, exit
# status to $status. "ccinstr" is the program under test.
run() {
    if [ "$1" = ccinstr ]; then
        shift
        set -- "$CCINSTR" "$@"
    fi
    status=0
    "$@" >out 2>err </dev/null || status=$?
}

# until_true COMMAND...: waits until it succeeds, for a minute at most.
until_true() {
    tap_tries=0
    until "$@" 2>/dev/null || [ $tap_tries -ge 600 ]; do
        sleep 0.1
        tap_tries=$((tap_tries + 1))
    done
}

# javac without the JVM's second compiler, which takes more time of short runs than it
# saves: two thirds of the CPU time, the same classes. Not where there is none.
if command -v javac >/dev/null 2>&1; then
    javac() {
        command javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC "$@"
    }
fi

# home_of PROGRAM: the JDK of the java or javac on PATH.
home_of() (
    unset -f javac
    dirname "$(dirname "$(readlink -f "$(command -v "$1")")")"
)

# jdks: to $old_jdk the home of the java on PATH; to $new_jdk that of the newest JDK beside
# the javac on PATH, which may be the same, and its release to $release.
jdks() {
    old_jdk=$(home_of java)
    release=0 new_jdk=$old_jdk
    for tap_home in "$(dirname "$(home_of javac)")"/*; do
        tap_release=0
        [ ! -x "$tap_home/bin/javac" ] || [ ! -f "$tap_home/release" ] ||
            tap_release=$(sed -n 's|^JAVA_VERSION="\([0-9]*\).*|\1|p' "$tap_home/release")
        [ "${tap_release:-0}" -le "$release" ] || release=$tap_release new_jdk=$tap_home
    done
}

# own_words FILE: its lines but for the warning of native code, which JVMs give since 24.
own_words() {
    awk -f "$srcdir/tests/workloads/restricted.awk" "$1"
}

done_testing() {
    echo "1..$tap_n"
    [ "$tap_failed" -eq 0 ]
    exit
}
