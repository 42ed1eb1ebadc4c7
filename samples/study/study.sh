#!/bin/sh
# SPDX-License-Identifier: MIT
# study.sh - the test suites of public components, measured: which of the call chains,
# receiver classes and target methods that a component requires do its own tests exercise?
#
#     study.sh [--depth K] CCINSTR WORK [NAME...]
#     study.sh --list
#
# Sources come as Debian's source packages have them, by apt-get, into the folder WORK;
# what is there already is not fetched again. Nothing is installed, and no setting of apt
# is changed: WORK/apt has settings of its own. Each component of components.txt (or
# those named) is compiled, its tests as well; they run on the
# original and on the instrumented classes, and must come out the same. A line of the
# table for each goes to standard output, and all else is in WORK/NAME.

set -u
LC_ALL=C.UTF-8 TZ=UTC
export LC_ALL TZ
unset CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CCINSTR_DATA

here=$(cd "$(dirname "$0")" && pwd) || exit 2
table=$here/components.txt
jars=${STUDY_JARS:-/usr/share/java}
depth=4

die() {
    echo "study.sh: $*" >&2
    exit 2
}

usage() {
    die 'usage: study.sh [--depth K] CCINSTR WORK [NAME...] | --list'
}

# field NAME KEY: what the paragraph of a component says, on one line.
field() {
    awk -v name="$1" -v key="$2" '
        /^#/ || /^$/ { at = 0; next }
        /^name:/ { here = $2 == name }
        /^[a-z]+:/ { at = here && $1 == key ":"; sub(/^[a-z]+:/, "") }
        at { printf "%s", $0 }' "$table" | awk '{ $1 = $1; print }'
}

names() {
    sed -n 's/^name: *//p' "$table"
}

while [ $# -gt 0 ]; do
    case $1 in
    --list)
        names
        exit 0
        ;;
    --depth)
        [ $# -gt 1 ] || usage
        depth=$2
        shift 2
        ;;
    -*) usage ;;
    *) break ;;
    esac
done
[ $# -ge 2 ] || usage
[ -x "$1" ] || die "no such program: $1"
ccinstr=$(readlink -f "$1")
work=$(readlink -m "$2")
shift 2
case $work/ in
"$(readlink -f "$here/../..")"/samples/*) die 'WORK must not be in the tree' ;;
esac
for name; do
    names | grep -Fqx -e "$name" || die "no such component: $name (--list has them)"
done
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(names)

# What runs tests of JUnit 3, 4 and 5.
junit=
for jar in junit-platform-launcher junit-platform-engine junit-platform-commons \
    junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-vintage-engine \
    junit4 hamcrest opentest4j apiguardian-api univocity-parsers; do
    [ -f "$jars/$jar.jar" ] || die "no $jar.jar in $jars (packages junit4, junit5)"
    junit=$junit:$jars/$jar.jar
done
junit=${junit#:}

# settings: of apt, with the machine's archives as archives of sources.
settings() {
    [ ! -f "$work/apt/conf" ] || return 0
    rm -rf "$work/apt"
    mkdir -p "$work/apt/parts" "$work/apt/lists/partial" "$work/apt/cache/archives/partial" ||
        return
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
        2>/dev/null >"$work/apt/parts/study.list"
    for file in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file"
        echo
    done >"$work/apt/parts/study.sources"
    cat >"$work/apt/conf.new" <<END
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/apt/parts";
Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
END
    APT_CONFIG=$work/apt/conf.new apt-get -q update >&2 && mv "$work/apt/conf.new" "$work/apt/conf"
}

# fetch_source PACKAGE VERSION: the name of its upstream archive.
fetch_source() {
    mkdir -p "$work/archives"
    set -- "$1" "$2" "$work/archives/$1_$2.orig.tar"
    if ! ls "$3".* >/dev/null 2>&1; then
        settings || return
        (
            cd "$work/archives" && APT_CONFIG=$work/apt/conf apt-get -q source \
                --download-only --tar-only "$1" >&2
        ) || return
    fi
    for archive in "$3".*; do
        [ -f "$archive" ] && echo "$archive" && return
    done
    echo "study.sh: $1: the version of the study is $2, but apt has another one" >&2
    return 1
}

# fetch_jar JAR@PACKAGE: where the jar is.
fetch_jar() {
    jar=${1%%@*}
    if [ -f "$jars/$jar" ]; then
        echo "$jars/$jar"
        return
    fi
    [ "$jar" != "$1" ] || {
        echo "study.sh: no $jar in $jars" >&2
        return 1
    }
    if ! [ -f "$work/packages/usr/share/java/$jar" ]; then
        mkdir -p "$work/packages"
        (cd "$work/packages" && apt-get -q download "${1#*@}" && dpkg -x "${1#*@}"_*.deb .) \
            >&2 || return
    fi
    echo "$work/packages/usr/share/java/$jar"
}

# compile FOLDERS TO CLASSPATH LEAVE OPTION...: Java sources, and copies of all else.
compile() {
    folders=$1 to=$2 path=$3 leave=$4
    shift 4
    rm -rf "$to"
    mkdir -p "$to"
    : >"$to.files"
    for folder in $folders; do
        [ -d "$folder" ] || {
            echo "study.sh: no folder $folder" >&2
            return 1
        }
        (
            set -f
            # What a component leaves out are patterns for find, not for the shell.
            # shellcheck disable=SC2086
            set -- $leave
            for pattern; do
                set -- "$@" ! -path "$pattern"
                shift
            done
            find "$PWD/$folder" -name '*.java' ! -name module-info.java "$@"
        ) | sed 's/.*/"&"/' >>"$to.files"
        (cd "$folder" && find . -type f ! -name '*.java' -exec cp --parents -t "$to" {} +) ||
            return
    done
    sort -o "$to.files" "$to.files"
    javac -g -nowarn -Xlint:none -proc:none -encoding UTF-8 -d "$to" -cp "$path" "$@" \
        "@$to.files" >"$to.log" 2>&1 || {
        echo "study.sh: javac failed:" >&2
        grep -A 3 'error:' "$to.log" | head -n 40 >&2
        return 1
    }
}

