#!/bin/sh
# SPDX-License-Identifier: MIT
# t1042-resource-names.t - classes that resource files name: in jars and folders, those
# of real jars counted by other means, and files that are odd, large or damaged.
. "${srcdir:-.}/tests/lib.sh"
need java javac zip
named=$builddir/tests/tools/named
sources=$builddir/tests/tools/sources
[ -x "$named" ] || skip_all 'tests/tools/named is not built'

# classes FOLDER CLASS...
classes() {
    to=$1
    shift
    for class in "$@"; do
        mkdir -p src
        case $class in
        */*) head="package $(dirname "$class" | tr / .);" ;;
        *) head= ;;
        esac
        echo "$head public class $(basename "$class") { static class In { } }" \
            >"src/$(basename "$class").java"
        javac -d "$to" "src/$(basename "$class").java"
    done
}
classes app p/A p/B Bare
classes lib q/C
mkdir -p app/META-INF/services app/conf lib/META-INF/maven/x app/WEB-INF/classes/META-INF/services
printf '# p.B\np.A\nBare # Bare\n' >app/META-INF/services/p.Service
printf 'a=p.A$In,q.C\n! p.B\nb=p.\\\n  B\np.A=p.A.In p.A.class p Bare\n' >app/conf/a.properties
printf '<x class="p/B" y="java.util.ArrayList"><!-- p.A --> no.Such</x>\n' >app/conf/b.xml
printf '{"k": "p\\u002eA"}' >app/conf/c.json
printf 'k: p.A # p.B\n' >app/conf/d.yml
cp app/conf/d.yml app/conf/e.yaml
printf 'k=\\\np.B' >app/conf/spring.factories
echo q.C >app/conf/x.imports
echo p.A >app/conf/text.txt
echo p.B >app/WEB-INF/classes/META-INF/services/Web
printf 'p.A\0p.B' >app/conf/binary.xml
: >app/conf/empty.xml
mkdir -p app/META-INF/lists
printf '\0\0\0\1\0\3p.A\0\5p.B' >app/META-INF/lists/made.dat
printf '\0\3p/B' >app/META-INF/info
cp app/META-INF/info app/conf/info
printf 'Manifest-Version: 1.0\nMain-Class: q\n .C\nSealed: true\n\nName: p/A.class\n' \
    >lib/META-INF/MANIFEST.MF
echo '<x>p.A</x>' >lib/META-INF/maven/x/pom.xml
echo 'x=p.A' >lib/q/lib.properties
cat >want <<'END'
ORIGIN!META-INF/info:1 p/B component
ORIGIN!META-INF/lists/made.dat:1 p/A component
ORIGIN!META-INF/services/p.Service:2 p/A component
ORIGIN!META-INF/services/p.Service:3 Bare component
ORIGIN!WEB-INF/classes/META-INF/services/Web:1 p/B component
ORIGIN!conf/a.properties:1 p/A$In component
ORIGIN!conf/a.properties:1 q/C library
ORIGIN!conf/a.properties:3 p/B component
ORIGIN!conf/a.properties:5 p/A component
ORIGIN!conf/b.xml:1 p/B component
ORIGIN!conf/b.xml:1 java/util/ArrayList jdk
ORIGIN!conf/c.json:1 p/A component
ORIGIN!conf/d.yml:1 p/A component
ORIGIN!conf/e.yaml:1 p/A component
ORIGIN!conf/spring.factories:2 p/B component
ORIGIN!conf/x.imports:1 q/C library
LIBRARY!META-INF/MANIFEST.MF:2 q/C library
LIBRARY!q/lib.properties:1 p/A component
END
run "$named" -c app -p lib
is "$status" 0 'folders: searched'
same /dev/null err 'folders: nothing to say'
sed 's/^ORIGIN/app/; s/^LIBRARY/lib/' want | sort >wanted
sort out >got
same wanted got 'folders: classes, lines, parts'
(cd app && find . -type f | sed 's#^\./##' | sort | zip -qD ../app.jar -@)
(cd lib && find . -type f | sort | zip -qD ../lib.jar -@)
run "$named" -c app.jar -p lib.jar
sed 's/^ORIGIN/app.jar/; s/^LIBRARY/lib.jar/' want >wanted
same wanted out 'jars: the same'
run "$named" -j none -c app.jar -p lib.jar
grep -v ' jdk$' wanted >got
same got out 'and without a JDK, but for its classes'
run "$named" -c app -p lib:app.jar
is "$(grep -c '^app.jar!' out)" 16 'a file of another jar counts by itself'

# Damage is told with file and entry, and is of that file alone.
mkdir big
awk 'BEGIN { for (i = 0; i < 900000; i++) print "<x>p.A</x>" }' >big/big.xml
echo '<x>p.A</x>' >big/small.xml
cp -r app/p big
run "$named" -c big
is "$(cat out)" 'big!small.xml:1 p/A component' 'a folder: all but the large file'
is "$(cat err)" 'ccinstr: warning: big!big.xml: not read: it is too large' 'it is told'
(cd big && zip -qr ../big.jar big.xml small.xml p)
run "$named" -c big.jar
is "$(cat out)" 'big.jar!small.xml:1 p/A component' 'a jar: all but the large file'
is "$(cat err)" 'ccinstr: warning: big.jar!big.xml: not read: it is too large' 'it is told'
# As many as are read at all: 8 MB each, of zeros, which pack well.
mkdir many
head -c 8388608 /dev/zero >many/a000.xml
for i in $(seq 100 240); do ln many/a000.xml "many/a$i.xml"; done
echo '<x>p.A</x>' >many/z.xml
cp -r app/p many
(cd many && zip -1qr ../many.jar a*.xml z.xml p)
run "$named" -c many.jar
same /dev/null out 'a gigabyte of resource files: the rest is not searched'
is "$(cat err)" "ccinstr: warning: many.jar!a228.xml: from here on resource files are not\
 searched for names of classes: 1024 MB of them were read" 'it is told once'
mkdir crc
for i in 1 2 3; do
    echo "<x$i> p.A </x$i> aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" >crc/f$i.xml
done
cp -r app/p crc
(cd crc && zip -qr0 ../stored.jar f1.xml f2.xml f3.xml p && zip -qr ../packed.jar f1.xml f2.xml f3.xml p)
sed 's/<x2> p.A/<x2> p.B/' stored.jar >bad.jar
run "$named" -c bad.jar
is "$(cut -d: -f1 out | tr '\n' ' ')" 'bad.jar!f1.xml bad.jar!f3.xml ' \
    'a checksum that is wrong: the others'
is "$(cat err)" \
    "ccinstr: warning: bad.jar!f2.xml: not read: checksum differs from the archive's" \
    'it is told'
at=$(grep -abo 'f2.xml' packed.jar | head -n1 | cut -d: -f1)
cp packed.jar bad.jar
printf '\377\377\377\377\377\377' |
    dd of=bad.jar bs=1 seek=$((at + 36)) conv=notrunc 2>/dev/null
run "$named" -c bad.jar
is "$(cut -d: -f1 out | tr '\n' ' ')" 'bad.jar!f1.xml bad.jar!f3.xml ' \
    'bytes that do not unpack: the others'
like err '^ccinstr: warning: bad.jar!f2.xml: not read: ' 'it is told'
ln -s nowhere big/gone.xml
rm big/big.xml
run "$named" -c big
is "$(cat out)" 'big!small.xml:1 p/A component' 'a link to nothing: the others' || diag err
if [ "$(id -u)" != 0 ]; then
    chmod 0 big/small.xml
    run "$named" -c big
    is "$status" 0 'a file that is not for us: no end'
    is "$(cat err)" 'ccinstr: warning: big!small.xml: not read: Permission denied' 'it is told'
else
    skip 'a file that is not for us' 'root may read all' || :
fi

# Real jars: the words of their files, by other programs.
cat >words.awk <<'END'
# Words that could be names, without remarks and with lines joined.
BEGIN { RS = "\001" }
{
    gsub(/\r\n/, "\n")
    if (kind == "MF") gsub(/\n /, "")
    if (kind == "properties") { $0 = "\n" $0; gsub(/\n[ \t]*[#!][^\n]*/, "\n"); gsub(/\\\n[ \t]*/, "") }
    if (kind == "services") gsub(/#[^\n]*/, "")
    if (kind == "xml")
        while (i = index($0, "<!--")) {
            rest = substr($0, i + 4)
            end = index(rest, "-->")
            $0 = substr($0, 1, i - 1) " " (end ? substr(rest, end + 3) : rest)
        }
    n = split($0, word, /[^A-Za-z0-9_$.\/]+/)
    for (k = 1; k <= n; k++) {
        w = word[k]
        gsub(/^[.\/]+|[.\/]+$/, "", w)
        if (w ~ /^[^.]+$/ ? w ~ /\// || kind == "services" : w !~ /\//) {
            gsub(/\./, "/", w)
            print w
        }
    }
}
END
jars=${CCINSTR_JARS:-/usr/share/java}
for jar in velocity ant xalan2 groovy log4j-core; do
    [ -f "$jars/$jar.jar" ] && command -v unzip >/dev/null 2>&1 || {
        skip "$jar" 'not installed'
        continue
    }
    for part in component library jdk; do
        "$sources" -c "$jars/$jar.jar" $part
    done | sort -u >names
    unzip -Z1 "$jars/$jar.jar" | grep -v ^META-INF/maven/ | while read -r entry; do
        case $entry in
        META-INF/services/?*) kind=services ;;
        META-INF/MANIFEST.MF) kind=MF ;;
        *.properties) kind=properties ;;
        *.xml) kind=xml ;;
        META-INF/*.dat | META-INF/dgminfo)
            # The length in front may look like a letter.
            unzip -p "$jars/$jar.jar" "$entry" | sed 's/\[L[A-Za-z.]*;//g' |
                tr -c 'A-Za-z0-9_$./' '\n' | tr . / | sed 'p; s/^.//' | sort -u | comm -12 - names | sed "s#^#$entry #"
            continue
            ;;
        *) continue ;;
        esac
        unzip -p "$jars/$jar.jar" "$entry" | awk -v kind=$kind -f words.awk | sort -u |
            comm -12 - names | sed "s#^#$entry #"
    done | sort >want
    run "$named" -c "$jars/$jar.jar"
    sed -n "s#^$jars/$jar.jar!##; T; s/:[0-9]* / /; s/ [a-z]*\$//p" out | sort >got
    same want got "$jar: $(wc -l <got) classes, as counted by other means"
    is "$(uniq -d got)" '' "$jar: each once for each file"
    is "$([ -s got ]; echo $?)" 0 "$jar: there are some"
done
done_testing
