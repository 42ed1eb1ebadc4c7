# SPDX-License-Identifier: MIT
# lib.sh - what run.sh and jvm.sh stand on: a folder to work in, and what is read there.
# To be sourced, with $top, $dir, $lib and $ccinstr.
# shellcheck shell=sh

# enter_work: into $dir, or a folder of its own.
enter_work() {
    unset JAVA_HOME CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
    unset CCINSTR_DATA
    export LC_ALL=C TZ=UTC
    if [ -n "$dir" ]; then
        mkdir -p "$dir"
    else
        # Thousands of runs write files through to the disk: in memory that takes a third.
        [ -n "${TMPDIR-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
        dir=$(mktemp -d "${TMPDIR:-/tmp}/ccinstr-faults.XXXXXX") || exit 99
        trap 'cd / && rm -rf "$dir"' EXIT
    fi
    trap 'exit 99' HUP INT TERM
    cd "$dir" || exit 99
    dir=$(pwd)
}

# is_one_of WORD PATTERNS: does one of the patterns of the shell match?
is_one_of() {
    set -f
    for pattern in $2; do
        # shellcheck disable=SC2254  # it is a pattern
        case $1 in $pattern) set +f; return 0 ;; esac
    done
    set +f
    return 1
}

# make_lib: the injector, unless --lib names it.
make_lib() {
    [ -z "$lib" ] || return 0
    lib=$dir/faults.so
    ${CC:-cc} -std=gnu11 -O2 -g -fPIC -shared -o "$lib" "$top/tests/tools/faults.c"
}

# --- What is read ----------------------------------------------------------------

fixture=$top/tests/fixtures/formats

compile() {
    javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --release 11 -g "$@"
}

# record NAME PLAN-FOLDER: the data of one run.
record() {
    java -XX:TieredStopAtLevel=1 -Dccinstr.data="$1"- -cp "$2/app.jar:in/test" Some \
        >/dev/null && mv "$1"-.*.ccd "in/$1.ccd"
}

make_inputs() {
    [ ! -d in ] || return 0
    mkdir -p in/test in/tree/lib in/war/WEB-INF/lib in/src in/runs || return
    compile -d in/classes "$fixture"/S*.java "$fixture"/Round.java \
        "$fixture"/Never.java || return
    compile -d in/test -cp in/classes "$fixture/test/Some.java" || return
    mkdir -p in/src/a/b
    cp "$fixture"/S*.java in/src/a/b
    jar cf in/app.jar -C in/classes . || return
    # Another version of it, of which there are an output and a run.
    mkdir -p was/classes older empty chains
    cp -r in/classes/. was/classes
    rm was/classes/a/b/Never.class
    jar cf was/app.jar -C was/classes .
    cp in/app.jar in/tree/lib
    cp -r in/classes/. in/tree
    cp in/app.jar in/war/WEB-INF/lib
    jar cf in/app.war -C in/war . || return
    "$ccinstr" instrument --quiet --jdk none -o older was/app.jar was/classes 2>/dev/null ||
        return
    "$ccinstr" instrument --quiet --jdk none -o newer in/app.jar 2>/dev/null || return
    cp older/ccinstr.plan in/old.plan
    cp newer/ccinstr.plan in/new.plan
    record one newer && record two newer && record other older || return
    cp in/one.ccd in/two.ccd in/runs
    cp "$fixture/Shapes.java" in/src
    echo 'entry !a.b.Never' >chains/chains
    printf '%s\n' instrument --jdk none --threads 1 -o out in/app.jar >in/arguments.txt
}

# need_state NAME: is it there? Or what another command leaves is made now. From now/.
need_state() {
    case $1 in
    good-*)
        rm -rf "../$1"
        row=$(grep "^${1#good-} :" ../table)
        restore "$(echo "$row" | cut -d : -f 3 | tr -d ' ')"
        eval "set -- $1 $(echo "$row" | cut -d : -f 4-)"
        state=$1
        shift
        "$ccinstr" "$@" >/dev/null 2>&1 || exit 99
        cp -a out "../$state"
        ;;
    esac
}
