#!/bin/sh
# SPDX-License-Identifier: MIT
# t4050-many.t - names, interfaces and locales that are many: what is made of them does not
# depend on which of them came first, so all four analyses say the same; and constants are
# not dropped for being many. Half of them come through an object that reflection makes.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac
made small
analyses='cha rta 0cfa and'

# all FROM TO TEXT: a line for each number, which stands for @.
all() {
    seq "$1" "$2" | while read -r i; do
        echo "$3" | sed "s,@,$i,g"
    done
}

# program NAME FIRST REST: many/NAME, whose main runs FIRST and then, in many.Late of that
# program, REST.
program() {
    mkdir -p "$1/many"
    {
        echo 'package many; public class Main {'
        cat "$1.members"
        echo 'public static void main(String[] a) throws Exception {'
        echo "$2"
        echo '((Runnable) Class.forName("many.Late").newInstance()).run(); } }'
    } >"$1/many/Main.java"
    {
        echo 'package many; public class Late implements Runnable { public void run() { try {'
        echo "$3"
        echo '} catch (Exception e) { throw new RuntimeException(e); } } }'
    } >"$1/many/Late.java"
    javac -nowarn -Xlint:-options --release 8 -d "$1/c" "$1"/many/*.java 2>log || diag log
}

# --- Names that are joined --------------------------------------------------------

# names N: with N names in all
names() {
    {
        echo 'static Class<?> many() { return Many.class; }'
        echo 'static void go(String n) throws Exception {'
        echo 'many().getMethod(new StringBuilder().append(n).append("x").toString())'
        echo '.invoke(null); }'
    } >"names$1.members"
    mkdir -p "names$1/many"
    {
        echo 'package many; public class Many {'
        all 1 "$1" 'public static void op@x() { }'
        echo '}'
    } >"names$1/many/Many.java"
    program "names$1" "$(all 1 10 'go("op@");')" "$(all 11 "$1" 'Main.go("op@");')"
}
names 60
names 75
seq 1 60 | sed 's,.*,many/Many.op&x:()V,' | LC_ALL=C sort >wanted
for analysis in $analyses; do
    "$CCINSTR" graph --jdk small --analysis $analysis --main many.Main names60/c 2>err |
        awk -F'\t' '$NF == "reflect" { print $(NF - 1) }' | grep Many | LC_ALL=C sort >found
    same wanted found "$analysis: 60 joined names"
    "$CCINSTR" graph --jdk small --analysis $analysis --main many.Main names75/c 2>err |
        awk -F'\t' '$NF == "reflect" { print $(NF - 1) }' | grep -c Many >found75.$analysis
    same found75.cha found75.$analysis "$analysis: of 75 as many as cha has"
done
"$CCINSTR" graph --gaps --jdk small --analysis rta --main many.Main names75/c 2>err >gaps
like gaps "^reflect${tab}many/Main.go:" 'and the call is a gap'

# --- Interfaces of proxies -----------------------------------------------------------

cat >proxies.members <<'X'
static class H implements java.lang.reflect.InvocationHandler {
    public Object invoke(Object p, java.lang.reflect.Method m, Object[] a) { return null; }
}
static Object make(Class<?> c) {
    return java.lang.reflect.Proxy.newProxyInstance(null, new Class<?>[] {c}, new H());
}
X
mkdir -p proxies/many
for i in $(seq 1 100); do
    echo "package many; public interface I$i { void m(); }" >proxies/many/I$i.java
done
program proxies "$(all 1 40 '((I@) make(I@.class)).m();')" \
    "$(all 41 100 '((I@) Main.make(I@.class)).m();')"
seq 1 100 | sed 's,.*,many/I&.m:()V,' | LC_ALL=C sort >wanted
for analysis in $analyses; do
    "$CCINSTR" graph --jdk small --analysis $analysis --main many.Main proxies/c 2>err |
        awk -F'\t' '$4 ~ /^many/ && $6 ~ /^many.Main.H.invoke:/ { print $4 }' | LC_ALL=C sort -u >found
    same wanted found "$analysis: 100 proxies"
done
"$CCINSTR" graph --gaps --jdk small --analysis rta --main many.Main proxies/c 2>err >gaps
unlike gaps "${tab}many/Main.make:" 'none of them is a gap'

# --- Locales of bundles ------------------------------------------------------------------

mkdir -p bundles
for i in '' $(seq 1 40 | sed 's,^,_v,'); do
    echo "public class Text$i extends java.util.ListResourceBundle {
        protected Object[][] getContents() { return null; } }" >"bundles/Text$i.java"
done
echo 'public class Main { public static void main(String[] a) {
    java.util.ResourceBundle.getBundle("Text").getString("a"); } }' >bundles/Main.java
javac -nowarn -Xlint:-options --release 8 -d bundles/c bundles/*.java 2>log || diag log
"$CCINSTR" graph --analysis rta --main Main --methods bundles/c 2>err |
    grep -c '^Text.*<init>' >found
echo 41 >wanted
same wanted found 'a bundle without a package, and 40 for locales'
done_testing
