#!/bin/sh
# SPDX-License-Identifier: MIT
# t4036-properties.t - input of reflection that is wrong is told and ends nothing: properties
# without a value, a resource that is no text, a class that a resource names and that cannot
# be parsed.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir src
cat >src/Named.java <<'END'
package n;

public class Named {
    public static void main(String[] args) throws Exception {
        Class.forName(System.getProperty("n.part", "n.Usual")).newInstance();
        Class.forName(args[0]).newInstance();
    }
}

class Usual {
}

class Other {
}
END
javac -nowarn -Xlint:none -d classes src/Named.java 2>log || diag log

# made [OPTION...]: what the first call makes.
made() {
    run "$CCINSTR" graph --dynamic resolved --analysis rta --main n.Named --from n.Named "$@" classes
    awk -F'\t' '$6 ~ /^n.*<init>/ && $7 == "reflect" { print $6 }' out | LC_ALL=C sort -u | tr '\n' ' '
}

is "$(made --property n.part=n.Other)" 'n/Other.<init>:()V ' 'a property'
is "$(made --property n.part)" 'n/Usual.<init>:()V ' 'without a value it is left out'
made --property n.part >/dev/null
is "$status" 0 'and ends nothing'
is "$(cat err)" "ccinstr: warning: --property: 'n.part' is no property, and is left out: write KEY=VALUE (KEY= for an empty value)" \
    'but is told'
made --property =n.Other >/dev/null
like err "'=n.Other' is no property" 'no key'
made --property n.part= >/dev/null
is "$(cat err)" '' 'an empty value is one'

# What each JVM sets has no default, and is known only where the release of the JDK tells it;
# of a key that is not known the default counts, and what nobody knows.
cat >src/Keys.java <<'END'
package n;

public class Keys {
    static void key(String end) throws Exception {
        Class.forName(System.getProperty("n.handler." + end, "n.Usual")).newInstance();
    }

    static void keyAlone(String end) throws Exception {
        Class.forName(System.getProperty("n.handler." + end)).newInstance();
    }

    static void release() throws Exception {
        Class.forName("n.For" + System.getProperty("java.specification.version")).newInstance();
    }

    static void classes() throws Exception {
        String version = System.getProperty("java.class.version").replace('.', '_');
        Class.forName("n.Of" + version).newInstance();
    }

    static void system() throws Exception {
        Class.forName("n.On" + System.getProperty("os.name", "None")).newInstance();
    }

    static void vendor() throws Exception {
        Class.forName(System.getProperty("java.vendor", "n.Other")).newInstance();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            System.getProperties().stringPropertyNames().forEach(System.out::println);
            return;
        }
        key(args[0]);
        keyAlone(args[0]);
        release();
        classes();
        system();
        vendor();
    }
}

class OnLinux {
}

class OnMars {
}
END
release=$(java -XshowSettings:properties -version 2>&1 |
    sed -n 's,^ *java.specification.version = ,,p')
printf 'package n; class For%s { } class For1 { }\n' "$release" >src/For.java
javac -nowarn -Xlint:none -d keys src/*.java 2>log || diag log
"$CCINSTR" graph --dynamic resolved --analysis rta --main n.Keys --from n.Keys keys 2>err |
    awk -F'\t' '$6 ~ /^n.*<init>/ && $7 == "reflect" { print $1, $6 }' |
    sed 's,^n/Keys[.],,; s,:[^ ]*,,; s,:.*,,' | LC_ALL=C sort -u >found
cat >wanted <<END
key n/Usual.<init>
release n/For$release.<init>
system n/OnLinux.<init>
system n/OnMars.<init>
END
same wanted found 'keys in part, and those of each JVM'
"$CCINSTR" graph --dynamic resolved --analysis rta --main n.Keys --gaps keys 2>err |
    awk -F'\t' '$2 ~ /^n.Keys/ && $4 ~ /forName/ { print $2 }' |
    sed 's,^n/Keys[.],,; s,:.*,,' | LC_ALL=C sort -u | tr '\n' ' ' >gaps
is "$(cat gaps)" 'key keyAlone vendor ' 'what is not known is a gap' || diag gaps
java -cp keys n.Keys | LC_ALL=C sort >set
sed -n 's,^PROPERTY("\([^"]*\)".*,\1,p' "$srcdir/analysis/dynamic/properties.def" | LC_ALL=C sort >told
is "$(LC_ALL=C comm -23 set told)" '' 'the table has all that this JVM sets'

# A resource names a class that cannot be parsed.
printf 'part=n.Broken\n' >classes/parts.properties
printf '\312\376\272\276nonsense' >classes/n/Broken.class
made >/dev/null
is "$status" 0 'a broken class that a resource names ends nothing'
like err 'Broken.class' 'and is told, with its file' || diag err

# A resource that is no text.
rm classes/n/Broken.class
printf 'part=\0n.Other\377\376\n' >classes/parts.properties
made >/dev/null
is "$status$(cat err)" 0 'a resource that is no text names nothing, and ends nothing'
mkdir classes/META-INF && mkdir classes/META-INF/services
printf 'not a name!\n' >classes/META-INF/services/java.lang.Runnable
made >/dev/null
is "$status" 0 'a wrong file of services ends nothing'
done_testing
