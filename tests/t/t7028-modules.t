#!/bin/sh
# SPDX-License-Identifier: MIT
# t7028-modules.t - several modules of one plan share a run time that is a module of its
# own: on the module path and the class path, with automatic modules, with a class loader
# for each module. What a run leaves is what the same classes in one folder leave.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar unzip zip
chains=$builddir/tests/tools/datachains

jdks

# api calls back into impl, which is a service; each calls on.
mkdir -p api/api impl/impl main/main
cat >api/module-info.java <<'END'
module api { exports api; uses api.Shape; }
END
cat >api/api/Shape.java <<'END'
package api;
public interface Shape {
    int area();
    default int twice() { return area() + area(); }
    static int all(Iterable<Shape> shapes) {
        int sum = 0;
        for (Shape s : shapes) {
            sum += s.twice();
        }
        return sum;
    }
}
END
cat >api/api/Shapes.java <<'END'
package api;
import java.util.ServiceLoader;
public class Shapes {
    public static Iterable<Shape> find(ClassLoader from) {
        return ServiceLoader.load(Shape.class, from);
    }
}
END
cat >impl/module-info.java <<'END'
module impl { requires api; provides api.Shape with impl.Square; }
END
cat >impl/impl/Square.java <<'END'
package impl;
public class Square implements api.Shape {
    public int area() { return side() * side(); }
    int side() { return Sides.of(this); }
    static class Sides {
        static int of(Square s) { return 3; }
    }
}
END
cat >main/module-info.java <<'END'
module main { requires api; requires static impl; exports main; }
END
cat >main/main/Main.java <<'END'
package main;
import api.Shape;
import api.Shapes;
import java.util.List;
public class Main {
    static class Unit implements Shape {
        public int area() { return 1; }
    }
    public static void main(String[] args) {
        Iterable<Shape> found = Shapes.find(Main.class.getClassLoader());
        System.out.println(Shape.all(found));
        System.out.println(Shape.all(List.of(new Unit(), () -> 5)));
    }
}
END
# bus calls what a client has for a type of a library, lib.
mkdir -p lib/lib bus/bus user/main
echo 'module lib { exports lib; }' >lib/module-info.java
echo 'module bus { exports bus; requires transitive lib; }' >bus/module-info.java
echo 'module user { requires bus; exports main; }' >user/module-info.java
cat >lib/lib/Listener.java <<'END'
package lib;
public interface Listener { int heard(int x); }
END
cat >bus/bus/Bus.java <<'END'
package bus;
public class Bus {
    public int send(lib.Listener l) { return one(l) + one(l); }
    int one(lib.Listener l) { return l.heard(1) + two(); }
    int two() { return Two.f(); }
    public static class Two {
        public static int f() { return 2; }
    }
}
END
cat >user/main/Main.java <<'END'
package main;
public class Main {
    public static class L implements lib.Listener {
        public int heard(int x) { return x + bus.Bus.Two.f(); }
    }
    public static void main(String[] args) {
        System.out.println(new bus.Bus().send(new L()));
    }
}
END
javac -J-XX:TieredStopAtLevel=1 -g --release 9 --module-source-path . -d mods \
    -m api,impl,main,bus,user 2>javac.log
printf 'Main-Class: main.Main\nClass-Path: a-folder-with-a-long-name/ api.jar impl.jar another.jar\n' \
    >manifest
mkdir jars all
(cd mods/api && zip -qr "$scratch/jars/api.jar" .)
(cd mods/impl && zip -qr "$scratch/jars/impl.jar" .)
jar --create --file jars/main.jar --manifest manifest -C mods/main .
java -p jars -m main/main.Main >wanted
is "$(tr '\n' ' ' <wanted)" '18 12 ' 'the program'

