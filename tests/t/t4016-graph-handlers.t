#!/bin/sh
# SPDX-License-Identifier: MIT
# t4016-graph-handlers.t - what is thrown under many handlers comes to the first
# that takes it, however many there are, and only what none takes to the caller.
. "${srcdir:-.}/tests/lib.sh"
need javac java

n=200
awk -v n=$n 'BEGIN {
    print "public class Deep {"
    print "  static class Note extends RuntimeException { void note() {} }"
    for (i = 0; i < n; i++)
        print "  static class E" i " extends Note { void note() {} }"
    print "  static class Sub extends E" n - 2 " { void note() {} }"
    print "  static class Rest extends Note { void note() {} }"
    print "  static void any(int i) {\n    switch (i) {"
    for (i = 0; i < n; i++) print "    case " i ": throw new E" i "();"
    print "    case -1: throw new Sub();"
    print "    default: throw new Rest();\n    }\n  }"
    print "  static void nested(int i) {"
    for (i = 0; i < n; i++) print "    try {"
    print "    any(i);"
    for (i = 0; i < n; i++) print "    } catch (E" i " e) {\n    e.note(); }"
    print "  }\n  public static void main(String[] args) {"
    print "    try { nested(args.length); } catch (Note e) { e.note(); }"
    print "  }\n}"
}' >Deep.java
pass_if 'compiles' javac -g -d . Deep.java

# The number of the E whose handler it is, from the line; and who comes there.
first=$(($(grep -n 'any(i);' Deep.java | cut -d: -f1) + 2))
awk -v n=$n 'BEGIN {
    for (i = 0; i < n; i++) print i "\tDeep$E" i
    print n - 2 "\tDeep$Sub"
    print "main\tDeep$Rest"
}' | sort >want
for analysis in 0cfa and; do
    "$CCINSTR" graph --analysis $analysis --main Deep --from 'Deep#*' \
        --to 'Deep$**' Deep*.class >edges 2>err
    is "$?$(cat err)" 0 "$analysis"
    awk -F'\t' -v first="$first" '$6 ~ /\.note:/ {
        sub(/\.note:.*/, "", $6)
        print ($1 ~ /main/ ? "main" : ($3 - first) / 2) "\t" $6
    }' edges | sort >got
    same got want "$analysis: each comes to its own handler"
done
done_testing