# timed SECONDS COMMAND...: its CPU time to the file SECONDS.
timed() (
    seconds=$1
    shift
    "$@"
    status=$?
    times >"$seconds.times"
    awk -F '[ms ]+' 'NR == 2 { printf "%.1f\n", $1 * 60 + $2 + $3 * 60 + $4 }' \
        "$seconds.times" >"$seconds"
    rm "$seconds.times"
    exit $status
)

# run_tests LIST FOLDER CLASSPATH OPTION...: how each test of a folder of classes came out,
# to the file LIST.
run_tests() {
    list=$1 folder=$2 path=$3
    shift 3
    rm -f "$list"
    # shellcheck disable=SC2086
    timed "$list.cpu" java "$@" -cp "$work/runner:$path:$junit" RunTests "$list" \
        "$list.failures" "$folder" $skip >"$list.output" 2>&1 </dev/null
    [ -s "$list" ] || {
        echo "study.sh: no test of $folder has run; see $list.output" >&2
        return 1
    }
}

# outcomes LIST: passed/failed/skipped.
outcomes() {
    awk -F '\t' '{ n[$1]++ }
        END { printf "%d/%d/%d", n["passed"], n["failed"], n["skipped"] }' "$1"
}

# same_outcomes NAME LIST LIST: or the first differences.
same_outcomes() {
    cmp -s "$2" "$3" && return
    echo "study.sh: $1: tests came out otherwise when instrumented:" >&2
    diff "$2" "$3" | head -n 20 >&2
    failed=1
}

