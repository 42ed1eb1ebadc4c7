#!/bin/sh
# SPDX-License-Identifier: MIT
# t7033-stats.t - what instrument --stats says is what javap finds in the classes.
. "${srcdir:-.}/tests/lib.sh"
need java javac javap
unset JAVA_HOME CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CCINSTR_DATA

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
is "$([ "$(value probes_label)" -gt 10 ] && [ "$(value probes_class)" -gt 1 ]; echo $?)" 0 \
    'there are some'
is "$(value sites)" $(($(value sites_probed) + $(value spared_outside) + \
    $(value spared_inside))) 'each site has a probe or is spared'
is "$(value sites_probed)" $(($(value probes_label) + $(value probes_non_null) + \
    $(value probes_class) + $(value probes_silent) + $(value probes_count) + \
    $(value probes_out) + \
    $(value probes_refused))) 'each probe is of a kind'
is "$(value classes)" $(($(value classes_changed) + $(value classes_unchanged) + \
    $(value classes_refused))) 'each class is changed, or not'
is "$(value plan_bytes)" "$(wc -c <new/ccinstr.plan)" "the plan's size"
done_testing
