#!/bin/sh
# SPDX-License-Identifier: MIT
# t1041-sources.t - where classes are looked for: component, class path and
# JDK, in their order; Class-Path, dir/*, Multi-Release; and how a JDK is found.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar zip

sources=$builddir/tests/tools/sources
[ -x "$sources" ] || skip_all 'tests/tools/sources is not built'
home=$(home_of javac)

# class FOLDER NAME [TEXT]: a class; other text makes other bytes.
class() {
    mkdir -p src "$1"
    printf 'package %s; public class %s { String s = "%s"; }\n' \
        "$(dirname "$2" | tr / .)" "$(basename "$2")" "${3-}" \
        >"src/$(basename "$2").java"
    javac --release 8 -Xlint:-options -d "$1" "src/$(basename "$2").java"
}

# from NAME OPTIONS...: which part and origin the class NAME comes from.
from() {
    from_name=$1
    shift
    echo "$from_name" | "$sources" "$@" crc 2>err | sed 's/^[^ ]* //; s/^[0-9a-f]* [0-9]* //'
}

# crc FILE: as the tool prints it.
crc() {
    gzip -c "$1" | tail -c8 | od -An -tx4 | awk '{ print $1 }'
}

class one p/A one
class two p/A two
class two p/B
class three q/C
jar --create --file one.jar -C one .
jar --create --file two.jar -C two .
is "$(from p/A -j none -c one.jar -p two.jar)" 'component one.jar' \
    'component before library'
is "$(from p/B -j none -c one.jar -p two.jar)" 'library two.jar' \
    'what it lacks is in the library'
is "$(from p/A -j none -c one -p two)" 'component one' 'folders as well'
is "$(from p/B -j none -c two/p/B.class)" 'component two/p/B.class' \
    'a class file by itself'
is "$(cd two/p && echo p/B | "$sources" -j none -c B.class crc | cut -d' ' -f2)" \
    "$(crc two/p/B.class)" 'here'
echo junk >junk.class
is "$(from junk -j none -c junk.class)" none 'or what is none'
like err 'warning: junk.class: ' 'which is said'
is "$(from p/A -j none -p two:one.jar)" 'library two' 'the first entry wins'
is "$(from p/C -j none -c one.jar -p two.jar)" none 'a class that is nowhere'
is "$(cat err)" '' 'of which nothing is said'
is "$(from java/lang/Object -j none -c one.jar)" none 'no JDK is none'
is "$(echo p/A | "$sources" -j none -p two crc | cut -d' ' -f2)" \
    "$(crc two/p/A.class)" 'with its bytes, of a folder'
is "$(echo p/A | "$sources" -j none -p two.jar crc | cut -d' ' -f2)" \
    "$(crc two/p/A.class)" 'and of a jar'
"$sources" -j none -c one.jar -p two.jar component >got
is "$(cat got)" p/A 'names of the component'
"$sources" -j none -c one.jar -p two.jar library >got
is "$(cat got)" p/B 'names of the library: those that win'

# Missing and broken ones.
run "$sources" -j none -c nowhere.jar home
is "$status" 3 'a missing component: refused'
like err 'error: nowhere.jar: cannot open' 'and named'
run "$sources" -j none -c one.jar -p nowhere.jar:two.jar library
is "$status" 0 'a missing entry of the class path: left out'
like err 'warning: nowhere.jar: class path entry left out' 'and named'
is "$(cat out)" p/B 'the others are there'
echo junk >junk.jar
run "$sources" -j none -c junk.jar home
is "$status" 3 'a component that is no archive: refused'
run "$sources" -j none -p junk.jar home
is "$status" 3 'an entry that is no archive: refused'

# dir/*
mkdir lib
cp two.jar lib/b.jar
cp one.jar lib/a.jar
cp junk.jar lib/junk.jar
echo text >lib/README
is "$(from p/A -j none -p 'lib/*')" 'library lib/a.jar' \
    'dir/*: in the order of the names'
is "$(from p/B -j none -p 'lib/*')" 'library lib/b.jar' 'dir/*: all jars'
like err 'warning: lib/junk.jar: .* not a readable archive' \
    'dir/*: what is none is left out'
rm lib/junk.jar
is "$(cd lib && echo p/B | "$sources" -j none -p '*' crc | cut -d' ' -f4-)" \
    'library b.jar' 'dir/*: here'

