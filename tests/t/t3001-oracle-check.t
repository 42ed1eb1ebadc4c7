#!/bin/sh
# SPDX-License-Identifier: MIT
# t3001-oracle-check.t - the comparison of recorded edges with a graph finds what
# is missing, and nothing else (tests/oracle/check.c).
. "${srcdir:-.}/tests/lib.sh"
need "${CC:-cc}"

check=$scratch/check
${CC:-cc} -D_GNU_SOURCE -std=gnu11 -O1 -o "$check" \
    "$srcdir/tests/oracle/check.c" || exit 99

# tsv FILE: standard input with blanks made tabs; every method name X becomes
# X:()V, which keeps what follows short.
tsv() {
    sed -E -e "s/ +/$tab/g" \
        -e 's/([A-Z]\.(<clinit>|[a-z]+))/\1:()V/g' >"$1"
}

tsv record <<'END'
<vm>     -1 L.help  -  vm
<vm>     -1 M.main  -  vm
<vm>     -1 T.run   -  vm
A.a      1  B.b     B  call
A.a      1  B.b     C  call
A.a      5  D.d     lambda:D.d  lambda
B.b      3  E.<clinit>  -  init
B.b      7  F.f     proxy:I  proxy
M.main   2  A.a     -  call
N.n      -1 G.g     -  reflect
END
tsv graph <<'END'
<main>   -1 1 -   -        M.main  native
<vm>     -1 1 -   -        N.n     native
<vm>     -1 1 -   -        T.run   thread
<vm>     -1 1 -   -        L.help  native
<vm>     -1 1 -   -        G.g     native
A.a      1  1 I.b B        B.b     call
A.a      1  1 I.b C        B.b     call
A.a      5  1 I.d lambda:- D.d     lambda
B.b      3  1 -   -        E.<clinit>  init
B.b      7  1 I.f proxy:I  F.f     call
M.main   2  1 A.a -        A.a     call
Z.z      2  1 A.a -        A.a     call
END
: >no-gaps
label=p/rta/17
gaps=no-gaps

edges() {
    run "$check" edges "$label" "$gaps" record "$@"
}

# without PATTERN: the graph without the lines that match it.
without() {
    grep -Ev -e "$1" graph >part
    edges part
}

edges graph
is "$status" 0 'a graph that has all edges'
like out '^p/rta/17: 6 edges checked, 0 missing, .* 0 consequences' \
    'edges made by bytecode are counted'
status=0
"$check" edges p no-gaps record <graph >out 2>err || status=$?
is "$status" 0 'a graph from a pipe'

without 'init$'
is "$status" 1 'an initialiser without its edge'
like out '^miss.B.b:\(\)V.3.E.<clinit>:\(\)V.-.init$' 'is named'
without 'C.B.b'
is "$status" 1 'a receiver that is not at the site'
like out '^receiver.A.a:\(\)V.1.B.b:\(\)V.C.call$' 'is named'
unlike out '^receiver.*B.call' 'the one that is there is not'
without 'G.g'
is "$status" 1 'a method entered by reflection that is not reachable'
like out '^root.N.n:\(\)V.-1.G.g' 'is named'
without 'T.run'
is "$status" 1 'a thread that is not started'
like out '^root.<vm>.-1.T.run' 'is named'
sed 's/thread$/call/; s/^<vm>\(.*T.run\)/Z.z:()V\1/' graph >part
edges part
is "$status" 1 'a thread body that is only called'

sed '/^[ABMZ]/d' graph >part
edges part
is "$status" 1 'a method that is reached by none of its callers'
like out '^miss.M.main:\(\)V.2.A.a' 'the edge that leads there is missing'
like out '^consequence.A.a:\(\)V.3 edges.of.M.main:\(\)V.2.A.a' \
    'its callees follow from that'
like out '^consequence.B.b:\(\)V.2 edges.of.M.main:\(\)V.2.A.a' 'and theirs'
unlike out '^miss.B.b' 'what follows is no miss of its own'
like out ' 1 missing, .* 5 consequences' 'they are counted apart'

sed 's/lambda:-/lambda:X.x:()V/' graph >part
edges part
is "$status" 1 'another lambda'
sed 's/proxy:I/proxy:J/' graph >part
edges part
is "$status" 1 'another proxy'
sed 's/\([BC]\)\(.B.b:()V.call\)/-\2/' graph >part
edges part
is "$status" 0 'a receiver that the graph leaves open'

# Gaps may be 1 %, so there are 600 more edges.
awk 'BEGIN { for (i = 1; i <= 600; i++)
    printf "W.w:()V\t%d\tV.v:()V\t-\tcall\n", i }' >>record
awk 'BEGIN { for (i = 1; i <= 600; i++)
    printf "W.w:()V\t%d\t1\tV.v:()V\t-\tV.v:()V\tcall\n", i
    printf "<vm>\t-1\t1\t-\t-\tW.w:()V\tnative\n" }' >>graph
edges graph
is "$status" 0 'a larger graph'
gaps=gaps
cat >gaps <<'END'
# A remark.
p/*/17 B.b:* 3 E.<clinit>:()V   never seen before
END
without 'init$'
is "$status" 0 'a gap that is known'
like out 'known gaps 1$' 'is counted'
label=other/rta/17
without 'init$'
is "$status" 1 'another program has no such gap'
label=p/rta/17
edges graph
is "$status" 1 'a gap that is of no use'
like out '^gap.line 2 is of no use' 'is named by its line'
sed 's/never/sometimes/' gaps >more && mv more gaps
edges graph
is "$status" 0 'a gap that is there sometimes'
echo 'p/*/* M.main:* 2 A.a:* what follows counts as well' >>gaps
sed '/^[ABMZ]/d' graph >part
edges part
is "$status" 0 'not more than one percent'
like out 'known gaps 6$' 'what follows from a gap counts'
echo 'p/*/* W.w:* 17 * one more' >>gaps
grep -v '^W.w:()V.17' part >smaller
edges smaller
is "$status" 1 'more than one percent'
like out 'known gaps 7, too many$' 'is too much'
echo 'p/*/* M.main:()V 2' >>gaps
edges graph
is "$status" 2 'a gap without a reason'
gaps=no-gaps

# What ends early or is none at all must not pass.
: >empty
edges empty
is "$status" 2 'an empty graph'
edges no-such-file
is "$status" 2 'no graph'
cut -f 1-5 graph >short
edges short
is "$status" 2 'a graph with too few columns'
printf 'A.a:()V\t1\tB.b:()V\tB\tcall\n' >>record
edges graph
is "$status" 2 'a record that is not sorted'

tsv record <<'END'
<vm>     -1 L.help  -  vm
<vm>     -1 M.main  -  vm
<vm>     -1 T.run   -  vm
A.a      1  B.b     B  call
A.a      3  C.<clinit>  -  init
A.a      3  O.load  -  upcall
N.n      -1 G.g     -  reflect
N.n      -1 H.<clinit>  -  native
END
run "$check" roots p/rta/17 no-gaps record M
printf '%s\n' 'G.g:()V' 'H.<clinit>:()V' 'L.help:()V' 'O.load:()V' >wanted
same out wanted 'roots are what no bytecode enters, save main and threads'
echo 'p/*/* * 1 * known' >gaps
run "$check" roots p/rta/17 gaps record M
{
    echo 'B.b:()V'
    cat wanted
} >more
same out more 'and what known gaps lead to'

done_testing
