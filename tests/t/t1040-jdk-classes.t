#!/bin/sh
# SPDX-License-Identifier: MIT
# t1040-jdk-classes.t - every class of the JDKs that are installed is found with its
# bytes, as Java finds them: in the image, in jmods, compressed, and not where
# an image is damaged or of a form that is not read.
. "${srcdir:-.}/tests/lib.sh"
need java javac jlink

sources=$builddir/tests/tools/sources
[ -x "$sources" ] || skip_all 'tests/tools/sources is not built'
javac -d . "$srcdir/tests/java/JrtClasses.java"

# checks HOME LABEL: names, modules, sizes and checksums are those of jrt:/.
checks() {
    "$1/bin/java" -cp . JrtClasses >want
    cut -d' ' -f1 want >names
    is "$(wc -l <names | xargs test 1000 -le; echo $?)" 0 "$2: it has classes"
    run "$sources" -j "$1" jdk
    is "$status" 0 "$2: listed" || diag err
    sort out >got
    sort names | cmp - got
    ok $? "$2: the names are those of jrt:/"
    "$sources" -j "$1" crc <names >got
    same want got "$2: so are all classes"
    "$sources" -j "$1" has <names | sort -u >got
    is "$(cat got)" yes "$2: and they are there"
    sed 's/^/x/; s/$/x/' names | "$sources" -j "$1" has | sort -u >got
    is "$(cat got)" no "$2: others are not"
}
home=$(home_of javac)
checks "$home" "the JDK on PATH"
cp want want-home
n=0
for other in /usr/lib/jvm/*; do
    if [ ! -L "$other" ] && [ -f "$other/lib/modules" ] &&
        [ "$other" != "$home" ] && [ -x "$other/bin/java" ]; then
        checks "$other" "$(basename "$other")"
        n=$((n + 1))
    fi
done
[ $n -gt 0 ] || skip 'another JDK' 'none in /usr/lib/jvm'

# What jlink makes or changes when it makes an image of jmods.
linked='^(java/lang/invoke/[A-Za-z]*\$(Holder|Species_[A-Z0-9]*)|jdk/internal/module/SystemModules.*) '
if [ -d "$home/jmods" ]; then
    mkdir -p jmods-only
    ln -s "$home/jmods" jmods-only/jmods
    run "$sources" -j jmods-only home
    is "$(cut -d' ' -f1 out)" "$("$sources" -j "$home" home | cut -d' ' -f1)" \
        'jmods: the release is that of its classes'
    cut -d' ' -f1 want-home >names
    "$sources" -j jmods-only crc <names | grep -Ev "$linked" >got
    grep -Ev "$linked" want-home >want
    same want got 'jmods: the classes are those of the image'
    "$sources" -j jmods-only jdk | sed 's/$/ /' | grep -Ev "$linked" |
        sort >got
    sed 's/ .*/ /' want | sort >names
    same names got 'jmods: and no others'
    "$sources" -j jmods-only services | sort >got
    "$sources" -j "$home" services | sort >names
    same names got 'jmods: so are the services'
    for to in '' ' java.sql' ' jdk.localedata'; do
        sed "s/ .*/$to/" want | "$sources" -j jmods-only modules >got
        sed "s/ .*/$to/" want | "$sources" -j "$home" modules >names
        same names got "jmods: and what modules export$to"
    done
else
    skip 'jmods' "none in $home"
fi

if jlink -J-XX:TieredStopAtLevel=1 --add-modules java.logging --compress=2 --output zip >log 2>&1; then
    run "$sources" -j zip home
    is "$status" 0 'compressed with zip: opened' || diag err
    "$sources" -j zip jdk | sort | "$sources" -j zip crc >got
    zip/bin/java -cp . JrtClasses | sort >names
    is "$?" 0 'compressed with zip: its own java reads it'
    sort got >sorted
    same names sorted 'compressed with zip: all classes are the same'
    "$sources" -j zip crc <<END >got
java/lang/Object
java/lang/Object
END
    is "$(sort -u got | wc -l | tr -d ' ')" 1 'compressed with zip: and again'
else
    diag log
    skip 'compressed with zip' 'jlink does not do it'
fi
if jlink -J-XX:TieredStopAtLevel=1 --add-modules java.base --compress=1 --output shared >log 2>&1; then
    run "$sources" -j shared home
    is "$status" 3 'compressed by sharing: refused'
    like err 'shared/lib/modules!java.base/java/lang/Object.class: cannot be read: .*jlink --compress' \
        'compressed by sharing: it is said how to make another'
    is "$(wc -l <err | tr -d ' ')" 1 'compressed by sharing: once'
else
    skip 'compressed by sharing' 'jlink does not do it'
fi

# Damage of a real image: cut off, and zeros where the tables are.
mkdir -p cut/lib zero/lib
for size in 0 20 28 100000 3000000 20000000; do
    head -c $size "$home/lib/modules" >cut/lib/modules
    run "$sources" -j cut home
    is "$status" 3 "cut off at $size: refused"
    like err '^ccinstr: error: cut/lib/modules.*\(byte [0-9]+\)$' \
        "cut off at $size: with file and byte"
done
cp "$home/lib/modules" zero/lib/modules
dd if=/dev/zero of=zero/lib/modules bs=1000 seek=130 count=1300 conv=notrunc \
    2>/dev/null
run "$sources" -j zero jdk
is "$([ "$status" -le 3 ]; echo $?)" 0 'zeros for tables: no crash'
done_testing
