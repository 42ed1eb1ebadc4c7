#!/bin/sh
# SPDX-License-Identifier: MIT
# t7011-instrument.t - the operands analysed, probes where their plan wants them,
# and what archives and folders get besides.
. "${srcdir:-.}/tests/lib.sh"
need java javac javap jar unzip

mkdir -p src/shop
export CCINSTR_DATA="$scratch/data/"
mkdir data

cat >src/shop/Main.java <<'END'
package shop;

import java.util.ArrayList;
import java.util.List;

public class Main {
    interface Shape {
        int area();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            if (side < 0) {
                throw new IllegalArgumentException("side");
            }
            this.side = side;
        }

        public int area() {
            return plain(side) * side;
        }
    }

    static class Bad extends Square {
        public Bad() {
            super(-1);
        }
    }

    static int plain(int x) {
        return x;
    }

    static int total(List<Shape> shapes) {
        int sum = 0;
        for (Shape s : shapes) {
            sum += s.area();
        }
        return sum;
    }

    static void bad() {
        try {
            new Bad();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void nothing(Shape s) {
        try {
            s.area();
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    public static void main(String[] args) throws Exception {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Square(3));
        shapes.add(() -> 4);
        System.out.println(total(shapes));
        bad();
        nothing(null);
        Runnable r = Main::bad;
        r.run();
        for (String arg : args) {
            System.out.println(Class.forName(arg).getMethod("verdict")
                    .invoke(null));
        }
    }
}
END
javac --release 8 -Xlint:-options -g -d classes src/shop/Main.java
jar --create --file shop.jar --main-class shop.Main -C classes .
java -cp shop.jar shop.Main >wanted

run ccinstr instrument --check -o new shop.jar
is "$status" 0 'instrumented'
unlike err 'warning|error' 'without a complaint'
like err '^shop.jar: 4 classes, [34] rewritten, 0 refused' 'the summary'
unlike err 'JDK 24' 'native code is allowed by the manifest'
id=$("$CCINSTR" forest --tables new/ccinstr.plan |
    sed -n 's/.*identity=\(................\).*/\1/p')
is "${#id}" 16 'the plan is there'
package=ccinstr.rt.p$id

java -Xverify:all -cp new/shop.jar shop.Main >got
same wanted got 'it does what it did'
"$builddir/tests/tools/datachains" new/ccinstr.plan data/*.ccd >chains
like chains "^shop/Main.main:[^ ]*${tab}0$tab${tab}1\$" 'and leaves data'

# A run time that checks what it is told, in place of ours.
mkdir checked
sed "s/PACKAGE/$package/" "$srcdir/tests/fixtures/probe/Probe.java" >src/Probe.java
javac --release 8 -Xlint:-options -d checked src/Probe.java
java -Xverify:all -cp checked:new/shop.jar shop.Main $package.Probe >got
like got '^[1-9][0-9]+ events, 0 faults, state [0-9]+$' 'and probes are run'

# What is there besides.
unzip -Z1 shop.jar >entries
{
    cat entries
    printf 'META-INF/ccinstr/%s.plan\n' "$id"
    for class in Boot 'Classes$Known' 'Classes$Value' Classes Fresh Live Memory Probe 'Steps$Step' Steps \
        'Threads$Pair' Threads; do
        printf 'ccinstr/rt/p%s/%s.class\n' "$id" "$class"
    done
    printf 'META-INF/ccinstr/%s-linux-x86_64.so\n' "$id"
} >wanted.entries
unzip -Z1 new/shop.jar >entries
same wanted.entries entries 'the entries, and those of the run time behind them'
unzip -p new/shop.jar "META-INF/ccinstr/$id.plan" >plan
same plan new/ccinstr.plan 'the plan is the one beside it'
unzip -p new/shop.jar "META-INF/ccinstr/$id-linux-x86_64.so" >library
is "$(grep -c "CcPackage:ccinstr/rt/p$id/" library)" 1 'the library knows its package'
unzip -p new/shop.jar META-INF/MANIFEST.MF | tr -d '\r' >manifest
like manifest '^Enable-Native-Access: ALL-UNNAMED$' 'native code is allowed'
like manifest '^Main-Class: shop.Main$' 'to the program'

# The same again, and as forest plans it.
run ccinstr instrument --threads 1 --quiet -o again shop.jar
same new/shop.jar again/shop.jar 'the same bytes with one thread'
run ccinstr forest --plan-out forest.plan --stats shop.jar
same new/ccinstr.plan forest.plan 'the plan is that of forest'
run ccinstr instrument --depth 2 -o deep shop.jar
is "$(cmp -s new/ccinstr.plan deep/ccinstr.plan; echo $?)" 1 \
    'options of forest change it'

# plain() is reached by no probe: neither its caller nor it needs one.
code() {
    javap -c -p -cp "$1" "$2" | sed -n "/ $3(/,/^\$/p"
}
code new/shop.jar shop.Main main >main.code
like main.code "ccinstr/rt/p$id/Probe.entered" 'main is an entry'
like main.code 'Probe.made' 'and makes a lambda'
code new/shop.jar shop.Main plain >plain.code
unlike plain.code Probe 'a method that needs nothing is as it was'

# A folder, and the same folder again. What is called does not matter from here.
instrument() {
    run ccinstr instrument --analysis rta "$@"
}
instrument -o new classes
is "$status" 0 'a folder is instrumented'
instrument -o new classes
is "$status" 0 'and replaced'
id=$("$CCINSTR" forest --tables new/ccinstr.plan |
    sed -n 's/.*identity=\(................\).*/\1/p')
is "$(cd new/classes && ls ccinstr/rt/p*/Probe.class META-INF/ccinstr/* | tr '\n' ' ')" \
    "META-INF/ccinstr/$id-linux-x86_64.so META-INF/ccinstr/$id.plan \
ccinstr/rt/p$id/Probe.class " 'with the run time'
java -Xverify:all -cp new/classes shop.Main >got
same wanted got 'it runs'

# A class file has no room for it.
cat >One.java <<'END'
public class One {
    public static void main(String[] args) {
        System.out.println(two());
    }
    static int two() { return args().length; }
    static String[] args() { return new String[2]; }
}
END
javac -g One.java
run ccinstr instrument --analysis rta -o one One.class
is "$status" 0 'a class file is instrumented'
like err '^ccinstr-rt-[0-9a-f]{16}.jar: .* put it on their class path$' 'the run time is a jar'
like err '^from JDK 24 on, run it with: java --enable-native-access=ALL-UNNAMED$' \
    'that no manifest allows native code is said'
rm -rf data && mkdir data
is "$(java -cp "one:$(echo one/*.jar)" One)" 2 'it runs'
"$builddir/tests/tools/datachains" one/ccinstr.plan data/*.ccd >chains
like chains "^One.main:.*${tab}0${tab}3 - One.two:..I${tab}1\$" 'and leaves data'

# A web archive: where its classes begin.
mkdir -p war/WEB-INF/classes
cp -r classes/shop war/WEB-INF/classes/
jar --create --file app.war --no-manifest -C war .
instrument --interface-level public -o new app.war
unzip -Z1 new/app.war >entries
like entries '^WEB-INF/classes/ccinstr/rt/p[0-9a-f]{16}/Probe.class$' \
    'in a web archive it lies beside the classes'

# A module: its description lists the package.
printf 'module shop { exports shop; }\n' >src/module-info.java
javac -g -d mod src/module-info.java src/shop/Main.java
jar --create --file mod.jar --main-class shop.Main -C mod .
instrument -o new mod.jar
is "$status" 0 'a module is instrumented'
java -Xverify:all -p new/mod.jar -m shop >got
same wanted got 'it runs as a module'
javap -v -m shop -p new/mod.jar module-info 2>/dev/null >info ||
    unzip -qo new/mod.jar module-info.class -d x && javap -v x/module-info.class >info
like info "ccinstr.rt.p[0-9a-f]{16}\$" 'its list of packages has one more'

# Two modules share a third (t7028).
mkdir -p till/till
printf 'module till { requires shop; }\n' >till/module-info.java
printf 'package till; public class Till { public void f() { } }\n' \
    >till/till/Till.java
javac -p mod.jar -d tillmod till/module-info.java till/till/Till.java
jar --create --file till.jar -C tillmod .
instrument -o two --interface-level public mod.jar till.jar
is "$status" 0 'two modules are instrumented'
like err '^ccinstr-rt-[0-9a-f]{16}.jar: the run time' 'and share a jar'

# Two versions of a class: one of them was analysed.
mkdir -p v9/shop
sed 's/return x;/return x + 0;/' src/shop/Main.java >v9/shop/Main.java
javac --release 9 -g -d v9/classes v9/shop/Main.java
jar --create --file two.jar --main-class shop.Main -C classes . \
    --release 9 -C v9/classes . >jar.log 2>&1
instrument -o new two.jar
is "$status" 0 'a multi-release jar is instrumented'
instrument --strict -o new two.jar
is "$status" 1 'not all of it, says --strict'
like err 'two.jar: 4 classes are not the analysed version .* shop/Main.class$' \
    'one version is left, and said'

# What cannot be.
cp shop.jar ccinstr.plan
run ccinstr instrument -o clash ccinstr.plan
is "$status" 3 'an input in the place of the plan'
like err 'the plan has this name' 'is refused'
run ccinstr instrument -o none missing.jar
is "$status" 3 'without the input nothing is analysed'
is "$(ls none 2>/dev/null)" '' 'and nothing is written'
run ccinstr instrument --levels 16 -o none shop.jar
is "$status" 2 'options of forest are checked'
like err 'error: instrument: ' 'as those of instrument'
done_testing
