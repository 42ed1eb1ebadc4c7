#!/bin/sh
# SPDX-License-Identifier: MIT
# t4049-nested.t - classes that are members of classes, and those around them, that code asks
# reflection for: in all four analyses, and what a JVM makes.
. "${srcdir:-.}/tests/lib.sh"
need java javac

sources=$srcdir/tests/fixtures/nested
javac -nowarn -Xlint:-options --release 17 -d classes "$sources"/*.java 2>log || diag log

# expected NAME...: `method class`, from the comments.
expected() {
    for name in "$@"; do
        sed -n "s,^// $name: ,,p" "$sources"/Nests.java | tr ' ' '\n' | sed "s,^,$name ,"
    done | LC_ALL=C sort
}

expected declared inherited around >wanted
java -cp classes nests.Nests | sed 's,^nests[.],,' | LC_ALL=C sort -u >ran
sed 's,.* ,,' wanted | LC_ALL=C sort >classes_wanted
same classes_wanted ran 'a JVM makes what is expected'
for analysis in cha rta 0cfa and; do
    for level in $([ $analysis != rta ] || echo strings) resolved; do
        "$CCINSTR" graph --dynamic $level --analysis $analysis --main nests.Nests \
            --from nests.Nests --to 'nests.**' classes 2>err |
            sed -n "s,^nests/Nests[.]\([a-z]*\):.*${tab}nests/\([A-Za-z\$]*\)[.]<init>:()V${tab}reflect\$,\1 \2,p" |
            LC_ALL=C sort -u >found
        is "$(LC_ALL=C comm -23 wanted found)" '' "$analysis, $level: all are found"
        is "$(LC_ALL=C comm -13 wanted found | grep -v '^inherited Above[$]Other$\|^inherited Nests')" '' \
            "$analysis, $level: and no more, but members that are not public"
    done
done
done_testing