# Class-Path, through two jars, one of which names the first again.
mkdir -p cp/sub
class four r/D
printf 'Class-Path: sub/second.jar gone.jar "x" file:/nowhere/y.jar http://h/z.jar\n' >m1
printf 'Main-Class: r.D\nClass-Path: ../first.jar third%%20one/ \n' >m2
jar --create --file cp/first.jar --manifest m1 -C one .
jar --create --file cp/sub/second.jar --manifest m2 -C two .
mkdir -p 'cp/sub/third one'
cp -r three/q 'cp/sub/third one'
is "$(from p/B -j none -c cp/first.jar)" 'library cp/sub/second.jar' \
    'Class-Path of a component is library'
is "$(cat err)" '' 'what is missing there is not told'
is "$(from q/C -j none -c cp/first.jar)" \
    'library cp/sub/third one/' 'its Class-Path in turn'
is "$(from p/A -j none -p cp/first.jar:two.jar)" 'library cp/first.jar' \
    'the jar before its Class-Path'
is "$(from p/B -j none -p cp/first.jar:two.jar)" 'library cp/sub/second.jar' \
    'its Class-Path before the next entry'
is "$(from p/B -j none -c cp/first.jar -c two.jar)" 'component two.jar' \
    'components before any Class-Path'
run "$sources" -j none -c cp/sub/second.jar home
is "$(cat out)" '0  r/D' 'Main-Class'
awk 'BEGIN {
    printf "Class-Path: "
    for (i = 0; i < 30; i++) printf "gone%d.jar\n  ", i
    printf "../tw\n o.jar\n"
}' >m3
jar --create --file cp/long.jar --manifest m3 -C three . 2>/dev/null || :
if [ -f cp/long.jar ]; then
    is "$(from p/B -j none -c cp/long.jar)" 'library cp/../two.jar' \
        'Class-Path over many lines'
fi

# Multi-Release: by the release of the JDK.
class nine p/A nine
class twenty p/A twenty
class future p/A future
class nine p/Only
for v in 7:future 9:nine 11:twenty 012:future 999:future; do
    mkdir -p "mr/META-INF/versions/${v%:*}"
    cp -r "${v#*:}/p" "mr/META-INF/versions/${v%:*}"
done
cp -r one/p mr
printf 'Manifest-Version: 1.0\nMulti-Release: true\n' >mr/META-INF/MANIFEST.MF
(cd mr && zip -qr ../mr.jar META-INF/versions META-INF/MANIFEST.MF p)
is "$(echo p/A | "$sources" -c mr.jar crc | cut -d' ' -f2)" \
    "$(crc twenty/p/A.class)" 'Multi-Release: the highest version'
is "$(echo p/A | "$sources" -j none -c mr.jar crc | cut -d' ' -f2)" \
    "$(crc one/p/A.class)" 'Multi-Release: the plain one without a JDK'
is "$(from p/Only -c mr.jar)" 'component mr.jar' \
    'Multi-Release: a class of a version alone'
is "$("$sources" -c mr.jar component | sort | tr '\n' ' ')" 'p/A p/Only ' \
    'Multi-Release: no name twice'
mkdir -p plain/META-INF/versions/9
cp -r one/p plain
cp -r nine/p plain/META-INF/versions/9
(cd plain && zip -qr ../plain.jar .)
is "$(echo p/A | "$sources" -c plain.jar crc | cut -d' ' -f2)" \
    "$(crc one/p/A.class)" 'versions of a jar that is not Multi-Release'
is "$("$sources" -c plain.jar component)" p/A 'are no classes'

# Packages of the JDK.
mkdir patch
javac --patch-module java.base=. -d patch -Xlint:-options \
    "$(mkdir -p src/java/util &&
        echo 'package java.util; public class Extra { }' \
            >src/java/util/Extra.java && echo src/java/util/Extra.java)"
mkdir -p patch/java/lang
cp one/p/A.class patch/java/lang/Object.class
is "$(from java/util/Extra -c patch)" none 'a package of the JDK is the JDK'"'"'s'
like err 'warning: patch: its classes in package java/util are ignored: jrt:/java.base has' \
    'it is said'
is "$(from java/util/Extra -x -c patch)" 'component patch' 'unless patched'
is "$(from java/lang/Object -c patch)" 'jdk jrt:/java.base' 'no replacing'
is "$(from java/lang/Object -x -c patch)" 'component patch' 'unless patched'
is "$(from java/lang/String -x -c patch)" 'jdk jrt:/java.base' \
    'what a patch lacks is there'
is "$(from java/util/Extra -x -p patch)" none 'a library does not patch'
is "$(from java/Extra -c patch)" none 'a package that only has packages'

# Parts of the JDK as component.
is "$(from java/util/List -c jrt:/java.base)" 'component jrt:/java.base' \
    'jrt:/module'
is "$(from java/util/logging/Logger -c jrt:/java.base)" \
    'jdk jrt:/java.logging' 'and no other'