# got WHAT: it said what it always says, and the one data file has the chains.
got() {
    same got wanted "$1: it does what it did"
    is "$(own_words err)" '' "$1: and says nothing"
    is "$(find data -name '*.ccd' | wc -l)" 1 "$1: one data file"
    "$chains" "${2:-new}/ccinstr.plan" data/*.ccd | grep -v '^#' >chains
    same chains all.chains "$1: all chains"
    rm -rf data
    mkdir data
}

# The same classes without modules, in one folder.
cp -r mods/api/api mods/impl/impl mods/main/main all
mkdir -p all/META-INF/services data
echo impl.Square >all/META-INF/services/api.Shape
run "$CCINSTR" instrument --analysis rta --main main.Main -o one all
is "$status" 0 'one folder'
java -Dccinstr.data=data/ -cp one/all main.Main >got
"$chains" one/ccinstr.plan data/*.ccd | grep -v '^#' >all.chains
like all.chains 'main/Main.main:.*Shape.all:.*Shape.twice:.*Square.area:.*Square.side:.*[1-9]$' \
    'a chain through three packages'
rm -rf data
mkdir data

# --- Three modules -------------------------------------------------------------------------

run "$CCINSTR" instrument -v --analysis rta --main main.Main -o new jars/main.jar jars/api.jar jars/impl.jar
is "$status" 0 'three modules'
id=$("$CCINSTR" forest --tables new/ccinstr.plan |
    sed -n 's/.*identity=\(................\).*/\1/p')
like err "^ccinstr-rt-$id.jar: the run time" 'it says what is there besides'
like err "^from JDK 24 on, .*[(]as modules: ccinstr.rt.p$id[)]" 'of Main-Class modules have nothing'
like err "main.jar!module-info.class: the module now requires ccinstr.rt.p$id" 'and why'
is "$(cd new && echo *)" "api.jar ccinstr-rt-$id.jar ccinstr.plan impl.jar main.jar" 'one jar more'
for jar in api impl main; do
    unzip -Z1 new/$jar.jar >entries
    unlike entries 'ccinstr' "$jar: no run time in it"
done
for jdk in "$old_jdk" "$new_jdk"; do
    what=$(sed -n 's/^JAVA_VERSION="\([^"]*\)"/JDK \1/p' "$jdk/release")
    "$jdk/bin/java" -Xverify:all -Dccinstr.data=data/ -p new -m main/main.Main >got 2>err
    got "$what, module path"
done
if [ "$release" -ge 24 ]; then
    "$new_jdk/bin/java" --enable-native-access="ccinstr.rt.p$id" -Dccinstr.data=data/ \
        -p new -m main/main.Main >got 2>err
    is "$(cat err)" '' 'with native access it is silent'
    got 'with native access'
else
    skip 'native access' 'no JDK 24 or later'
fi

# On the class path the service needs its file; one jar names the others.
mkdir -p services/META-INF/services
echo impl.Square >services/META-INF/services/api.Shape
java -Dccinstr.data=data/ -cp new/main.jar:services main.Main >got 2>err
got 'class path, by what the manifest names'
unzip -p new/main.jar META-INF/MANIFEST.MF >manifest
is "$(awk 'length > 73' manifest)" '' 'no line of the manifest is too long'
unzip -p new/api.jar META-INF/MANIFEST.MF | tr -d '\r' >manifest
is "$(cat manifest)" "Manifest-Version: 1.0
Class-Path: ccinstr-rt-$id.jar" 'a manifest where there was none'

# A class loader for each module.
cat >Layers.java <<'END'
import java.lang.module.*;
import java.nio.file.Path;
import java.util.Set;
public class Layers {
    public static void main(String[] args) throws Exception {
        ModuleFinder finder = ModuleFinder.of(Path.of(args[0]));
        ModuleLayer boot = ModuleLayer.boot();
        Configuration all = boot.configuration()
                .resolveAndBind(finder, ModuleFinder.of(), Set.of(args[1]));
        ModuleLayer layer = boot.defineModulesWithManyLoaders(all, null);
        layer.findLoader(args[1]).loadClass("main.Main").getMethod("main", String[].class)
                .invoke(null, (Object) new String[0]);
    }
}
END
javac -d . Layers.java
java -cp . Layers jars main >wanted.layers 2>&1
same wanted.layers wanted 'a loader for each module, originals'
java -Dccinstr.data=data/ -cp . Layers new main >got 2>err
got 'a loader for each module'

# A library that the loader of the run time does not see.
mkdir path
for module in lib bus user; do
    (cd mods/$module && zip -qr "$scratch/path/$module.jar" .)
done
run "$CCINSTR" instrument --analysis rta --interface-level public --classpath path/lib.jar -o seen \
    path/bus.jar jars/api.jar
cp seen/*.jar path
java -Dccinstr.data=data/ -cp . Layers path user >got 2>err
is "$(cat got && own_words err)" 10 'a library that the run time does not see'
"$chains" seen/ccinstr.plan data/*.ccd >chains
unlike chains '^#receiver' 'its types are known all the same'
like chains "^bus/Bus.send:.*Bus.one:.*Bus.two:.*Two.f:..I$(printf '\t')1\$" 'with chains'
rm -rf data
mkdir data

# Folders: the same, but for Class-Path.
run "$CCINSTR" instrument --analysis rta --main main.Main -o exploded mods/main mods/api mods/impl
is "$status" 0 'folders'
java -Dccinstr.data=data/ -p exploded/main:exploded/api:exploded/impl:exploded \
    -m main/main.Main >got 2>err
got folders exploded

# With a part of the JDK the run time is in java.base, which must let them in.
run "$CCINSTR" instrument --analysis rta --main main.Main -o patched jars/main.jar jars/api.jar \
    mods/impl all jrt:/java.logging
is "$status" 0 'with a part of the JDK'
like err '^run it with: .*=ALL-UNNAMED,main,api,impl,java.logging$' 'to whom java.base is open'

# --- With an automatic module, and what is on the class path -----------------------------------

rm mods/impl/module-info.class
mkdir -p mods/impl/META-INF/services
echo impl.Square >mods/impl/META-INF/services/api.Shape
rm jars/impl.jar
(cd mods/impl && zip -qr "$scratch/jars/impl.jar" .)
run "$CCINSTR" instrument --analysis rta --main main.Main -o mixed jars/main.jar jars/api.jar jars/impl.jar
is "$status" 0 'one of them is no module'
java -Dccinstr.data=data/ -p mixed --add-modules impl -m main/main.Main >got 2>err
got 'an automatic module' mixed
java -Dccinstr.data=data/ -p mixed/main.jar:mixed/api.jar:mixed -cp mixed/impl.jar \
    -m main/main.Main >got 2>err
got 'module path and class path' mixed
run "$CCINSTR" instrument --analysis rta --main main.Main -o last jars/main.jar jars/api.jar mods/impl
java -Dccinstr.data=data/ -p last/main.jar:last/api.jar:last -cp last/impl \
    -m main/main.Main >got 2>err
got 'modules, and a folder on the class path' last
java -Dccinstr.data=data/ -cp last/main.jar:last/impl:last/api.jar main.Main >got 2>err
got 'all of that on the class path' last
done_testing
