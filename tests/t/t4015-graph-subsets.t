#!/bin/sh
# SPDX-License-Identifier: MIT
# t4015-graph-subsets.t - Andersen's graph is part of that of 0-CFA, which is part
# of RTA's, which is part of CHA's; RTA's has the same bytes whenever and from
# whatever world. On real jars: those of GRAPH_JARS, words JAR:PACKAGE; the edges
# from that package and those below are compared, as the lines of CHA are many. A program
# has t4012.
# make check-jars has more jars.
. "${srcdir:-.}/tests/lib.sh"
need javac java

jars=${CCINSTR_JARS:-/usr/share/java}
list=${GRAPH_JARS:-'asm:org.objectweb.asm xz:org.tukaani.xz'}
home=$(home_of javac)
graph() {
    "$CCINSTR" graph --jdk "$home" --analysis rta "$@"
}

# edges NAME ANALYSIS ARGUMENT...: to the file ANALYSIS.
edges() {
    edges_name=$1 edges_analysis=$2
    shift 2
    graph --analysis "$edges_analysis" "$@" >"$edges_analysis" 2>err
    is "$?" 0 "$edges_name: $edges_analysis" || diag err
    is "$(sort -c -u "$edges_analysis" 2>&1)" '' \
        "$edges_name: $edges_analysis is in order"
}

# within PART WHOLE NAME: every line of the one file is in the other.
within() {
    is "$(comm -23 "$1" "$2" | head -n 20)" '' "$3: $1 is within $2"
}

# subsets NAME ARGUMENT...
subsets() {
    subsets_name=$1
    shift
    for analysis in cha rta 0cfa and; do
        edges "$subsets_name" $analysis "$@"
    done
    is "$([ "$(wc -l <and)" -gt 100 ]; echo $?)" 0 "$subsets_name: there are some"
    within rta cha "$subsets_name"
    within 0cfa rta "$subsets_name"
    within and 0cfa "$subsets_name"
    echo "# $subsets_name: $(wc -l <cha) $(wc -l <rta) $(wc -l <0cfa) $(wc -l <and)"
}

for jar in $list; do
    package=${jar#*:}
    jar=${jar%%:*}
    if [ ! -f "$jars/$jar.jar" ]; then
        skip "$jar" "no $jars/$jar.jar"
        continue
    fi
    subsets "$jar" --interface-level public --from "$package.**" "$jars/$jar.jar"
    graph --interface-level public --methods --to "$package.**" "$jars/$jar.jar" >one 2>err
    graph --interface-level public --methods --to "$package.**" --world all \
        "$jars/$jar.jar" >all 2>err
    same one all "$jar: the world makes no difference to RTA"
    graph --interface-level public --from "$package.**" "$jars/$jar.jar" >again 2>err
    same rta again "$jar: two runs, the same bytes"
done
done_testing
