#!/bin/sh
# SPDX-License-Identifier: MIT
# t4017-graph-fragment.t - components that are no programs: the examples of the papers,
# and small ones, each about one thing that a client can do.
#
# tests/fixtures/fragment/PACKAGE/: sources, and `expect`, written by somebody who read
# them: all lines of the lists, in short. The site is what the remark at the end of its
# line says, or -; ~ is in front of what is called outside; the last word is the most
# precise analysis that still has the line (and, if there is none).
#
#     edge CALLER SITE RECEIVER TARGET [ANALYSIS]
#     call ...                       the same, of an invokevirtual or invokeinterface
#     inherited ...                  the same, of what a client's class inherits: at a
#                                    site that may run the client's own, too
#     entry METHOD REASON CALLER [ANALYSIS]
#
# fragment/library/ is analysed in place of a JDK, whose classes can't be listed by hand.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need javac
home=$(home_of javac)
sources=$srcdir/tests/fixtures/fragment
all='station format callback arrays thrown casts fields ports tasks'
analyses='cha rta 0cfa and'

made fragment

missing=': warning: [0-9]* class.* missing, taken for'

# small ANALYSIS COMPONENT OPTION...: a list, in full, to the file list.
small() {
    "$CCINSTR" graph --jdk none --classpath library --analysis "$@" >list 2>err
    is "$?$(grep -v "$missing" err)" 0 "graph $*"
    is "$(tail -n +2 list | sort -c -u 2>&1)" '' "graph $*: in order"
}


# short PACKAGE: names and descriptors as `expect` has them.
short() {
    sed -e '1d' -e 's,L[A-Za-z/]*/\([A-Za-z]*\);,\1,g' -e "s,:\(([^)]*)\)[^$tab]*,\1,g" \
        -e "s,\(^\|[$tab:]\)$1/,\1,g" -e 's,java/[a-z]*/,,g' -e 's,\(lambda$[a-z]*\)$[0-9]*,\1,g'
}

# calls PACKAGE: caller, offset, line, called, receiver, target, as `expect` has them.
calls() {
    short $1 | awk -F'\t' '
        FILENAME != "-" {
            if (match($0, /(class|interface) [A-Za-z]+/)) {
                n = split(substr($0, RSTART, RLENGTH), word, " ")
                file[word[n]] = FILENAME
            }
            if (match($0, /\/\/ [a-z0-9]+$/)) label[FILENAME, FNR] = substr($0, RSTART + 3)
            next
        }
        {
            class = $1
            sub(/\..*/, "", class)
            at = file[class] SUBSEP $3
            print $1, (at in label ? label[at] : "-"), $5, ($6 == "external" ? "~" $4 : $6)
        }' "$sources/$1"/*.java - | sort
}

# want PACKAGE ANALYSIS PATTERN: the lines of `expect` whose first word matches.
want() {
    awk -v analysis=$2 -v first="^($3)\$" '
        BEGIN { rank["and"] = 1; rank["0cfa"] = 2; rank["rta"] = 3; rank["cha"] = 4 }
        $1 !~ first { next }
        { least = $NF in rank ? $NF : "and" }
        rank[least] <= rank[analysis] {
            sub(/^[a-z]+ /, "")
            if (least == $NF) sub(/ [^ ]+$/, "")
            print
        }' "$sources/$1/expect" | sort
}

# --- Each list of each example -----------------------------------------------------

for package in $all; do
    for analysis in $analyses; do
        small $analysis --inside $package
        is "$(head -n 1 list)" "$(printf '#caller\toffset\tline\tcalled\treceiver\ttarget\tkind')" \
            "$package, $analysis: columns of --inside"
        mv list component
        calls $package <component >got
        want $package $analysis 'edge|call' >wanted
        same got wanted "$package, $analysis: edges"
        is "$(awk -F'\t' 'NR > 1 && $7 != ($5 ~ /^lambda:/ ? "lambda" : "call")' component)" '' \
            "$package, $analysis: kinds of edges"

        small $analysis --exits $package
        awk -F'\t' '$7 == "call" || $7 == "lambda"' list | cut -f 1-5,7 | sort -u >got
        awk -F'\t' '$6 == "external"' component | cut -f 1-5,7 | sort >wanted
        same got wanted "$package, $analysis: exit sites"

        small $analysis --entries $package
        is "$(head -n 1 list)" "$(printf '#method\treason\tcaller\toffset\tkind')" \
            "$package, $analysis: columns of --entries"
        short $package <list | awk -F'\t' '{ print $1, $2, $3 }' | sort -u >got
        want $package $analysis entry >wanted
        same got wanted "$package, $analysis: entries"

        small $analysis --rc $package
        is "$(head -n 1 list)" "$(printf '#caller\toffset\tline\tcalled\tanalysis\treceiver\ttarget')" \
            "$package, $analysis: columns of --rc"
        is "$(tail -n +2 list | cut -f 5 | grep -vx $analysis)" '' "$package, $analysis: of one analysis"
        cut -f 1-4,6,7 list | calls $package >got
        want $package $analysis 'call|inherited' |
            sed 's/ \(client:[A-Za-z]*\) ~[A-Za-z]*/ \1 \1/; s/~//' | sort >wanted
        same got wanted "$package, $analysis: receivers"
    done
done

# --- Sites are instructions ----------------------------------------------------------

# Caller, offset and instruction of each invoke, as javap sees them.
javap -c -p -s $(find $all -name '*.class') | awk '
    /^[^ ].*\{$/ {
        match($0, /(class|interface) [A-Za-z.]+/)
        class = substr($0, RSTART, RLENGTH)
        sub(/.* /, "", class)
        short = class
        gsub(/\./, "/", class)
        sub(/.*\./, "", short)
    }
    /^  [^ ].*\(/ {
        name = $0
        sub(/\(.*/, "", name)
        sub(/.*[ .]/, "", name)
        if (name == short) name = "<init>"
    }
    /^  static \{\};/ { name = "<clinit>" }
    /descriptor: \(/ { method = class "." name ":" $2 }
    /^ +[0-9]+: invoke/ { print method "\t" $1 + 0 "\t" $2 }' | sort >invokes
for package in $all; do
    small cha --inside $package
    tail -n +2 list | cut -f 1,2 | sort -u >got
    grep -v 'invokedynamic' invokes | cut -f 1,2 | grep "^$package/" | sort -u >wanted
    is "$(comm -23 got wanted)" '' "$package: sites are where javap has them"
    small cha --rc $package
    tail -n +2 list | cut -f 1,2 | sort -u >got
    grep 'invokevirtual\|invokeinterface' invokes | cut -f 1,2 | grep "^$package/" | sort -u >wanted
    is "$(comm -23 got wanted)" '' "$package: those of --rc select"
done

# --- The same in front of a JDK ----------------------------------------------------

papers='station format'
for analysis in $analyses; do
    "$CCINSTR" graph --jdk "$home" --analysis $analysis --inside $papers >component 2>err
    is "$?$(grep -v "$missing" err)" 0 "a JDK, $analysis"
    for package in $papers; do
        { head -n 1 component; grep "^$package/" component; } | calls $package >got
        want $package $analysis 'edge|call' >wanted
        same got wanted "a JDK, $package, $analysis: edges"
    done
done
done_testing
