#!/bin/sh
# SPDX-License-Identifier: MIT
# t7030-jdk.t - java.text and java.util.zip of the JDK itself, instrumented and patched into
# java.base: real work with both prints and writes the same, and leaves its chains.
. "${srcdir:-.}/tests/lib.sh"
need java javac zip
unset JAVA_HOME CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CCINSTR_DATA
chains=$builddir/tests/tools/datachains
tab=$(printf '\t')
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

# What the program calls a known number of times, and nobody else does.
known() {
    like chains "^java/util/zip/Checksum.update:..B.V${tab}0${tab}[0-9]* java/util/zip/Adler32 java/util/zip/Adler32.update:..BII.V${tab}7\$" \
        "$1: seven checksums"
    like chains "^java/text/ChoiceFormat.format:.D[^ ]*${tab}[01]${tab}${tab}[0-9]|ChoiceFormat.format:.D[^ ]*${tab}[0-9]+\$" \
        "$1: a choice"
    like chains "^java/util/zip/GZIPInputStream.<init>:.Ljava/io/InputStream;.V${tab}0${tab}.*GZIPInputStream.readHeader:" \
        "$1: the header of a gzip"
    like chains "^java/util/zip/ZipInputStream.getNextEntry:[^ ]*${tab}0${tab}[^$tab]*readLOC:[^ $tab]*${tab}4\$" \
        "$1: four headers of a zip, the last of the directory"
    like chains "^java/text/DecimalFormat.applyPattern|^java/text/SimpleDateFormat.parse" "$1: text"
}

measured 'as folder' -cp . Work
known 'as folder'
cp chains fast
measured 'without the fast path' -Dccinstr.fastpath=off -cp . Work
same chains fast 'the same chains, as often'

# Plans and data are found where the patch is.
mv new/java.base elsewhere
cp -r elsewhere new/java.base
(cd elsewhere && zip -qr ../patch.jar .)
rm -rf data && mkdir data
java --patch-module java.base=patch.jar -Dccinstr.data=data/ -cp . Work got.zip >got 2>err
same got wanted 'as a jar'
"$chains" new/ccinstr.plan data/*.ccd >chains
known 'as a jar'

# What cannot be.
run "$CCINSTR" instrument -o none jrt:/java.base/java/lang
is "$status" 3 'what the run time needs'
like err '^ccinstr: error: java/lang/[^:]*: the run time itself runs on this package' 'is refused'
is "$(ls none 2>/dev/null)" '' 'and nothing is written'
done_testing
