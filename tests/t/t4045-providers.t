#!/bin/sh
# SPDX-License-Identifier: MIT
# t4045-providers.t - classes that a program's own security providers name, and settings of
# security: in all four analyses, and what JVMs run.
. "${srcdir:-.}/tests/lib.sh"
need java javac

javac -nowarn -Xlint:-options --release 17 -d classes "$srcdir"/tests/fixtures/jdkloads/*.java \
    2>log || diag log

# expected NAME: the words behind `NAME:` in a comment.
expected() {
    sed -n "s,^// $1: ,,p" "$srcdir"/tests/fixtures/jdkloads/*.java | tr ' ' '\n' | LC_ALL=C sort
}

# made JDK ANALYSIS CLASS CALLER: classes of whom that code makes objects by reflection.
made() {
    "$CCINSTR" graph --jdk "$1" --analysis "$2" --main "loads.$3" --from "$4" --to '**' classes 2>err |
        awk -F'\t' '$7 ~ /reflect|accessible|guess/ && $6 ~ /[.]<init>:/ {
            sub(/[.]<init>:.*/, "", $6); sub(/^loads\//, "", $6); print $6 }' |
        LC_ALL=C sort -u
}

jdks
for jdk in "$old_jdk" "$new_jdk"; do
    for program in Providers Settings; do
        expected $program >wanted
        "$jdk"/bin/java -XX:TieredStopAtLevel=1 -cp classes loads.$program |
            sed 's,^loads[.],,' | LC_ALL=C sort >ran
        same wanted ran "$program: a JVM makes what is expected"
        case $program in
        Providers) by='java.security.Provider$Service' ;;
        *) by=loads.Settings ;;
        esac
        for analysis in cha rta 0cfa and; do
            made "$jdk" $analysis $program "$by" | grep -v / >found
            same wanted found "$program, $analysis: found, and nothing else of the program"
        done
    done
    made "$jdk" rta Settings 'javax.security.auth.login.**' >found
    is "$(cat found)" sun/security/provider/ConfigFile 'and what the file of the JDK names'
    "$jdk"/bin/java -Xlog:class+init=info -cp classes loads.Settings >out
    like out "Initializing 'sun/security/provider/ConfigFile'" 'which a JVM makes'
done

# All that is known is no gap; a key that is not is one.
"$CCINSTR" graph --analysis rta --main loads.Settings --gaps classes >out 2>err
is "$(grep -c 'loads/Settings' out)" 0 'a setting that is known is no gap'

# Less is known without java.security.
mkdir -p home/lib && ln -s "$old_jdk/lib/modules" home/lib/modules
cp "$old_jdk/release" home/
made home rta Settings 'javax.security.auth.login.**' >found
is "$(grep -c ConfigFile found)" 1 'without the file: what is cast to a class of that sort'
"$CCINSTR" graph --jdk home --analysis rta --main loads.Settings --gaps classes >out 2>err
like out 'loads/Settings.make' 'without the file it is a gap'
done_testing
