#!/bin/sh
# SPDX-License-Identifier: MIT
# t3004-oracle-recall.t - how much of a run a graph without roots has, and behind which
# sites the rest lies (tests/oracle/recall.awk, run.sh --no-roots).
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}" unzip
[ -f "${WORKLOADS_JARS:-/usr/share/java}/asm.jar" ] || skip_all 'no ASM'

# marks FILE: standard input with blanks made tabs; X becomes X:()V.
marks() {
    sed -E -e "s/ +/$tab/g" -e 's/([A-Z]\.(<clinit>|<init>|[a-z]+))/\1:()V/g' >"$1"
}
echo J >jdk
printf '%s\n' M A B C D E J >component

# Has the edge, its caller, its callee, enters that; then the record. J is of the JDK, Z
# made at run time. Reflection alone calls A and makes B, and so hides C and a call of B.
marks with <<'END'
1 1 1 1 <vm> -1 M.main - vm
1 1 1 0 M.main 1 J.invoke - call
0 1 1 1 J.way -1 A.a - reflect M.main 1
0 1 1 1 M.main 1 A.a - from reflect J.way -1
0 1 1 1 J.way -1 B.<init> - reflect M.main 5
0 1 1 1 M.main 5 B.<init> - from reflect J.way -1
1 1 1 0 A.a 2 C.<clinit> - init
1 1 1 0 A.a 3 J.go - call
1 1 1 0 J.go 4 C.c C call
1 1 1 0 J.go 4 C.c E call
1 1 1 0 M.main 9 B.b B call
0 1 1 0 M.main 9 D.d Z call
0 1 1 0 M.main 11 Z.z - call
0 0 1 0 Z.z 2 D.d - call
1 1 1 0 M.main 13 E.e - call
END
marks without <<'END'
1 1 1 1 <vm> -1 M.main - vm
1 1 1 0 M.main 1 J.invoke - call
0 1 0 0 J.way -1 A.a - reflect M.main 1
0 1 0 0 M.main 1 A.a - from reflect J.way -1
0 1 0 0 J.way -1 B.<init> - reflect M.main 5
0 1 0 0 M.main 5 B.<init> - from reflect J.way -1
0 0 0 0 A.a 2 C.<clinit> - init
0 0 0 0 A.a 3 J.go - call
0 0 0 0 J.go 4 C.c C call
0 0 0 0 J.go 4 C.c E call
0 1 0 0 M.main 9 B.b B call
0 1 0 0 M.main 9 D.d Z call
0 1 0 0 M.main 11 Z.z - call
0 0 0 0 Z.z 2 D.d - call
1 1 1 0 M.main 13 E.e - call
END
recall() {
    awk -v program=p -v missing=missing -f "$srcdir/tests/oracle/recall.awk" \
        jdk component with "$1"
}

recall without >row
printf 'p\t7\t100.00\t28.57\t5\t2\t0.00\t0.00\t7\t28.57\t3\n' >want
same row want 'edges, with roots and without, entries, methods, made at run time'
sort missing >found
marks want <<'END'
entry p reflect M.main 1 A.a absent
entry p reflect M.main 5 B.<init> absent
site p reflect M.main 1 3 1
site p reflect M.main 5 2 1
END
same found want 'what a site hides is laid to it: calls, initialisers, objects never made'

printf 'M.main:()V\t1\n' >gaps
awk -v program=p -v missing=missing -v gaps=gaps -f "$srcdir/tests/oracle/recall.awk" \
    jdk component with without >row
is "$(cut -f 12 row)" 2 'those behind a site that is no gap'
is "$(grep ^site missing | cut -f 5,8 | sort | tr '\t\n' ': ')" '1:gap 5:none ' 'and which site that is'
printf 'M.main:()V\t5\n' >>gaps
awk -v program=p -v missing=missing -v gaps=gaps -f "$srcdir/tests/oracle/recall.awk" \
    jdk component with without >row
is "$(cut -f 12 row)" 0 'all are behind gaps'

