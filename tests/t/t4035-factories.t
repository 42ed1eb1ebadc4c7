#!/bin/sh
# SPDX-License-Identifier: MIT
# t4035-factories.t - what factories of the JDK make by default: a JVM runs the code of each
# row of analysis/effects/factories.def, and initialises the row's class, or one of those
# that it tells; a graph of that code has the constructors of all of these, by rta, and by
# `and` if one program has all rows. With an old JDK, and with a new one that program only.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"

# `kind what type run` of each row; `last` are remarks on those.
cat >rows.c <<'END'
#include <stdio.h>
int main(void) {
#define MAKES(id, maker, class, run) puts("class\t" class "\t-\t" run);
#define MAKES_BELOW(id, maker, package, type, run) puts("below\t" package "\t" type "\t" run);
#define MAKES_FOR(id, maker, prefix, run) puts("locale\t" prefix "_\t-\t" run);
#define LAST_IN(release, what) puts("last\t" what "_\t" #release "\t-");
#include "analysis/effects/factories.def"
    return 0;
}
END
${CC:-cc} -I"$srcdir" -o rows rows.c && ./rows >all.tsv
grep '^last' all.tsv >last.tsv
grep -v '^last' all.tsv >rows.tsv
ok "$([ "$(wc -l <rows.tsv)" -gt 30 ]; echo $?)" 'there are rows'

mkdir src
awk -F'\t' '{ f = "src/R" NR ".java"
    print "public class R" NR " { public static void main(String[] a) throws Exception {" > f
    print $4 " } }" > f; close(f)
    all = all "R" NR ".main(a); " }
    END { print "public class All { public static void main(String[] a) throws Exception { " \
        all "} }" > "src/All.java" }' rows.tsv
javac -nowarn -Xlint:none --release 17 -d classes src/*.java 2>log || diag log

# A program that names none of it.
cat >Plain.java <<'END'
class Plain {
    public static void main(String[] a) {
        System.out.println("x");
    }
}
END
javac --release 17 -d plain Plain.java 2>log || diag log

# made JDK ANALYSIS MAIN PATH OPTION...: the classes whose constructors can run.
made() {
    jdk=$1 analysis=$2 main=$3 path=$4
    shift 4
    "$CCINSTR" graph --jdk "$jdk" --analysis "$analysis" --main "$main" --methods "$@" "$path" \
        2>err | sed -n 's,[.]<init>:.*,,p' | LC_ALL=C sort -u
}

# came KIND WHAT: those of a row that were initialised, with their superclasses.
came() {
    sed -n "s,.*Initializing '\([^']*\)'.*,\1,p; s,.*[]] *[0-9]* Initializing \([^ ]*\) .*,\1,p" \
        init.log | tr . / | LC_ALL=C sort -u |
        if [ "$1" = class ]; then grep -x -F "$2"; else grep "^$2"; fi
}

# is_gone RELEASE WHAT: that JDK makes no such class for that row.
is_gone() {
    awk -F'\t' -v what="$2" -v release="$1" \
        '$2 == what && release > $3 { is = 1 } END { exit !is }' last.tsv
}

# rows_of JDK RELEASE [each]
rows_of() {
    made "$1" and All classes >together
    n=0
    while IFS="$tab" read -r kind what type _; do
        n=$((n + 1))
        mkdir one && cp classes/R$n.class one
        "$1"/bin/java -XX:TieredStopAtLevel=1 -Xlog:class+init=info:file=init.log -cp one R$n \
            >out 2>&1
        came "$kind" "$what" >came
        if [ -n "${3-}" ]; then
            made "$1" rta R$n one >made
        else
            cp together made
        fi
        rm -rf one
        if is_gone "$2" "$what"; then
            is "$(cat came)" '' "$2: $what: none comes any more, of R$n"
            continue
        fi
        ok "$([ -s came ]; echo $?)" "$2: $what: it comes, of R$n" || diag out
        if [ "$kind" != below ]; then
            is "$(LC_ALL=C comm -23 came made)" '' "$2: $what: the graph makes it"
            is "$(LC_ALL=C comm -23 came together)" '' "$2: $what: and does so by and"
        else
            ok "$(grep -q "^$what" made; echo $?)" "$2: $what: the graph makes some below $type"
            ok "$(grep -q "^$what" together; echo $?)" "$2: $what: and does so by and"
        fi
    done <rows.tsv
    # What is made without any reflection has nothing to do with it.
    made "$1" rta Plain plain >made
    made "$1" rta Plain plain --dynamic off | LC_ALL=C comm -23 made - >more
    is "$(cut -f 2 rows.tsv | grep -x -F -f - more | grep -v 'sun/security/provider/SHA$')" '' \
        "$2: and not if nothing is named"
}

jdks
rows_of "$old_jdk" "$(sed -n 's,^JAVA_VERSION="\([0-9]*\).*,\1,p' "$old_jdk/release")" each
[ "$new_jdk" = "$old_jdk" ] || rows_of "$new_jdk" "$release"
done_testing
