#!/bin/sh
# SPDX-License-Identifier: MIT
# rc.sh - how many receiver classes and target methods each analysis requires, for the
# eighteen testing tasks of tasks.txt; rc.md to standard output.
#
#     rc.sh [--jdk HOME] [--only REGEX] [--keep DIR] CCINSTR
#
# Each component is a folder with copies of its classes; what else its jar has is on the
# class path, and classes of the JDK take the place of the JDK's own (--patch-jdk). What
# clients may use is in TASK.int. A task whose jar is not installed (see
# ../workloads/packages-quick.txt and ../../quickstart) is left out, and said so.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
[ -x "$jdk/bin/jimage" ] || die "no jimage in $jdk/bin"
command -v unzip >/dev/null || die 'no unzip'

# expression CLASSES: a regular expression for their names, nested ones too.
expression() {
    for class in $1; do
        printf '%s\n' "$class"
    done | sed 's,\*,[^/$]*,g' | paste -s -d '|' - | sed 's,.*,(&)([$][^/]*)?[.]class,'
}

# jdk_classes MODULE CLASSES DIR
jdk_classes() {
    "$jdk/bin/jimage" extract --dir="$3.module" \
        --include="regex:/$1/$(expression "$2")" "$jdk/lib/modules" &&
        mv "$3.module/$1" "$3" && rmdir "$3.module"
}

# jar_classes JAR CLASSES DIR
jar_classes() {
    mkdir "$3"
    unzip -Z1 "$1" | grep -Ex "$(expression "$2")" |
        sed 's,[[*?],\\&,g' | xargs -d '\n' unzip -qq -d "$3" "$1"
}

# figure FILE ROW COLUMN: of a table of graph --stats.
figure() {
    awk -F'\t' -v row="$2" -v column="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i }
        $1 == row && at { print $at }' "$1"
}

# measure TASK FROM CLASSES: $work/TASK.tsv; the command to the file commands.
measure() {
    dir=$work/$1
    rm -rf "$dir" "$dir.module"
    jar=${2%% +*}
    case $2 in
    jrt:/*)
        set -- "$1" "$3" --patch-jdk
        said=--patch-jdk
        jdk_classes "${jar#jrt:/}" "$2" "$dir" || die "$1: can't read the JDK's classes"
        ;;
    *)
        path=$(echo "$2" | sed "s,\([^ +]*[.]jar\),$jars/&,g; s, *+ *,:,g")
        [ -f "$jars/$jar" ] || { echo "rc.sh: $1 is left out: no $jars/$jar" >&2 && return 1; }
        set -- "$1" "$3" --classpath "$path"
        said="--classpath $path"
        jar_classes "$jars/$jar" "$2" "$dir" || die "$1: can't read $jars/$jar"
        ;;
    esac
    task=$1
    shift 2
    "$ccinstr" graph --jdk "$jdk" "$@" --interface "$here/$task.int" --stats "$dir" \
        >"$work/$task.tsv" 2>"$work/$task.err" || die "$task: $(cat "$work/$task.err")"
    echo "ccinstr graph $said --interface tests/study/$task.int --stats $task" >>"$work/commands"
}

# row TASK CELL...
row() {
    printf '|'
    printf ' %s |' "$@"
    echo
}

# paper TASK FIRST LAST: the same in the paper, as a remark.
paper() {
    cut -d ' ' -f "1,$2-$3" "$here/paper.txt" | sed -n "s/^$1 \(.*\)/<!-- paper, $1: \1 -->/p" \
        >>"$work/remarks"
}

remarks() {
    echo
    cat "$work/remarks"
    echo
    : >"$work/remarks"
}

: >"$work/commands"
: >"$work/remarks"
: >"$work/tasks"
grep -v '^#' "$here/tasks.txt" | while IFS=';' read -r head from classes; do
    task=${head%%:*}
    echo "$task" | grep -Eqx "$only" || continue
    measure "$task" "${from# }" "${classes# }" || continue
    echo "$task;${head#*: };${from# }" >>"$work/tasks"
done || exit

cat <<EOF
# Receiver classes and target methods that tests are required to cover

What \`make study-rc\` measured, after the study of Rountev, Milanova and Ryder (Fragment
Class Analysis for Testing of Polymorphism in Java Software, 2004). Tasks: $(grep -c '' "$work/tasks").
Java $(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$jdk/release"), $("$ccinstr" --version | head -n 1), one run, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1).

## Tasks

The component's classes and methods and those of all classes that CHA had to read; and the
poly-sites, virtual and interface calls of the component that have more than one receiver
class under CHA.

| task | from | functionality | classes | all | methods | all | poly-sites |
|---|---|---|---|---|---|---|---|
EOF
while IFS=';' read -r task functionality from; do
    t=$work/$task.tsv
    row "$task" "$from" "$functionality" "$(figure "$t" component_classes cha)" \
        "$(figure "$t" classes_loaded cha)" "$(figure "$t" component_methods cha)" \
        "$(figure "$t" methods_loaded cha)" "$(figure "$t" poly_sites cha)"
    paper "$task" 2 4
done <"$work/tasks"
remarks

cat <<EOF
## Coverage requirements

Receiver classes and target methods for each poly-site, on average.

| task | N_RC: CHA | RTA | 0-CFA | AND | N_TM: CHA | RTA | 0-CFA | AND |
|---|---|---|---|---|---|---|---|---|
EOF
while IFS=';' read -r task _; do
    set -- "$task"
    for what in n_rc n_tm; do
        for analysis in cha rta 0cfa and; do
            set -- "$@" "$(figure "$work/$task.tsv" $what $analysis)"
        done
    done
    row "$@"
    paper "$task" 5 12
done <"$work/tasks"
remarks

cat <<EOF
## Running times

| task | CHA (s) | RTA (s) | 0-CFA (s) | AND (s) | methods that AND reaches |
|---|---|---|---|---|---|
EOF
while IFS=';' read -r task _; do
    t=$work/$task.tsv
    row "$task" "$(figure "$t" seconds cha)" "$(figure "$t" seconds rta)" \
        "$(figure "$t" seconds 0cfa)" "$(figure "$t" seconds and)" \
        "$(figure "$t" methods_reachable and)"
    paper "$task" 13 15
done <"$work/tasks"
remarks

cat <<EOF
## Why this is not what the paper has

The figures of the paper for the same tasks are in remarks above. Its world was what the
component names, 200 classes of an early JDK; ours is the whole run-time library of this one,
13,000 classes for CHA. equals(), hashCode() and getClass() on an Object or an element of a
collection have thousands of receivers there, which the averages show; clients also bring
objects of unknown classes, and the classes of the components have grown since. What the
JDK makes by reflection is not followed: t1 has in its Int who gives iterators.

## Commands

\`tests/study/rc.sh CCINSTR\`, which copies the classes that \`tasks.txt\` names into a
folder for each task, and then runs:

EOF
sed 's/^/    /' "$work/commands"