sed 's/^0\(.*from\)/1\1/' without >more
is "$(recall more | cut -f 4,7)" "57.14${tab}100.00" 'the edge at the origin counts'
sed '/J.way/{/from/!s/^0/1/;}' without >more
is "$(recall more | cut -f 4,7)" "57.14${tab}100.00" 'or that of reflection itself'
rm missing
is "$(recall with | cut -f 3,4)" "100.00${tab}71.43" 'being reachable is not enough'
is "$(grep -c '^entry.*reached$' missing)" 2 'and that is said'

# A call on a proxy that lacks the handler is laid to where the proxy was made.
marks with <<'END'
1 1 1 1 <vm> -1 M.main - vm
1 1 1 0 M.main 1 A.<init> - call
0 1 1 0 J.way -1 java/lang/reflect/Proxy.<init>:()V - reflect M.main 3
0 1 1 0 M.main 3 java/lang/reflect/Proxy.<init>:()V - from reflect J.way -1
1 1 1 0 M.main 5 A.a proxy:I proxy
END
sed '$s/^1/0/' with >without
printf '%s\n' J java/lang/reflect/Proxy >jdk
rm missing
recall without >row
is "$(cut -f 1,3-7 missing)" "site${tab}reflect${tab}M.main:()V${tab}3${tab}1${tab}0" \
    'what a proxy hides is laid to its maker'

# What the graph has of a record.
check=$scratch/check
${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O1 -o "$check" "$srcdir/tests/oracle/check.c" || exit 99
marks record <<'END'
<vm> -1 M.main - vm
A.a 4 B.b B call
M.main 1 A.a - from reflect J.way -1
M.main 3 A.a - from reflect J.way -1
M.main 5 B.b - call
END
marks graph <<'END'
<main> -1 1 - - M.main native
M.main -1 1 J.invoke - A.a reflect
M.main 3 1 J.invoke - C.c call
M.main -1 1 B.b B B.b call
END
run "$check" marks p /dev/null record graph
cut -f 1-7 out >marked
marks want <<'END'
0 0 1 1 <vm> -1 M.main
0 1 1 0 A.a 4 B.b
1 1 1 1 M.main 1 A.a
1 1 1 1 M.main 3 A.a
0 1 1 0 M.main 5 B.b
END
same marked want 'a reflective edge may stand at no offset, a call may not'

# A whole run.
run "$srcdir/tests/oracle/run.sh" --no-roots --keep "$scratch/kept" "$CCINSTR" \
    Reflections Callbacks
is "$status" 0 'a program is recorded and compared'
like out "^program${tab}analysis${tab}edges${tab}with roots %${tab}without %" 'a table'
like out "^Reflections${tab}rta${tab}15${tab}100.00${tab}(9|100)" 'its row'
like kept/Reflections/1/record.tsv \
    "Reflections.Named.text:.*reflect${tab}Reflections.main:[^$tab]*${tab}[0-9]+\$" \
    'what called reflection is recorded'
unlike kept/Reflections/1/record.tsv "${tab}reflect${tab}j[^$tab]*/reflect/" \
    'and is no frame of reflection'

# Thirteen ways in which the JDK calls a program back. All that is missing is behind these:
# the class of a bean and its setters are named in a document; what a lambda is read by is at
# SerializedLambda.readResolve, which the agent takes for reflection.
LC_ALL=C sort >allowed <<'END'
java/beans/Statement.invokeInternal
java/io/ObjectStreamClass.invokeReadResolve
END
awk -F'\t' '$1 == "site" && $2 == "Callbacks" { sub(/:.*/, "", $4); print $4 }' \
    kept/missing.tsv | LC_ALL=C sort -u | LC_ALL=C comm -23 - allowed >others
is "$(cat others)" '' 'callbacks of the JDK: sites that hide them are known'
is "$(awk -F'\t' '$1 == "Callbacks" { print ($5 >= 95) }' out)" 1 'and the graph has 95 of a hundred'

# What was recorded is there for other builds.
cp -R kept again
echo left >again/Reflections/1/mark
run "$srcdir/tests/oracle/run.sh" --no-roots --recorded again "$CCINSTR" Reflections
is "$status" 0 'what was recorded is compared again'
like out "^Reflections${tab}rta${tab}15${tab}100.00${tab}(9|100)" 'with the same row'
unlike out '^Callbacks' 'and no other'
is "$(cat again/Reflections/1/mark)" left 'it was not recorded again'
done_testing
