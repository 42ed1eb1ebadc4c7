#!/bin/sh
# SPDX-License-Identifier: MIT
# t6020-module-packages.t - a module's list of packages gains the run time's, which a
# later version puts into the jar; everything else of module-info is kept.
. "${srcdir:-.}/tests/lib.sh"
need javac java javap jar zip

mkdir -p src/shop
cat >src/module-info.java <<'END'
module shop { exports shop; }
END
cat >src/shop/Main.java <<'END'
package shop;

public class Main {
    public static void main(String[] args) {
        System.out.println(Main.class.getModule().getDescriptor().packages());
    }
}
END
javac -d classes src/module-info.java src/shop/Main.java
jar --create --file shop.jar --main-class shop.Main -C classes .

# packages JAR: those that its module-info lists, one per line.
packages() {
    rm -rf x && mkdir x
    (cd x && jar -xf "../$1" module-info.class)
    javap -v x/module-info.class |
        sed -n '/^ModulePackages:/,/^[A-Z]/s/^  *#[0-9]* *\/\/ *//p'
}

is "$(packages shop.jar)" shop 'jar lists the package of the module'
run ccinstr instrument --probes nop -o nop shop.jar
is "$status" 0 'rewritten'
is "$(packages nop/shop.jar)" "$(printf 'shop\nccinstr.rt.shop')" \
    'one is added'
run java -Xverify:all -p nop/shop.jar -m shop
is "$status" 0 'the module runs'
like out 'shop' 'it has its package'
like out 'ccinstr.rt.shop' 'and the new one'

run ccinstr instrument --probes nop --strict -o twice nop/shop.jar
is "$(packages twice/shop.jar)" "$(printf 'shop\nccinstr.rt.shop')" 'added once'
is "$status" 1 'instrumented twice: status under --strict'
like err 'shop/Main.class: class not instrumented: it is instrumented already' \
    'and it is said'
same nop/shop.jar twice/shop.jar 'it stays as it is'

run ccinstr instrument --probes none -o none shop.jar
same shop.jar none/shop.jar 'without probes nothing is added'

# Two modules of one program: no package may be in both.
mkdir -p two/till
cat >two/module-info.java <<'END'
module com.acme.till { requires shop; }
END
cat >two/till/Main.java <<'END'
package till;

public class Main {
    public static void main(String[] args) {
        shop.Main.main(args);
        System.out.println(Main.class.getModule().getDescriptor().packages());
    }
}
END
javac -p shop.jar -d till two/module-info.java two/till/Main.java
jar --create --file till.jar -C till .
run ccinstr instrument --probes nop -o nop shop.jar till.jar
run java -Xverify:all -p nop/shop.jar:nop/till.jar -m com.acme.till/till.Main
is "$status" 0 'two modules run together'
like out 'ccinstr.rt.com.acme.till' 'each has a package of its own'

# The description goes with its classes, whatever the patterns say of it.
run ccinstr instrument --probes nop --component 'shop.*' -o some shop.jar
is "$(packages some/shop.jar)" "$(printf 'shop\nccinstr.rt.shop')" \
    'edited if a class of the module is'
run ccinstr instrument --probes nop --component 'other.*' -o some shop.jar
same some/shop.jar shop.jar 'and left alone if none is'

# Hashes of other modules: those must not be rewritten behind its back.
mkdir mods
jar --create --file mods/shop.jar --hash-modules 'com.acme.*' -p till.jar \
    -C classes .
run ccinstr instrument --probes nop -o hashed mods/shop.jar
like err 'module-info.class: records hashes of other modules' 'hashes are told'

# A module-info without that list needs no entry.
(cd classes && zip -q ../plain.jar module-info.class shop/Main.class)
run ccinstr instrument --probes nop -o nop plain.jar
is "$(packages plain.jar)$(packages nop/plain.jar)" '' 'no list, none made'
run java -Xverify:all -p nop/plain.jar -m shop/shop.Main
is "$status" 0 'it runs as well'
done_testing
