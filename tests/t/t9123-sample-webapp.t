#!/bin/sh
# SPDX-License-Identifier: MIT
# t9123-sample-webapp.t - samples/webapp as its README says: class loaders of a server that
# share one run time; and, without the line for that, each with its own.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac jar jq unzip
need_jars jetty9-server jetty9-servlet jetty9-webapp servlet-api junit4 hamcrest-core

follow webapp
cat err out >printed
shown webapp printed 'what it shows is printed'
sample=$scratch/clone/samples/webapp
new=$sample/build/new
reported "$new/ccinstr.plan" "$sample/build/data" 2
is "$(jq -r '.unpredicted_receivers[].receiver' report.json | sort -u)" \
    org/eclipse/jetty/server/ResponseWriter 'which is a class of the server'
is "$(jq '[.plans[].runs[]] | length' report.json)" 1 'one run time counts for three loaders'
is "$([ -f "$sample/build/report/index.html" ]; echo $?)" 0 'pages'
"$CCINSTR" report "$new/ccinstr.plan" "$sample/build/data" --what chains >listed
# tim borrows a film: mayBorrow and borrow, limit, both days and the loan.
is "$(awk -F'\t' '$NF > 0 && /^reader\/Page.doGet:.* lending\/Library.* lending\/Child / { n++ }
    END { print n + 0 }' listed)" 6 'chains lead from a servlet into the shared jar'

# The originals are as they were.
for part in lending.jar reader.war staff.war; do
    cp "$sample/build/$part" .
    is "$(unzip -Z1 $part | grep -c ccinstr)" 0 "$part knows nothing of ccinstr"
done
instrument() {
    cd "$sample" || exit 99
    run ccinstr instrument -o build/new --classpath /usr/share/java/servlet-api.jar \
        build/lending.jar build/reader.war build/staff.war
    mv out err "$scratch"
    cd "$scratch" || exit 99
}
instrument
is "$status" 0 'again'
like err 'nothing has changed' 'nothing is instrumented again'
for part in lending.jar reader.war staff.war; do
    same $part "$sample/build/$part" "$part is as it was"
done
run ccinstr report "$new/ccinstr.plan" "$sample/build/data" --fail-under chains=33
is "$status" 1 'a goal that is missed'

# Without the line in the server: parts, which add up.
sed -i '/getSystemClasspathPattern/d' "$sample/server/server/Main.java"
run sh "$sample/build.sh"
instrument
run sh "$sample/test.sh" build/new -Dccinstr.data=build/parts/
is "$status" 0 'the tests pass'
run ccinstr report "$new/ccinstr.plan" "$sample/build/parts" --json parts.json
is "$(jq '[.plans[].runs[]] | length' parts.json)" 3 'each loader counts for itself'
is "$(jq -c .figures.rc parts.json)" "$(jq -c .figures.rc report.json)" \
    'and the receivers are the same'
done_testing
