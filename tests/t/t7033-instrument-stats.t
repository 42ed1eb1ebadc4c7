#!/bin/sh
# SPDX-License-Identifier: MIT
# t7033-instrument-stats.t - what instrument --stats says is what javap finds in the classes.
. "${srcdir:-.}/tests/lib.sh"
need java javac javap

javac -g -nowarn -d classes "$srcdir/tests/fixtures/run/Run.java" \
    "$srcdir/tests/fixtures/run/Beside.java" "$srcdir/tests/fixtures/run/Hammer.java" \
    "$srcdir/tests/fixtures/run/Corners.java" 2>javac.log
run "$CCINSTR" instrument --stats --analysis rta --interface-level package -o new classes
is "$status" 0 'instrumented'
# value NAME
value() {
    awk -F'\t' -v name="$1" '$1 == name { print $2 }' out
}
# calls ID: of that row of probes.def, in all classes.
find new/classes -name '*.class' -path '*/run/*' -exec javap -p -c {} + >code
calls() {
    sed -n "s/^PROBE($1, \"\(.*\)\", \"\(.*\)\").*/Probe.\1:\2/p" \
        "$srcdir/rewriter/probe/probes.def" >probe
    grep -c -F "$(cat probe)" code
}
is "$(value probes_label)" "$(calls BEFORE_LABEL)" 'calls with one label'
is "$(value probes_class)" "$(calls BEFORE_CLASS)" 'calls that are told by a class'
is "$(value probes_non_null)" "$(calls BEFORE_NON_NULL)" 'calls on what may be null'
is "$(value probes_count)" $(($(calls COUNT) + $(calls COUNT_NON_NULL))) 'calls that are only counted'
is "$(value probes_silent)" "$(calls BEFORE_SILENT)" 'calls of nobody knows what'
# The plan says which sites are to have a probe, and which methods there are.
"$CCINSTR" forest --tables new/ccinstr.plan >tables
# rows TABLE FIELD WORD: of that table where the word is in that list.
rows() {
    awk -v table="$1" -v field="$2=" -v word="$3" '$1 == table {
        for (i = 3; i <= NF; i++) {
            n += index($i, field) == 1 && index("," substr($i, length(field) + 1) ",", "," word ",")
        }
    } END { print n + 0 }' tables
}
is "$(value sites_probed)" "$(rows site flags probe)" 'sites that are to have a probe'
is "$(value spared_outside)" "$(grep '^site ' tables | grep -v '[=,]probe[, ]' |
    grep -c ' spared=outside ')" 'sites that are spared'
is "$(value sites)" "$(grep -c '^site ' tables)" 'all sites'
is "$(value methods)" "$(grep -c '^method ' tables)" 'all methods'
is "$(value methods_entry)" "$(rows method flags entry)" 'entries'
is "$(value methods_initialiser)" "$(rows method flags clinit)" 'static initialisers'
# A method begins after an empty line, or the brace of its class, with what javap says of it.
# One counts that has none: Empty.finalize, which does nothing, must go on doing nothing.
is "$(($(value methods_probed) - 1))" "$(awk '
    /^  [^ ].*;$/ { n += probe; probe = 0 }
    / Method .*[/]Probe[.]/ && !/[/]Probe[.](made|caught|finalizes):/ { probe = 1 }
    END { print n + probe }' code)" 'methods that call Probe'
# changed FOLDER FOLDER: classes that are in both and differ.
changed() {
    (cd "$1" && find . -name '*.class') | while read -r class; do
        cmp -s "$1/$class" "$2/$class" || echo "$class"
    done | wc -l
}
is "$(value classes)" "$(find classes -name '*.class' | wc -l)" 'all classes'
is "$(value classes_changed)" "$(changed classes new/classes)" 'classes that changed'
is "$(value classes_refused) $(value methods_refused) $(value probes_refused)" '0 0 0' \
    'nothing is refused'
for what in classes_changed classes_unchanged methods_probed methods_entry \
    methods_initialiser sites_probed probes_label probes_non_null probes_class \
    probes_count probes_silent probes_out spared_outside only_counted; do
    is "$([ "$(value $what)" -gt 0 ] && echo some)" some "$what: there are some"
done
is "$(value plan_bytes)" "$(wc -c <new/ccinstr.plan)" "the plan's size"
done_testing
