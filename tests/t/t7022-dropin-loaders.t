#!/bin/sh
# SPDX-License-Identifier: MIT
# t7022-dropin-loaders.t - instrumented jars in place of the originals: loaded by three class
# loaders, as a module, on the other JDK, with ten thousand virtual threads.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar
fixtures=$srcdir/tests/fixtures/run
chains=$builddir/tests/tools/datachains
loaded=$srcdir/tests/workloads/loaded.sh
log=-Xlog:class+load:file=loads:none

# fast DATA WHAT: of the events, at least 99 in 100 never came to the machine; and what
# came was new, but for what several threads asked at once.
fast() {
    "$builddir/tests/tools/datadump" "$1" | tail -n 1 >sums
    is "$(tr ' ' '\n' <sums | awk -F= '{ n[$1] = $2 } END {
        print (n["events"] >= 50000), (n["slow"] > 0), (n["slow"] * 100 <= n["events"]),
            (n["slow"] <= n["different"] + 50) }')" '1 1 1 1' "$2: the fast path" || diag sums
}

jdks

made instrumented
java -jar run.jar >wanted
mkdir data
java $log -Dccinstr.data=data/ -jar new/run.jar >got 2>err
same got wanted 'as a jar of its own'
is "$(cat err)" '' 'and says nothing'
run sh "$loaded" new loads
is "$status$(cat out)" 0 'all of its classes came from there'
"$chains" new/ccinstr.plan data/*.ccd >alone
is "$(grep -vc '^#' alone)" 35 'all chains'

rm -rf data
mkdir data
java -Dccinstr.data=data/ -jar new/run.jar warm >/dev/null
fast data/*.ccd 'as a jar of its own'
rm -rf data
mkdir data
java -Dccinstr.data=data/ -Dccinstr.fastpath=off -jar new/run.jar warm >/dev/null
"$builddir/tests/tools/datadump" data/*.ccd | tail -n 1 >sums
is "$(tr ' ' '\n' <sums | awk -F= '{ n[$1] = $2 } END { print (n["slow"] >= n["events"]) }')" 1 \
    'without it: all that is counted came to the machine'

# --- Three class loaders ---------------------------------------------------------------

cat >Three.java <<'END'
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
public class Three {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            URL[] path = {new File(args[0]).toURI().toURL()};
            new URLClassLoader(path, null).loadClass("run.Run")
                    .getMethod("main", String[].class).invoke(null, (Object)
                            Arrays.copyOfRange(args, 1, args.length));
        }
    }
}
END
javac Three.java
rm -rf data
mkdir data
java $log -Dccinstr.data=data/ -cp . Three new/run.jar >got 2>err
cat wanted wanted wanted >three
same got three 'three class loaders: three times the output'
is "$(find data -name '*.ccd' | wc -l)" 3 'three data files'
for file in data/*.ccd; do
    "$chains" new/ccinstr.plan "$file" | grep -v '^#'
done | sort | uniq -c | awk '$1 != 3' >differ
is "$(cat differ)" '' 'each has all'
run sh "$loaded" new loads
is "$status$(cat out)" 0 'and all of its classes from there'
is "$(grep -c '^run[.]Run source: ' loads)" 3 'three times'

# The original by a way that is easily overlooked: it is in front on the class path.
java $log -cp run.jar:new/run.jar run.Run >got
run sh "$loaded" new loads
is "$status" 1 'classes from the original are seen'
like out 'not from the jars under test: run[.]Run source: file:.*/run[.]jar$' 'and named'
rm -rf data
mkdir data
java -Dccinstr.data=data/ -cp . Three new/run.jar warm >/dev/null
for file in data/*.ccd; do
    fast "$file" 'three class loaders'
done

# --- A module, on both JDKs ----------------------------------------------------------------

printf 'module run { exports run; }\n' >module-info.java
javac -g -d module module-info.java "$fixtures/Run.java"
jar cfe mod.jar run.Run -C module .
run "$CCINSTR" instrument -o named mod.jar
is "$status" 0 'a module is instrumented'
for jdk in "$old_jdk" "$new_jdk"; do
    what=$(sed -n 's/^JAVA_VERSION="\([^"]*\)"/JDK \1/p' "$jdk/release")
    rm -rf data
    mkdir data
    "$jdk/bin/java" $log -Dccinstr.data=data/ -p named/mod.jar -m run >got 2>err
    same got wanted "$what: on the module path"
    is "$(own_words err)" '' "$what: and says nothing of its own"
    run sh "$loaded" named loads
    is "$status$(cat out)" 0 "$what: all of its classes came from there"
    "$chains" named/ccinstr.plan data/*.ccd | grep -v '^#' >chains
    grep -v '^#' alone >alone.chains
    same chains alone.chains "$what: all chains"
    rm -rf data
    mkdir data
    "$jdk/bin/java" -Dccinstr.data=data/ -p named/mod.jar -m run warm >/dev/null 2>&1
    fast data/*.ccd "$what: a module"
done

hits() {
    awk -F'\t' '{ n += $4 } END { print n }'
}

# --- Virtual threads --------------------------------------------------------------------------

if [ "$release" -ge 21 ]; then
    "$new_jdk/bin/javac" -g -d many "$fixtures/Many.java"
    run "$CCINSTR" instrument --jdk "$new_jdk" --main run.Many -o new many
    is "$status" 0 'virtual threads: instrumented'
    for parallelism in 1 2; do
        rm -rf data
        mkdir data
        counts=$([ $parallelism = 1 ] && echo plain || echo exact)
        "$new_jdk/bin/java" -Dccinstr.counts=$counts --enable-native-access=ALL-UNNAMED \
            -Djdk.virtualThreadScheduler.parallelism=$parallelism -Dccinstr.data=data/ \
            -cp new/many run.Many >got 2>err
        is "$(cat got err)" done "parallelism $parallelism: it ends"
        "$chains" new/ccinstr.plan data/*.ccd >chains
        is "$(grep 'outer:[^ ]* 0 - run/Many.inner:' chains | grep -v last | hits)" \
            20000 "parallelism $parallelism: 20000 calls of inner"
        is "$(grep 'run/Many.last:' chains | hits)" 20000 \
            "parallelism $parallelism: and of last, behind the wait"
    done
else
    skip 'virtual threads' 'no JDK 21 or later'
fi
done_testing
