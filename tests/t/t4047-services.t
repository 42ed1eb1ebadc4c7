#!/bin/sh
# SPDX-License-Identifier: MIT
# t4047-services.t - providers of services: what files in META-INF/services of modules and of
# the class path name, what modules provide, also by a method provider(), and services that
# code asks for by name. In all four analyses, and what JVMs make.
. "${srcdir:-.}/tests/lib.sh"
need java javac

sources=$srcdir/tests/fixtures/services
for part in api mod app auto lib; do
    javac -nowarn -Xlint:-options --release 17 -d "$part" -p api:mod -cp api \
        $(find "$sources/$part" -name '*.java') 2>log || diag log
done
services=META-INF/services
mkdir -p auto/$services lib/$services
echo auto.Listed >auto/$services/api.Shape
printf '# a remark\nlib.Square # another\n\n' >lib/$services/api.Shape
echo lib.OfName >lib/$services/api.Named
echo lib.Never >lib/$services/api.Unasked
jar=$(home_of javac)/bin/jar
for part in api mod app auto lib; do
    "$jar" cf $part.jar -C $part .
done

sed -n 's,^// Main: ,,p' "$sources"/app/app/Main.java | tr ' ' '\n' | LC_ALL=C sort >runs
sed -n 's,^// \(Main\|made\): ,,p' "$sources"/app/app/Main.java | tr ' ' '\n' |
    LC_ALL=C sort >wanted
jdks
for jdk in "$old_jdk" "$new_jdk"; do
    "$jdk"/bin/java -XX:TieredStopAtLevel=1 -p api.jar:app.jar:mod.jar:auto.jar \
        --add-modules mod,auto -cp lib.jar -m app/app.Main 2>err | LC_ALL=C sort -u >ran
    same runs ran 'a JVM makes what is expected' || diag err
    for analysis in cha rta 0cfa and; do
        for how in inputs classpath; do
            rest='mod.jar auto.jar lib.jar'
            [ $how = inputs ] || rest='--classpath mod.jar:auto.jar:lib.jar'
            # shellcheck disable=SC2086  # several words
            "$CCINSTR" graph --jdk "$jdk" --analysis $analysis --main app.Main \
                --methods app.jar api.jar $rest 2>err |
                sed -n 's,^\([a-z]*\)/\([A-Za-z]*\)[.]<init>:.*,\1.\2,p' |
                grep '^\(app\|mod\|auto\|lib\)[.]' | LC_ALL=C sort -u >found
            # CHA runs all of 17's java.beans, whose finders take names known in part.
            if [ $analysis = cha ] && [ "$jdk" = "$old_jdk" ]; then
                LC_ALL=C comm -23 wanted found >missing
                same /dev/null missing "$analysis, $how: made"
            else
                same wanted found "$analysis, $how: made, and no others"
            fi
        done
    done
done
done_testing
