#!/bin/sh
# SPDX-License-Identifier: MIT
# t3010-truth-agent.t - the call chains that the agent tells from stacks (tests/oracle/truth.c)
# are those that the remarks of the programs in tests/fixtures/truth/ say, written by
# hand. TRUTH_JDK is another JDK's home.
. "${srcdir:-.}/tests/lib.sh"
need java javac javap "${CC:-cc}"
home=${TRUTH_JDK:-$(home_of javac)}
[ -f "$home/include/jvmti.h" ] || skip_all "no jvmti.h below $home"
fixtures=$srcdir/tests/fixtures/truth
release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")

needs() {
    sed -n 's|^// needs: ||p' "$fixtures/$1.java"
}
programs=''
for source in "$fixtures"/*.java; do
    name=${source##*/}
    name=${name%.java}
    if [ "$(needs "$name")" ] && [ "$(needs "$name")" -gt "$release" ]; then
        skip "$name" "needs JDK $(needs "$name")"
    else
        programs="$programs $name"
    fi
done
pass_if 'the library compiles' "$home/bin/javac" -J-XX:TieredStopAtLevel=1 -g -d library "$fixtures/lib/Library.java"

# The source line of each offset: class/method:descriptor, offset, line.
lines_of() {
    "$home/bin/javap" -J-XX:TieredStopAtLevel=1 -p -s -l -c "$@" | awk -v OFS='\t' '
        /^([a-z].* )?(class|interface) [^ ]/ {
            sub(/^(.* )?(class|interface) /, "")
            sub(/[ <{].*/, "")
            gsub(/\./, "/")
            class = $0
        }
        /^  [^ ].*;$/ {
            name = /static \{\};/ ? "<clinit>" : $0
            sub(/\(.*/, "", name)
            sub(/.* /, "", name)
            gsub(/\./, "/", name)
            if (name == class) name = "<init>"
        }
        /^    descriptor: / { method = class "." name ":" $2 }
        /^ +line [0-9]+: / { print method, $3, $2 + 0 }'
}

# Chains as the remarks have them: marks, no packages, no descriptors; what is one in
# these words together.
short() {   # SOURCE LINES CHAINS
    awk -F'\t' '
        function plain(s) {
            gsub(/:\([^ ]*/, "", s)
            sub(/^truth\//, "", s)
            sub(/:truth\//, ":", s)
            return s
        }
        FILENAME == ARGV[1] {
            if (match($0, / \/\/ @[a-z0-9]+$/)) mark[FNR] = substr($0, RSTART + 4)
            next
        }
        FILENAME == ARGV[2] {
            n[$1]++
            from[$1, n[$1]] = $2
            line[$1, n[$1]] = $3
            next
        }
        {
            m = $1
            text = plain($1) " " $2
            count = split($3, w, " ")
            for (i = 1; i <= count; i += 3) {
                at = best = 0
                for (k = 1; k <= n[m]; k++) {
                    if (from[m, k] <= w[i] + 0 && from[m, k] + 0 >= best + 0) {
                        best = from[m, k]
                        at = line[m, k]
                    }
                }
                text = text " " (at in mark ? mark[at] : "L" at) " " plain(w[i + 1]) " " plain(w[i + 2])
                m = w[i + 2]
            }
            hits[text] += $4
        }
        END { for (text in hits) print "= " hits[text] " " text }' "$@"
}

for name in $programs; do
    source=$fixtures/$name.java
    mkdir "$name"
    pass_if "$name compiles" "$home/bin/javac" -J-XX:TieredStopAtLevel=1 -g -nowarn \
        -Xlint:none -cp library -d "$name" "$source"
    (cd "$name" && find truth -name '*.class' | sed 's/\.class$//' | sort) >"$name.classes"
    run "$srcdir/tests/oracle/truth.sh" --agent "$scratch/truth.so" --jdk "$home" \
        "$name.classes" "$name.chains" -- -cp "$name:library" "truth.$name"
    is "$status$(cat err)" 0 "$name runs"
    sort -c "$name.chains" 2>err
    is "$?$(cut -f 1-3 "$name.chains" | uniq -d)" 0 "$name: each line once, sorted"
    lines_of "$name"/truth/*.class >lines
    short "$source" lines "$name.chains" | sort >got
    sed -n 's|^// \(= .*\)|\1|p' "$source" | sort >wanted
    same got wanted "$name: the chains that its remarks say"
done

# What is too deep is not there, and changes nothing of the rest.
for depth in 0 2; do
    run "$srcdir/tests/oracle/truth.sh" --agent "$scratch/truth.so" --jdk "$home" --depth $depth \
        Makers.classes chains -- -cp Makers:library truth.Makers
    awk -F'\t' -v most=$depth 'split($3, w, " ") <= 3 * most' Makers.chains >wanted
    same chains wanted "at most $depth steps"
done

# A class that is not of the component ends a run, and its initialiser is none.
grep -v Root Makers.classes >classes
run "$srcdir/tests/oracle/truth.sh" --agent "$scratch/truth.so" --jdk "$home" \
    classes chains -- -cp Makers:library truth.Makers
unlike chains 'truth/Root[.]' 'no method of a class outside'
like chains "^truth/Leaf.made:\(\)V${tab}1${tab}${tab}1\$" 'what it calls is an entry at the next level'

echo none/Such >classes
run "$srcdir/tests/oracle/truth.sh" --agent "$scratch/truth.so" --jdk "$home" \
    classes chains -- -cp Makers:library truth.Makers
is "$status$(cat chains)" 0 'no class of the component, no chains'
run "$srcdir/tests/oracle/truth.sh" --agent "$scratch/truth.so" --jdk "$home" \
    /dev/null chains -- -cp Makers:library truth.Makers
is "$status" 99 'no names at all: an error'
done_testing
