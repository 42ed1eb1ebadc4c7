# SPDX-License-Identifier: MIT
# madelib.sh - what several tests compile, run or instrument, made once for a build tree. To
# be sourced behind lib.sh:
#
#     . "$srcdir/tests/madelib.sh"
#     made run
# shellcheck shell=sh

# made NAME: what make_NAME below makes, to the working folder; one test point.
made() {
    if keep "$1" >made.log 2>&1; then
        ok 0 "$1 is made"
    else
        ok 1 "$1 is made" || :
        diag made.log
        done_testing
    fi
}

# keep NAME: the same without a word. The build tree keeps it, by a name that changes with
# what from_NAME prints, with this file and with the JDK. Who comes first makes it while the
# others wait, and nobody removes it while another takes it out; without flock(1) there is no
# waiting.
keep() {
    tap_kept=$builddir/tests/made
    mkdir -p "$tap_kept" 2>/dev/null && [ -w "$tap_kept" ] || {
        tap_kept=$scratch/kept
        mkdir -p "$tap_kept"
    }
    tap_tar=$tap_kept/$1-$({
        "from_$1"
        cat "$srcdir/tests/madelib.sh" "$(home_of java)/release" "$(home_of javac)/release"
    } | cksum | tr ' ' -).tar
    (
        ! command -v flock >/dev/null 2>&1 || flock 9
        [ -f "$tap_tar" ] || {
            tap_new=$(mktemp -d "$scratch/new.XXXXXX") && (cd "$tap_new" && "make_$1") || exit
            rm -f "$tap_kept/$1"-*.tar
            tar -C "$tap_new" -cf "$tap_tar.$$" . && mv "$tap_tar.$$" "$tap_tar" &&
                rm -rf "$tap_new" || exit
        }
        tar -xof "$tap_tar"
    ) 9>"$tap_kept/$1.lock"
}

# sources FOLDER: the Java files of that folder of fixtures/.
sources() {
    (cd "$srcdir/tests/fixtures" && find "$1" -name '*.java' | LC_ALL=C sort | xargs cat)
}

# run: fixtures/run/Run.java as classes and run.jar.
from_run() {
    cat "$srcdir/tests/fixtures/run/Run.java"
}
make_run() {
    javac -g -d classes "$srcdir/tests/fixtures/run/Run.java" &&
        jar cfe run.jar run.Run -C classes .
}

# instrumented: the same, and that jar with probes in new.
from_instrumented() {
    from_run && cat "$CCINSTR"
}
make_instrumented() {
    keep run && "$CCINSTR" instrument -o new run.jar
}

# odd: odd archives in odd, and the classes OddZips and ZipFields of tests/java.
from_odd() {
    cat "$srcdir/tests/java/OddZips.java" "$srcdir/tests/java/ZipFields.java"
}
make_odd() {
    javac -d . "$srcdir/tests/java/OddZips.java" "$srcdir/tests/java/ZipFields.java" &&
        java -cp . OddZips OddZips.class odd
}

# fragment: the components of fixtures/fragment, each in a folder of its name and all in
# classes, and their library.
from_fragment() {
    sources fragment
}
make_fragment() {
    tap_folder=$srcdir/tests/fixtures/fragment
    # shellcheck disable=SC2046  # paths in this tree hold no spaces
    javac -g -nowarn -Xlint:none -d library --patch-module java.base="$tap_folder/library" \
        $(find "$tap_folder/library" -name '*.java') &&
        javac -g --release 17 -d classes \
            $(find "$tap_folder" -name '*.java' -not -path '*/library/*') || return
    for tap_component in classes/*; do
        mkdir "${tap_component#*/}" && cp -r "$tap_component" "${tap_component#*/}" || return
    done
}

# guards: the programs of fixtures/guards in comp, their library in lib, and in seen every
# chain of calls that was seen: ENTRY<tab>OFFSET - METHOD OFFSET - METHOD ...
from_guards() {
    sources guards
}
make_guards() {
    tap_folder=$srcdir/tests/fixtures/guards
    javac -g --release 11 -d lib "$tap_folder"/seen/*.java &&
        javac -g --release 11 -cp lib -d comp "$tap_folder"/guards/*.java || return
    for tap_program in Ints Refs Enums; do
        # Nothing is said, and much is seen.
        java -cp lib:comp guards.$tap_program >seen.$tap_program 2>err && cat err && [ ! -s err ] &&
            [ "$(wc -l <seen.$tap_program)" -ge 50 ] || return
    done
    cat seen.* | LC_ALL=C sort -u >seen
}

# small: a JDK of java.lang, java.util, java.io and what reflection needs, for graphs of
# programs that use no more of one: they take a tenth of the time. What it lacks is missing,
# and said so.
from_small() {
    :
}
make_small() {
    tap_packages='java/(lang|lang/(annotation|invoke|module|reflect)|util|util/(concurrent|function)|io|security)'
    tap_packages="$tap_packages|jdk/internal/(access|loader|misc|reflect)|sun/(invoke/util|reflect/misc)"
    mkdir -p small/lib &&
        "$(home_of javac)/bin/jimage" extract --dir classes \
            --include "regex:/java.base/($tap_packages)/[A-Za-z0-9_\$]*\.class" \
            "$(home_of javac)/lib/modules" &&
        jar --create --no-compress --file small/lib/rt.jar -C classes/java.base . &&
        rm -r classes && cp "$(home_of javac)/release" small
}