# figures NAME TESTS CPU DATA...: a line of the table.
figures() {
    row=$1 came_out=$2 cpu=$3
    shift 3
    "$ccinstr" report new/ccinstr.plan "$@" --csv figures.csv --json report.json \
        --top 30 >report.txt 2>report.log || return
    "$ccinstr" report new/ccinstr.plan "$@" --what unpredicted >unpredicted.tsv || return
    strange=$(awk -F '\t' '!/^#/ { n[$1]++ }
        END { printf "%d/%d/%d", n["receiver"], n["entry"], n["step"] }' unpredicted.tsv)
    few=$("$ccinstr" report new/ccinstr.plan "$@" --what rc | awk -F '\t' '
        !/^#/ { n[$1 $2]++; if ($NF != 0) c[$1 $2]++ }
        END {
            for (site in n) if (n[site] <= 10) { all += n[site]; covered += c[site] }
            printf "%d of %d, %.1f %%", covered, all, all ? int(covered * 1000 / all) / 10 : 100
        }')
    awk -F , -v name="$row" -v tests="$came_out" -v cpu="$cpu" -v strange="$strange" \
        -v few="$few" \
        -v classes="$(awk '$1 == "classes" { print $2 }' instrument.txt)" '
        function of(figure) {
            r = $(at[figure "_required"]); c = $(at[figure "_covered"])
            return sprintf("%s of %s, %.1f %%", c, r, r ? int(c * 1000 / r) / 10 : 100)
        }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == "all" {
            printf "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, classes, tests,
                of("entries"), of("chains"), of("rc"), few, of("tm"), strange, cpu
        }' figures.csv
}

# measure NAME: in WORK/NAME.
measure() {
    name=$1
    set -f
    # shellcheck disable=SC2046
    set -- $(field "$name" source)
    set +f
    archive=$(fetch_source "$1" "$2") || return
    version=$2
    libraries=
    for jar in $(field "$name" jars); do
        library=$(fetch_jar "$jar") || return
        libraries=$libraries:$library
    done
    libraries=${libraries#:}
    skip=$(field "$name" skip)
    home=$work/$name
    rm -rf "$home"
    mkdir -p "$home/tree" "$home/data" && cd "$home/tree" &&
        tar -xf "$archive" --strip-components=1 || return

    compile "$(field "$name" main)" "$home/classes" "$libraries" '' --release 8 &&
        compile "$(field "$name" test)" "$home/tests" \
            "$home/classes:$libraries:$junit" "$(field "$name" leave)" || return
    field "$name" roots | tr ' ' '\n' >../roots
    timed ../instrument.cpu "$ccinstr" instrument --quiet --depth "$depth" --stats --roots ../roots \
        --tests "$home/tests" --classpath "$libraries:$junit" -o "$home/new" \
        "$home/classes" >../instrument.txt 2>../instrument.log || {
        cat ../instrument.log >&2
        return 1
    }
    # Tests read files by names that are true where Maven runs them.
    where=$home/tree
    tests=$(field "$name" test)
    case ${tests%% *} in
    */src/test/*) where=$where/${tests%%/src/test/*} ;;
    esac
    mkdir -p "$where/target" && ln -s "$home/tests" "$where/target/test-classes" &&
        cd "$where" || return
    behind=$home/tests:$libraries
    run_tests "$home/plain.tsv" "$home/tests" "$home/classes:$behind" &&
        run_tests "$home/instrumented.tsv" "$home/tests" "$home/new/classes:$behind" \
            -Dccinstr.data="$home/data/" || return
    cd "$home" || return
    same_outcomes "$name" plain.tsv instrumented.tsv
    cpu="$(cat instrument.cpu) | $(cat plain.tsv.cpu) | $(cat instrumented.tsv.cpu)"
    figures "$name $version" "$(outcomes instrumented.tsv)" "$cpu" data || return
    if [ -d "$here/added/$name" ]; then
        measure_added "$name" "$version"
    fi
}

# measure_added NAME VERSION: the tests that were added to those of the component, with
# the plan as it is.
measure_added() {
    mkdir -p "$home/before" "$home/added-data" &&
        cp figures.csv report.json report.txt unpredicted.tsv before &&
        cd "$here/added/$1" &&
        compile . "$home/added" "$home/classes:$behind:$junit" '' &&
        cd "$where" &&
        run_tests "$home/added-plain.tsv" "$home/added" "$home/added:$home/classes:$behind" &&
        run_tests "$home/added.tsv" "$home/added" "$home/added:$home/new/classes:$behind" \
            -Dccinstr.data="$home/added-data/" || return
    cd "$home" || return
    same_outcomes "$1 (added)" added-plain.tsv added.tsv
    figures "$1 $2, with the added tests" "$(outcomes added.tsv)" \
        "$(cat instrument.cpu) | $(cat added-plain.tsv.cpu) | $(cat added.tsv.cpu)" \
        data added-data
}

failed=0
mkdir -p "$work/runner" &&
    javac -d "$work/runner" -cp "$junit" "$here/RunTests.java" || exit 2
cat <<'END'
| component | classes | tests passed/failed/skipped | entries | chains | receiver classes | those at sites of at most ten | target methods | unpredicted receivers/entries/steps | CPU s: instrument | tests | tests, instrumented |
|---|---|---|---|---|---|---|---|---|---|---|---|
END
for name; do
    measure "$name" || {
        echo "study.sh: $name: not measured" >&2
        failed=1
    }
done
exit $failed
