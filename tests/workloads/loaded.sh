#!/bin/sh
# SPDX-License-Identifier: MIT
# loaded.sh - whether the classes of a program came from the jars that they were to come
# from, as the JVM says itself.
#
#     java -Xlog:class+load:file=LOG:none ...; loaded.sh LIB LOG...
#
# Many jars name others in their Class-Path; a copy of the original elsewhere would run
# in place of an instrumented one, and nobody would notice. Of all packages that the
# jars in the folder LIB have, each class that was loaded must have come from there. It
# may be the JDK's own, which come first whatever a jar has; and made by the program as
# it ran, if no jar has it. At least one must have come from there.

set -u
[ $# -ge 2 ] || {
    echo 'usage: loaded.sh LIB LOG...' >&2
    exit 2
}
# As it was written, and as the system sees it.
lib=$(cd "$1" && pwd) real=$(cd "$1" && pwd -P) || exit 2
shift
for jar in "$lib"/*.jar; do
    unzip -Z1 "$jar" '*.class' 2>/dev/null
done | sed 's|^META-INF/versions/[0-9]*/||; s|\.class$||; s|/|.|g' | cat - "$@" |
    awk -v lib="file:$lib/" -v real="file:$real/" '
        function package(class) {
            sub(/\.?[^.]*$/, "", class)
            return class
        }
        NF == 1 {
            has[$1]
            ours[package($1)]
            next
        }
        $2 != "source:" || $1 ~ /\/0x/ || !(package($1) in ours) { next }
        {
            sub(/^file:\/\/\//, "file:/", $3)
            if (index($3, lib) == 1 || index($3, real) == 1) from++
            else if ($3 ~ /^jrt:/ || $0 ~ / source: shared objects file$/) next
            else if ($3 ~ /^file:/ || $1 in has) {
                print "#   not from the jars under test: " $0
                bad = 1
            }
        }
        END {
            if (!from) print "#   nothing came from the jars under test"
            exit bad || !from
        }'
