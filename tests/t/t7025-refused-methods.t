#!/bin/sh
# SPDX-License-Identifier: MIT
# t7025-refused-methods.t - methods that are too large to get probes, in the middle of chains, as
# entries and as constructors: the plan knows, chains end there, and nothing is recorded
# that did not happen.
. "${srcdir:-.}/tests/lib.sh"
need java javac

# source STATEMENTS: seven bytes each.
source() {
    awk -v n="$1" '
        function fill(i) { for (i = 0; i < n; i++) { print "        x = x * 31 + n;" } }
        BEGIN {
            print "package big;"
            print "public class T {"
            print "    static int a(int n) { return big(n); }"
            print "    static int big(int n) {"
            print "        int x = b(n) + p(n);"
            fill()
            print "        return x;"
            print "    }"
            print "    static int b(int n) { return c(n); }"
            print "    static int c(int n) { return n; }"
            print "    private static int p(int n) { return q(n); }"
            print "    private static int q(int n) { return n; }"
            print "    static int makes(int n) { return new Huge(n).y; }"
            print "    static class Huge {"
            print "        int y;"
            print "        Huge(int n) {"
            print "            int x = b(n);"
            fill()
            print "            y = x;"
            print "        }"
            print "    }"
            print "}"
        }'
}

mkdir -p driver/big
cat >driver/big/Driver.java <<'END'
package big;
public class Driver {
    public static void main(String[] args) {
        int n = 0;
        for (int i = 0; i < 5; i++) {
            n += i < 3 ? T.a(i) : 0;
            n += i < 2 ? T.big(i) : 0;
            n += i < 4 ? T.makes(i) : 0;
            n += T.b(i);
        }
        System.out.println(n);
    }
}
END
for size in 10 9359; do
    mkdir -p src.$size/big
    source $size >src.$size/big/T.java
    javac -g -d classes.$size src.$size/big/T.java
    javac -cp classes.$size -d out.$size driver/big/Driver.java
    run "$CCINSTR" instrument --analysis rta --interface-level package --depth 6 -o new.$size \
        classes.$size
    is "$status" 0 "$size statements: instrumented"
    mv err err.$size
    java -cp classes.$size:out.$size big.Driver >wanted.$size
done
unlike err.10 'not instrumented' 'small methods have their probes'
is "$(grep -c 'not instrumented: its code would pass 65535 bytes (65[0-9]* bytes of code)' \
    err.9359)" 2 'two large ones do not'
like err.9359 'classes.9359!big/T.class: big\(I\)I: not instrumented' 'one is named'
like err.9359 'classes.9359!big/T\$Huge.class: <init>\(I\)V: not instrumented' 'and the other'
"$CCINSTR" forest new.9359/ccinstr.plan --tables >tables
is "$(grep '^method .* flags=[a-z,]*refused' tables | sed 's/.* name=\([^ ]*\) .*/\1/' |
    tr '\n' ' ')" 'big/T$Huge.<init>:(I)V big/T.big:(I)I ' 'the plan knows both'
run "$CCINSTR" instrument --strict --analysis rta --interface-level package -o strict \
    classes.9359
is "$status" 1 '--strict minds'

# program SIZE OPTION...: chains by method, and hits.
program() {
    size=$1
    shift
    rm -rf data
    mkdir data
    java -Xverify:all -Dccinstr.data=data/ "$@" -cp "new.$size/classes.$size:out.$size" \
        big.Driver >printed 2>err
    same printed "wanted.$size" "$size $*: prints the same"
    "$builddir/tests/tools/datachains" "new.$size/ccinstr.plan" data/*.ccd >all
    grep -v '^#' all | awk -F'\t' '{
        n = split($3, step, " ")
        line = $1
        for (i = 3; i <= n; i += 3) { line = line " " step[i] }
        gsub(/big\/T[.$]|:\([^)]*\)[IV]/, "", line)
        print line, ($2 == 0 ? "" : "level " $2 " ") $4
    }' >got
}

cat >chains.10 <<'END'
a 3
a big 3
a big b 3
a big b c 3
a big p 3
a big p q 3
b 5
b c 5
big 2
big b 2
big b c 2
big p 2
big p q 2
makes 4
makes Huge.<init> 4
makes Huge.<init> b 4
makes Huge.<init> b c 4
END
cat >chains.9359 <<'END'
a 3
a big 3
b 5
b c 5
makes 4
makes Huge.<init> 4
END
for options in '' -Dccinstr.fastpath=off -Dccinstr.counts=exact; do
    for size in 10 9359; do
        # shellcheck disable=SC2086  # none, or one
        program $size $options
        same got chains.$size "$size $options: the chains"
    done
done
# An entry that a large method calls asks each time who called it.
program 9359
"$builddir/tests/tools/datadump" data/*.ccd >dump
like dump '^slow event=frames count=14$' 'five calls of b from outside, and nine from them'
# p was not announced, and is none: all that is known is that nobody entered.
is "$(grep -c '^#entry' all)" 1 'p is noted'
done_testing
