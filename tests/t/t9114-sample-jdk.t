#!/bin/sh
# SPDX-License-Identifier: MIT
# t9114-sample-jdk.t - the README of samples/jdk, followed word for word: two packages of the
# JDK, patched into java.base; and the same in the newest JDK.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/samplelib.sh"
need java javac jq
jdks
[ -f "$old_jdk/lib/modules" ] || skip_all 'the JDK has no image'

follow jdk
shown jdk out 'what it shows is what is printed'
sed -n 's/^call chains *\([0-9]*\) of .*/\1/p' out >chains
is "$(awk '{ n[NR] = $1 } END { print NR, (n[1] > 0), (n[2] > n[1]) }' chains)" '2 1 1' \
    'the test that was missing covers more'
cd clone/samples/jdk || exit 99
pass_if 'there are pages' test -s report/index.html
like "$scratch/err" '^jrt:/java.base: [0-9]+ classes, [0-9]+ rewritten, 0 refused' \
    'the module is told'
like "$scratch/err" '^run it with: java --patch-module java.base=new/java.base$' \
    'and how to run with it, as the README has it'

reported new/ccinstr.plan data
run ccinstr report new/ccinstr.plan data --what entries
is "$(awk 'NR > 1 { sub(/[.][^.]*:.*/, "", $1); print $1 }' out | sort -u | tr '\n' ' ')" \
    'java/text/RuleBasedCollator java/util/zip/ZipInputStream java/util/zip/ZipOutputStream ' \
    'all entries are those of wanted.chains'
is "$(awk '$1 ~ /RuleBasedCollator.clone/ { print $4 }' out)" 2 \
    'clone was called, twice, by the tests that were added'

instrumented() {
    run ccinstr instrument --tests classes --chains wanted.chains --criteria chains -o "$@" \
        jrt:/java.base/java/text jrt:/java.base/java/util/zip
}
instrumented new
is "$status" 0 'a second time'
is "$(cat err)" 'new: nothing has changed' 'nothing is instrumented'

# A test that fails.
sed 's/"cz", "ch", "d"/"ch", "cz", "d"/' test/catalogue/CatalogueTest.java >CatalogueTest.java
javac -d wrong -cp classes CatalogueTest.java
run java -ea -cp classes:wrong catalogue.CatalogueTest
cp err wanted
echo "status $status" >>wanted
export CCINSTR_DATA="$scratch/wrong/"
run java --patch-module java.base=new/java.base -ea -cp classes:wrong catalogue.CatalogueTest
echo "status $status" >>err
same err wanted 'a test that fails does so with the JDK patched'
like err '^status 1$' 'by its status'
like err 'AssertionError' 'and its message'

# In the newest JDK, with what is instrumented of that.
if [ "$new_jdk" = "$old_jdk" ] || [ ! -f "$new_jdk/lib/modules" ]; then
    skip 'the newest JDK' 'there is only one'
else
    instrumented newest --jdk "$new_jdk"
    is "$status" 0 "instrumented for JDK $release"
    export CCINSTR_DATA="$scratch/newest/"
    for tests in CatalogueTest MoreTest; do
        run "$new_jdk/bin/java" --patch-module java.base=newest/java.base -ea \
            -cp classes:tests "catalogue.$tests"
        is "$status $(cat err)" '0 ' "$tests passes there"
    done
    run ccinstr report newest/ccinstr.plan "$scratch/newest" --format json
    cp out newest.json
    plausible newest.json
fi
done_testing
