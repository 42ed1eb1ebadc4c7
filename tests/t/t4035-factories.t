#!/bin/sh
# SPDX-License-Identifier: MIT
# t4035-factories.t - what factories of the JDK make by default: a JVM runs the code of each
# row of analysis/effects/factories.def, and initialises the row's class, or one of those
# that it tells; a graph of that code has the constructors of all of these.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"

# `kind what type run` of each row.
cat >rows.c <<'END'
#include <stdio.h>
int main(void) {
#define MAKES(id, maker, class, run) puts("class\t" class "\t-\t" run);
#define MAKES_BELOW(id, maker, package, type, run) puts("below\t" package "\t" type "\t" run);
#define MAKES_FOR(id, maker, prefix, run) puts("locale\t" prefix "_\t-\t" run);
#include "analysis/effects/factories.def"
    return 0;
}
END
${CC:-cc} -I"$srcdir" -o rows rows.c && ./rows >rows.tsv
ok "$([ "$(wc -l <rows.tsv)" -gt 30 ]; echo $?)" 'there are rows'
is "$(awk -F'\t' 'NF != 4 || $4 == ""' rows.tsv)" '' 'each has code'

mkdir src
awk -F'\t' '{ f = "src/R" NR ".java"
    print "public class R" NR " { public static void main(String[] a) throws Exception {" > f
    print $4 " } }" > f; close(f) }' rows.tsv
javac -nowarn -Xlint:none -d classes src/*.java 2>log || diag log

n=0
while IFS="$tab" read -r kind what type _; do
    n=$((n + 1))
    mkdir one && cp classes/R$n.class one
    java -XX:TieredStopAtLevel=1 -Xlog:class+init=info:file=init.log -cp one R$n >out 2>&1
    # Those that were initialised, with their superclasses.
    sed -n "s,.*Initializing '\([^']*\)'.*,\1,p; s,.*[]] *[0-9]* Initializing \([^ ]*\) .*,\1,p" init.log |
        tr . / | LC_ALL=C sort -u >ran
    case $kind in
    class) grep -x -F "$what" ran ;;
    locale) grep "^$what" ran ;;
    below) grep "^$what" ran ;;
    esac >came
    ok "$([ -s came ]; echo $?)" "$what: it comes, of R$n" || diag out
    "$CCINSTR" graph --jdk "$(home_of javac)" --dynamic resolved --analysis rta --main R$n \
        --methods one 2>err | sed -n 's,[.]<init>:.*,,p' | LC_ALL=C sort -u >made
    if [ "$kind" != below ]; then
        is "$(LC_ALL=C comm -23 came made)" '' "$what: the graph makes it"
    else
        ok "$(grep -q "^$what" made; echo $?)" "$what: the graph makes some below $type"
    fi
    rm -rf one
done <rows.tsv

# A program that names none of it gets none of it.
cat >Plain.java <<'END'
class Plain {
    public static void main(String[] a) {
        System.out.println("x");
    }
}
END
javac -d plain Plain.java
"$CCINSTR" graph --jdk "$(home_of javac)" --dynamic resolved --analysis rta --main Plain \
    --methods plain | sed -n 's,[.]<init>:.*,,p' >made
is "$(cut -f 2 rows.tsv | grep -x -F -f - made | grep -v 'sun/security/provider/SHA$')" '' \
    'and not if nothing is named'
done_testing
