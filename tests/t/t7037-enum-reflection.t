#!/bin/sh
# SPDX-License-Identifier: MIT
# t7037-enum-reflection.t - Class asks enums for their constants, by reflection: that is
# predicted, on each JDK.
. "${srcdir:-.}/tests/lib.sh"
need java javac

mkdir part client
cat >Part.java <<'END2'
package p;

import java.util.EnumMap;
import java.util.EnumSet;

public class Part {
    enum Named { A, B }
    enum Set { A, B }
    enum Map { A, B { int of() { return 2; } }; int of() { return 1; } }
    enum Never { A }
    public static String named(String s) {
        return Named.valueOf(s).name();
    }
    public static int set() {
        return EnumSet.allOf(Set.class).size();
    }
    public static int map() {
        EnumMap<Map, Integer> m = new EnumMap<>(Map.class);
        m.put(Map.B, Map.B.of());
        return m.size();
    }
    public static boolean never() {
        return Never.A.equals(null);
    }
}
END2
cat >Client.java <<'END2'
public class Client {
    public static void main(String[] args) {
        System.out.println(p.Part.named("A") + p.Part.set() + p.Part.map() + p.Part.never());
    }
}
END2
run javac -d part Part.java
run javac -cp part -d client Client.java
jdks
for home in "$old_jdk" "$new_jdk"; do
    on="on $(basename "$home")"
    rm -rf new data
    run ccinstr instrument --jdk "$home" --interface-level public -o new part
    is "$status" 0 "instrumented, $on"
    run "$home/bin/java" -Dccinstr.data=data/ -cp new/part:client Client
    is "$(cat out)" A21false "it runs, $on"
    run ccinstr report new/ccinstr.plan data --format tsv --what unpredicted
    is "$(sed 1d out)" '' "all of it was predicted, $on"
    run ccinstr report new/ccinstr.plan data --format tsv --what entries
    is "$(awk -F '\t' '/values:/ { print $1, ($NF > 0) }' out | tr '\n' ';')" \
        "p/Part\$Map.values:()[Lp/Part\$Map; 1;p/Part\$Named.values:()[Lp/Part\$Named; 1;p/Part\$Set.values:()[Lp/Part\$Set; 1;" \
        "entries are those that were asked, $on"
done
done_testing
