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