is "$(from java/util/List -c jrt:/java.base/java/util)" \
    'component jrt:/java.base' 'jrt:/module/package'
is "$(from java/util/zip/ZipFile -c jrt:/java.base/java/util)" \
    'jdk jrt:/java.base' 'and no other'
"$sources" -c jrt:/java.base/java/util/zip component >got
like got '^java/util/zip/ZipFile$' 'its names'
unlike got '^java/util/zip/.*/|^java/util/[A-Z]|-info$' 'and no others'
"$sources" -c jrt:/java.base/java/util/zip jdk >got
unlike got '^java/util/zip/[A-Z]' 'the rest is without them'
run "$sources" -c jrt:/no.such home
is "$status" 3 'no such module: refused'
like err 'error: jrt:/no.such: no such module or package in ' 'and named'
run "$sources" -c jrt:/java.base/java/util/logging home
like err 'error: jrt:/java.base/java/util/logging: no such module or package' \
    'a package of another module'
run "$sources" -j none -c jrt:/java.base home
is "$status" 3 'no JDK, no modules'

# Services.
mkdir -p one/META-INF/services
printf '# first\n\nr.Mine # mine\r\n  r.Other\t\nr.Mine\n' \
    >one/META-INF/services/q.Service
jar --create --file service.jar -C one .
"$sources" -j none -c service.jar -p one services >got
is "$(cat got)" "$(printf 'service.jar q/Service r/Mine\nservice.jar q/Service r/Other')" \
    'services of jars and folders, each once'
"$sources" services >got
like got '^jrt:/jdk.zipfs java/nio/file/spi/FileSystemProvider jdk/nio/zipfs/ZipFileSystemProvider$' \
    'services of the JDK'

# Modules, and what they export: to all, to some, to none.
tr '|' '\t' >want <<'END_WANT'
java/sql/Driver|java.sql yes
java/util/List java.sql|java.base yes
sun/security/provider/MD5|java.base no
sun/security/provider/MD5 java.sql|java.base no
sun/security/provider/MD5 java.base|java.base yes
sun/net/ext/ExtendedSocketOptions|java.base no
sun/net/ext/ExtendedSocketOptions jdk.net|java.base yes
sun/net/ext/ExtendedSocketOptions java.sql|java.base no
sun/misc/Unsafe|jdk.unsupported yes
p/A java.sql|- yes
p/A|- yes
Bare|- yes
END_WANT
cut -f1 want >asked
"$sources" -c one modules <asked | paste asked - >got
same got want 'modules, and to whom they export'
is "$("$sources" -j none modules <asked | sort -u)" '- yes' 'no JDK, no modules'
echo java/util/Extra | "$sources" -x -c patch modules >got
is "$(cat got)" 'java.base yes' 'what patches a module is of it'

# Damage of one class is told once, and is of that class alone.
cp two.jar damaged.jar
at=$(grep -abo 'p/A.class' damaged.jar | head -n1 | cut -d: -f1)
printf '\377\377\377\377\377\377' |
    dd of=damaged.jar bs=1 seek=$((at + 20)) conv=notrunc 2>/dev/null
printf 'p/A\np/A\np/B\n' | "$sources" -j none -c damaged.jar crc >got 2>err
is "$(sed 's/ .*\(none\|component\).*/ \1/' got | tr '\n' ' ')" \
    'p/A none p/A none p/B component ' 'a damaged class'
is "$(grep -c 'warning: damaged.jar!p/A.class: not read: ' err)" 1 'told once'

# The last entry of a name counts; a name with a character beyond 16 bits.
class late p/A late
printf 'x' >late/pad
(cd one && zip -q ../twice.jar p/A.class)
(cd late && mv p/A.class p/Z.class && zip -q ../twice.jar p/Z.class)
sed 's#p/Z\.class#p/A.class#g' twice.jar >renamed.jar
is "$(echo p/A | "$sources" -j none -c renamed.jar crc | cut -d' ' -f2)" \
    "$(crc late/p/Z.class)" 'the last entry of a name'
mkdir -p wide/p
cp one/p/A.class "$(printf 'wide/p/\360\235\222\263.class')"
is "$(printf 'p/\355\240\265\355\262\263\n' | "$sources" -j none -c wide has)" \
    yes 'names are in modified UTF-8'

# Many more jars than files that may be open.
mkdir many
for i in $(seq 260); do cp one.jar "many/$i.jar"; done
class last z/Z
jar --create --file many/0.jar -C last .
(
    ulimit -n 230
    printf 'z/Z\np/A\n' | "$sources" -j none -p 'many/*' crc
) >got 2>err
is "$(sed 's/.* //' got | tr '\n' ' ')" 'many/0.jar many/1.jar ' \
    'more jars than open files' || diag err

