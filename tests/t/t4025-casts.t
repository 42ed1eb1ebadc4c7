#!/bin/sh
# SPDX-License-Identifier: MIT
# t4025-casts.t - what classes that are loaded by name, and objects that are made of them, are
# always cast to (analysis/dynamic/casts.h): known answers, and those of other code.
#
# fixtures/casts has one method for each way, and above it what is to be found.
. "${srcdir:-.}/tests/lib.sh"
need javac
tool=$builddir/tests/tools/castsites
[ -x "$tool" ] || skip_all 'castsites is not built'

# by_method: lines of castsites as `method: site class, ...`.
by_method() {
    sed 's,\[LCasts$Shape;,Shape[],g; s,Casts\$,,g' "$@" | awk '
        {
            sub(/\(.*/, "", $2)
            sites[$2] = sites[$2] (sites[$2] == "" ? ":" : ",")
            for (i = 4; i <= NF; i++) sites[$2] = sites[$2] " " $i
        }
        END { for (name in sites) print name sites[name] }' | LC_ALL=C sort
}

sed -n 's,^ *// \([a-zA-Z]*\): \(\(dyno\|new\) .*\),\1: \2,p' \
    "$srcdir/tests/fixtures/casts/Casts.java" | LC_ALL=C sort >expected
ok "$([ "$(wc -l <expected)" -gt 50 ]; echo $?)" 'there are expectations' || diag expected
for release in 8 17; do
    javac -nowarn -Xlint:-options --release $release -d classes$release \
        "$srcdir/tests/fixtures/casts/Casts.java" 2>log
    "$tool" -j none -c classes$release list >out 2>err
    is "$?$(cat err)" 0 "javac --release $release: all methods are read"
    by_method out >found
    same expected found "javac --release $release: what is always cast"
done

# The program of the levels of --dynamic: by casts, two of its methods are resolved.
levels=$srcdir/tests/fixtures/levels
javac -nowarn -Xlint:-options -d levels "$levels"/p/*.java "$levels"/q/*.java 2>log
"$tool" -j none -c levels list | by_method >found
cat >expected <<'END'
cast: dyno q/Shape, new q/Shape
ctor: dyno q/Shape, new q/Shape
env: dyno -, new -
invoke: dyno -, new -
lit: dyno -
none: dyno -, new -
str: dyno -, new -
END
same expected found 'fixtures/levels'

# ASM's analyser and the sets of post-dominators of all instructions.
jars=${CCINSTR_JARS:-/usr/share/java}
asm=$jars/asm.jar:$jars/asm-tree.jar:$jars/asm-analysis.jar
if [ ! -f "$jars/asm-analysis.jar" ]; then
    skip 'the answers of other code' "no $jars/asm-analysis.jar"
    done_testing
fi
javac -nowarn -cp "$asm" -d . "$srcdir/tests/java/CastSites.java" \
    "$srcdir/tests/java/JrtExport.java"
java -cp . JrtExport orig java.base >/dev/null
jar cf orig/casts.jar -C classes17 .
for jar in orig/casts.jar orig/java.base.jar "$jars/xalan2.jar" "$jars/ant.jar"; do
    name=$(basename "$jar")
    if [ ! -f "$jar" ]; then
        skip "$name" "no $jar"
        continue
    fi
    "$tool" -j none -c "$jar" list 2>err | LC_ALL=C sort >ours
    java -Xss16m -cp ".:$asm" CastSites "$jar" | LC_ALL=C sort >theirs
    [ "$(grep -vc ' -$' theirs)" -gt 20 ]
    ok $? "$name: there are casts"
    same theirs ours "$name: each site has the same casts"
done
done_testing
