#!/bin/sh
# SPDX-License-Identifier: MIT
# t7030-jdk-packages.t - java.text and java.util.zip of the JDK itself, instrumented and
# patched into java.base: real work with both prints and writes the same, and leaves the chains
# that the stacks show.
. "${srcdir:-.}/tests/lib.sh"
need java javac zip "${CC:-cc}"
chains=$builddir/tests/tools/datachains
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
[ -f "$java_home/lib/modules" ] || skip_all 'the JDK has no image'

javac -J-XX:TieredStopAtLevel=1 -d . "$srcdir/tests/fixtures/jdk/Work.java"
java -cp . Work wanted.zip >wanted
run "$CCINSTR" instrument --analysis rta -o new jrt:/java.base/java/text \
    jrt:/java.base/java/util/zip
is "$status" 0 'instrumented'
like err '^jrt:/java.base: [0-9]+ classes, [0-9]+ rewritten, 0 refused' 'the module is told'
like err '^run it with: java --patch-module java.base=new/java.base$' 'and what to do with it'
is "$(cd new/java.base && find . -name '*.class' | sed 's|/[^/]*$||' | sort -u |
    sed 's|ccinstr/rt/p.*|ccinstr/rt/p|' | tr '\n' ' ')" \
    './ccinstr/rt/p ./java/text ./java/util/zip ' 'these packages, and the run time'

# measured WHAT OPTION...
measured() {
    what=$1
    shift
    rm -rf data got.zip
    mkdir data
    java --patch-module java.base=new/java.base -Dccinstr.data=data/ "$@" got.zip >got 2>err
    is "$?" 0 "$what: it runs"
    same got wanted "$what: it prints the same"
    same got.zip wanted.zip "$what: and writes the same"
    is "$(cat err)" '' "$what: and says nothing"
    is "$(find data -name '*.ccd' | wc -l)" 1 "$what: one data file"
    "$chains" new/ccinstr.plan data/*.ccd >chains
}

measured 'as folder' -cp . Work
cp chains fast
measured 'without the fast path' -Dccinstr.fastpath=off -cp . Work
same chains fast 'the same chains, as often'

# Sixteen threads whose first calls come at once, as one after another.
javac -J-XX:TieredStopAtLevel=1 -d pool "$srcdir/tests/fixtures/jdk/Pool.java"
for how in '' one; do
    rm -rf data
    mkdir data
    # shellcheck disable=SC2086  # a word or none
    java --patch-module java.base=new/java.base -Dccinstr.data=data/ -cp pool Pool $how \
        >"printed$how" 2>err
    is "$?$(cat err)" 0 "a pool of threads${how:+, one by one}: it runs"
    "$chains" new/ccinstr.plan data/*.ccd | grep -v '^#' | cut -f 1-3 | sort >"covered$how"
    "$builddir/tests/tools/datadump" data/*.ccd | grep '^unrecorded' >"lost$how"
done
same printed printedone 'a pool of threads: it prints the same'
same covered coveredone 'a pool of threads: and covers the same chains'
is "$([ "$(wc -l <covered)" -ge 200 ] && echo many)$(cat lost lostone)" many \
    'many, and nothing is lost'

# What the stacks show of the same classes, as they are in the JDK.
"$CCINSTR" forest new/ccinstr.plan --format tsv --limit 0 | cut -f 1,4 >forest
"$CCINSTR" forest --tables new/ccinstr.plan | sed -n 's/^class [0-9]* name=\([^ ]*\) .*/\1/p' >own
sh "$srcdir/tests/oracle/truth.sh" --depth 4 own truth -- -cp . Work got.zip >got 2>err
is "$?" 0 'the stacks are observed'
awk -F'\t' 'NR == FNR { is[$1 "\t" $2]; next } ($1 "\t" $3) in is' forest truth >wanted.chains
grep -v '^#' fast >chains
same chains wanted.chains 'each chain as often as the stacks show'
is "$([ "$(wc -l <chains)" -ge 1000 ] && echo many)" many 'and there are many'

# The patch may be a jar, and somewhere else: plan and library are found in it.
(cd new/java.base && zip -qr ../../patch.jar .)
rm -rf data new/java.base
mkdir data
java --patch-module java.base=patch.jar -Dccinstr.data=data/ -cp . Work got.zip >got 2>err
same got wanted 'as a jar'
"$chains" new/ccinstr.plan data/*.ccd >chains
like chains "^java/util/zip/Checksum.update:..B.V${tab}0${tab}[0-9]* java/util/zip/Adler32 java/util/zip/Adler32.update:..BII.V${tab}7\$" \
    'as a jar: seven checksums'

# What cannot be.
run "$CCINSTR" instrument -o none jrt:/java.base/java/lang
is "$status" 3 'what the run time needs'
like err '^ccinstr: error: java/lang/[^:]*: cannot be instrumented: the run time uses this package' 'is refused'
is "$(ls none 2>/dev/null)" '' 'and nothing is written'
run "$CCINSTR" instrument -o none jrt:/nope
is "$status $(wc -l <err)" '3 1' 'an unknown module is told once'
mkdir -p in/java.base theirs/java.base
cp Work*.class in/java.base
run "$CCINSTR" instrument -o none in/java.base jrt:/java.logging
is "$status" 2 'a folder with the name of the module that has the run time'
like err '^ccinstr: error: in/java.base: another input has the same name' 'is told'
echo x >theirs/java.base/x
run "$CCINSTR" instrument -o theirs in/java.base/Work.class jrt:/java.logging
is "$status" 3 'what somebody else wrote is in the place of the run time'
is "$(cd theirs && find . -type f)" './java.base/x' 'and nothing is written'
done_testing