# How a JDK is found.
run "$sources" -j "$home" home
is "$(cut -d' ' -f2 out)" "$home" '--jdk HOME'
release=$(cut -d' ' -f1 out)
is "$release" "$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")" \
    'its release'
run "$sources" -j "$home/bin/" home
is "$(cut -d' ' -f2 out)" "$(readlink -f "$home")" '--jdk HOME/bin'
run env JAVA_HOME="$home" "$sources" home
is "$(cut -d' ' -f2 out)" "$home" 'JAVA_HOME'
run env JAVA_HOME="$scratch" "$sources" home
is "$status" 3 'JAVA_HOME without a JDK: refused'
like err "error: $scratch: not a JDK .*JAVA_HOME" 'and named'
run env JAVA_HOME="$scratch" "$sources" -j "$home" home
is "$status" 0 '--jdk goes before it'
mkdir -p path1 path2 path3
printf '#!/bin/sh\n' >path1/java
chmod +x path1/java
ln -s "$home/bin/java" path2/real
ln -s ../path2/real path3/java
run env PATH="/nowhere:$scratch/path1:$scratch/path3" "$sources" home
is "$(cut -d' ' -f2 out)" "$(readlink -f "$home")" \
    'java on PATH, behind a script and through links'
run env PATH=/nowhere "$sources" home
is "$status" 3 'no JDK anywhere: refused'
like err 'error: no JDK: set JAVA_HOME, put java on PATH, or give --jdk' \
    'and it is said what to do'
run env PATH=/nowhere "$sources" -j none home
is "$(cat out)" '0  ' '--jdk none'
run "$sources" -j "$scratch" home
like err "error: $scratch: not a JDK .*--jdk" '--jdk without a JDK'

# A Java 8, made by hand.
mkdir -p jdk8/jre/lib/ext jdk8/jre/bin jdk8/bin rt/java/lang rt/sun
printf '#!/bin/sh\n' >jdk8/jre/bin/java
chmod +x jdk8/jre/bin/java
cp jdk8/jre/bin/java jdk8/bin/java
cp one/p/A.class rt/java/lang/Object.class
cp two/p/B.class rt/sun/B.class
(cd rt && zip -qr ../jdk8/jre/lib/rt.jar java)
(cd rt && zip -qr ../jdk8/jre/lib/jce.jar sun)
(cd three && zip -qr ../jdk8/jre/lib/ext/some.jar q)
for jdk in jdk8 jdk8/jre jdk8/bin jdk8/jre/bin; do
    run "$sources" -j $jdk home
    is "$(cut -d' ' -f1 out)" 8 "rt.jar: release of $jdk, by its classes" ||
        diag err
done
printf 'JAVA_VERSION="1.7.0_80"\n' >jdk8/release
run "$sources" -j jdk8/jre home
is "$(cut -d' ' -f1 out)" 7 'rt.jar: release of its file'
is "$(from sun/B -j jdk8)" 'jdk jdk8/jre/lib/jce.jar' 'rt.jar: jars beside it'
is "$(from q/C -j jdk8)" 'jdk jdk8/jre/lib/ext/some.jar' 'rt.jar: extensions'
is "$(from java/lang/Object -j jdk8 -c patch)" 'jdk jdk8/jre/lib/rt.jar' \
    'rt.jar: before the component'
is "$(from java/lang/Object -j jdk8 -x -c patch)" 'component patch' \
    'rt.jar: unless patched'
is "$(from java/util/Extra -j jdk8 -c patch)" 'component patch' \
    'rt.jar: packages are open'
is "$("$sources" -j jdk8 jdk | sort | tr '\n' ' ')" \
    'java/lang/Object q/C sun/B ' 'rt.jar: names'
is "$("$sources" -j jdk8 modules <asked | sort -u)" '- yes' 'rt.jar: all is exported'
run "$sources" -j jdk8 -c jrt:/java.base home
is "$status" 3 'rt.jar: no modules'
run env PATH="$scratch/jdk8/jre/bin" "$sources" home
is "$(cut -d' ' -f2 out)" "$(readlink -f jdk8/jre)" 'rt.jar: java on PATH'
(cd rt && zip -qr ../empty.jar sun)
mkdir -p jdk7/lib
cp empty.jar jdk7/lib/rt.jar
run "$sources" -j jdk7 home
is "$status" 3 'rt.jar without Object: refused'
like err 'error: jdk7/lib: has no java/lang/Object' 'and it is said'
done_testing
