#!/bin/sh
# SPDX-License-Identifier: MIT
# t6020-module.t - a module's list of packages gains the run time's, which a
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
is "$(packages nop/shop.jar)" "$(printf 'shop\nccinstr.rt')" 'one is added'
run java -Xverify:all -p nop/shop.jar -m shop
is "$status" 0 'the module runs'
like out 'shop' 'it has its package'
like out 'ccinstr.rt' 'and the new one'

run ccinstr instrument --probes nop -o twice nop/shop.jar
is "$(packages twice/shop.jar)" "$(printf 'shop\nccinstr.rt')" 'added once'

run ccinstr instrument --probes none -o none shop.jar
same shop.jar none/shop.jar 'without probes nothing is added'

# A module-info without that list needs no entry.
(cd classes && zip -q ../plain.jar module-info.class shop/Main.class)
run ccinstr instrument --probes nop -o nop plain.jar
is "$(packages plain.jar)$(packages nop/plain.jar)" '' 'no list, none made'
run java -Xverify:all -p nop/plain.jar -m shop/shop.Main
is "$status" 0 'it runs as well'
done_testing
