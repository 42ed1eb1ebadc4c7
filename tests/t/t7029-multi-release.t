#!/bin/sh
# SPDX-License-Identifier: MIT
# t7029-multi-release.t - Multi-Release jars: the versions of a class that the JDK of the
# analysis takes are measured; of others it is said that they are not, and what they run is in
# no chain. A module-info that is in META-INF/versions alone gets the package.
. "${srcdir:-.}/tests/lib.sh"
need java javac javap jar unzip
chains=$builddir/tests/tools/datachains

jdks

# What Mid calls, Main calls too: from there the chains are right, and none may begin there.
mkdir -p src/mr
cat >src/mr/Main.java <<'END'
package mr;
import java.util.*;
public class Main {
    public static void main(String[] args) {
        Leaf.deep();
        System.out.println(Mid.f());
        List<String> list = new ArrayList<>(Arrays.asList("b", "a"));
        Collections.sort(list, new Mid());
        Comparator<String> order = Mid.order();
        Collections.sort(list, order);
        System.out.println(list + " " + twice(order));
        try {
            new Mid(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Leaf.last();
    }
    static int twice(Comparator<String> order) {
        return order.compare("a", "b");
    }
}
END
cat >src/mr/Leaf.java <<'END'
package mr;
public class Leaf {
    Leaf(String s) {
        if (s == null) {
            throw new IllegalArgumentException("null");
        }
    }
    public static int deep() { return deeper(); }
    public static int deeper() { return deepest(); }
    public static int deepest() { return 1; }
    public static void last() { deepest(); }
}
END
for v in 8 9 11 21; do
    mkdir -p $v/mr
    cat >$v/mr/Mid.java <<END
package mr;
import java.util.*;
public class Mid extends Leaf implements Comparator<String> {
    static final int START = Leaf.deep();
    Mid() { super(""); }
    public Mid(String s) { super(s); }
    public int compare(String a, String b) { return Leaf.deep() > 0 ? a.compareTo(b) : $v; }
    public static int f() { return Leaf.deep() * $v; }
    public static Comparator<String> order() {
        return (a, b) -> Leaf.deep() > 0 ? a.compareTo(b) : $v;
    }
}
END
    sources=$([ $v != 8 ] || echo src/mr/*.java)
    # shellcheck disable=SC2086
    javac -J-XX:TieredStopAtLevel=1 --release 8 -Xlint:-options -g -cp classes8 \
        -d classes$v $v/mr/Mid.java $sources
done
printf 'module mr { exports mr; }\n' >module-info.java
javac -J-XX:TieredStopAtLevel=1 -d classes9 --patch-module mr=classes8 module-info.java
jar --create --file mr.jar --main-class mr.Main -C classes8 . --release 9 -C classes9 . \
    --release 11 -C classes11 . --release 21 -C classes21 . 2>jar.log

run "$CCINSTR" instrument --analysis rta --interface-level public -o new mr.jar
is "$status" 0 'instrumented'
like err 'mr.jar: 3 classes are not the analysed version .* not measured .*: META-INF/versions/21/mr/Mid.class, META-INF/versions/9/mr/Mid.class, mr/Mid.class$' \
    'what is not measured is told in a line'
if [ "$release" -ge 21 ]; then
    run "$CCINSTR" instrument --analysis rta --interface-level public --jdk "$new_jdk" -v -o other mr.jar
    like err 'META-INF/versions/11/mr/Mid.class: not the analysed class of this name' '--jdk decides'
else
    skip '--jdk decides' 'no JDK 21 or later'
fi
id=$("$CCINSTR" forest --tables new/ccinstr.plan |
    sed -n 's/.*identity=\(................\).*/\1/p')
unzip -qo new/mr.jar -d x
javap -v x/META-INF/versions/9/module-info.class >info
like info "ccinstr.rt.p$id\$" 'the module in versions/9 has the package'

# goes WHAT NUMBER JAVA FORM...: the output is that of the original, with that class.
goes() {
    what=$1 number=$2 java=$3
    shift 3
    sets=$([ "$number" != 8 ] || echo -Djdk.util.jar.enableMultiRelease=false)
    # shellcheck disable=SC2086
    "$java" $sets -jar mr.jar >wanted 2>&1
    is "$(head -n 1 wanted)" "$number" "$what: version $number"
    for form in "$@"; do
        rm -rf data
        mkdir data
        # shellcheck disable=SC2086
        "$java" $sets -Dccinstr.data=data/ $form >got 2>err
        same got wanted "$what, $form"
        is "$(own_words err)" '' "$what, $form: and says nothing"
        "$chains" new/ccinstr.plan data/*.ccd >chains
        if [ "$number" = 11 ]; then
            measured "$what, $form"
        else
            unmeasured "$what, $form"
        fi
    done
}

# What both have: chains of Main itself.
main='mr/Main.main:[^ ]*'
common() {
    like chains "^${main}${tab}0${tab}0 - mr/Leaf.deep:..I 0 - mr/Leaf.deeper:..I 0 - mr/Leaf.deepest:..I${tab}1\$" \
        "$1: what Main calls"
    like chains "^${main}${tab}0${tab}[0-9]* - mr/Mid.f:..I${tab}1\$" \
        "$1: up to Mid"
    like chains "^${main}${tab}0${tab}[0-9]* - mr/Leaf.last:..V 0 - mr/Leaf.deepest:..I${tab}1\$" \
        "$1: and behind all that"
    unlike chains '^mr/Leaf' "$1: no chain begins in Leaf"
}
measured() {
    common "$1"
    like chains "mr/Mid.f:..I 0 - mr/Leaf.deep:..I 0 - mr/Leaf.deeper:..I${tab}1\$" "$1: through Mid"
    like chains "^mr/Mid.compare:[^$tab]*${tab}1${tab}[^$tab]* - mr/Leaf.deep:..I${tab}1\$" \
        "$1: and from it"
}
unmeasured() {
    common "$1"
    unlike chains '^mr/Mid|mr/Mid[^ ]* [0-9]' "$1: nothing from Mid on"
}

jar='-jar new/mr.jar'
goes "JDK $(sed -n 's/^JAVA_VERSION="\([^"]*\)"/\1/p' "$old_jdk/release")" 11 \
    "$old_jdk/bin/java" "-Xverify:all $jar" '-p new/mr.jar -m mr'
goes 'without versions' 8 "$old_jdk/bin/java" "$jar" "-Dccinstr.fastpath=off $jar"
if [ "$release" -ge 21 ]; then
    goes "JDK $release" 21 "$new_jdk/bin/java" "$jar" '-p new/mr.jar -m mr'
else
    skip 'version 21' 'no JDK 21 or later'
fi
done_testing
