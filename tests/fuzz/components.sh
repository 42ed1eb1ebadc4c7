#!/bin/sh
# SPDX-License-Identifier: MIT
# components.sh - components that fuzz_component starts from, out of tests/fixtures.
#
# usage: components.sh DIR
#
# Each file of DIR: four bytes of options (fuzz_component.c), then the classes of a
# component and of a small library in place of the JDK's. javac of another JDK makes
# other classes, so they are kept (seeds-component) and made anew by hand.

set -eu
umask 022
fixtures=$(cd "$(dirname "$0")/../fixtures" && pwd)
mkdir -p "$1"
to=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# bytes NUMBER...
bytes() {
    for n in "$@"; do
        # shellcheck disable=SC2059
        printf "\\$(printf %03o "$n")"
    done
}

# pack NAME 'OPTIONS' FOLDER...: all classes of these folders.
pack() {
    name=$1
    options=$2
    shift 2
    # shellcheck disable=SC2086
    bytes $options >"$to/$name"
    find "$@" -name '*.class' | LC_ALL=C sort | while read -r class; do
        size=$(wc -c <"$class")
        bytes $((size / 256)) $((size % 256))
        cat "$class"
    done >>"$to/$name"
}

mkdir library
javac -g:none -nowarn -Xlint:none -d library \
    --patch-module java.base="$fixtures/fragment/library:$fixtures/forest/library" \
    $(find "$fixtures/fragment/library" "$fixtures/forest/library" -name '*.java')

# Options in turn, so that together the seeds have each of them.
i=0
for folder in "$fixtures"/forest/* "$fixtures"/fragment/*; do
    name=$(basename "$folder")
    case $name in library | unknown) continue ;; esac
    javac -g -nowarn -Xlint:none --patch-module java.base=library -d "$name" \
        "$folder"/*.java || continue
    pack "$name" "$((i % 4 + i % 2 * 4)) $((1 << i % 4 & 14)) $((i * 37 % 256)) $((i % 8))" \
        "$name" library
    i=$((i + 1))
done
# What these use besides is missing.
for folder in "$fixtures"/graph/* "$fixtures"/values/8/*.java; do
    name=$(basename "$folder" .java | tr '[:upper:]' '[:lower:]')-more
    # shellcheck disable=SC2046
    javac -g -nowarn -Xlint:none -d "$name" $(find "$folder" -name '*.java')
    pack "$name" "$((i % 4)) $((2 << i % 3)) $((i * 37 % 256)) $((i % 8))" "$name" library
    i=$((i + 1))
done
# Reflection: the level is in bits 4 to 6. Of the library only what gives classes and members.
mkdir reflectlib
# shellcheck disable=SC2046
javac -g:none -nowarn -Xlint:none -d reflectlib \
    --patch-module java.base="$fixtures/reflectlib" $(find "$fixtures/reflectlib" -name '*.java')
for folder in levels reflect casts; do
    # shellcheck disable=SC2046
    javac -g:none -nowarn -Xlint:none -XDstringConcat=inline -d "$folder-classes" \
        $(find "$fixtures/$folder" -name '*.java')
done
pack levels-behaved '19 17 4 0' levels-classes reflectlib library
pack levels-encapsulated '34 17 4 0' levels-classes reflectlib library
pack levels-environment '80 17 4 0' levels-classes reflectlib library
pack casts-casts '49 4 4 0' casts-classes reflectlib library
pack reflect-resolved '96 49 4 0' reflect-classes reflectlib library
pack program '0 33 13 4' far library
pack all-probes '8 0 4 0' recursion lambdas
