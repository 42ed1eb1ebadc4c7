#!/bin/sh
# SPDX-License-Identifier: MIT
# levels.sh - what each level of --dynamic makes of the programs of programs.txt: Tables I to
# III of paper 004 (Sawin, Rountev: Assumption Hierarchy for a CHA Call Graph Construction
# Algorithm, 2011); levels.md to standard output.
#
#     levels.sh [--jdk HOME] [--only REGEX] [--keep DIR] CCINSTR
#
# A program of which a jar is not installed is left out, and said so. What is written below
# "## What differs" stays as it is in levels.md.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

# one NAME MAIN JAR...: its tables, by cha and rta
one() {
    name=$1 main=$2 jar=$jars/$3.jar path=
    shift 2
    for needed in "$@"; do
        [ -f "$jars/$needed.jar" ] || {
            echo "levels.sh: $name is left out: no $jars/$needed.jar" >&2
            return
        }
        [ "$jars/$needed.jar" = "$jar" ] || path=${path:+$path:}$jars/$needed.jar
    done
    for analysis in cha rta; do
        [ -s "$work/$name.$analysis" ] ||
            "$ccinstr" graph --levels-table --analysis $analysis --jdk "$jdk" --main "$main" \
                ${path:+--classpath "$path"} "$jar" >"$work/$name.$analysis" ||
            die "$name by $analysis"
    done
    echo "$name" >>"$work/names"
}

: >"$work/names"
grep -v '^#' "$here/programs.txt" | grep -E "^($only):" | tr -d ':;' >"$work/list"
while read -r name main all; do
    # shellcheck disable=SC2086
    one "$name" "$main" $all </dev/null
done <"$work/list"

# figures ANALYSIS: lines of `program level methods edges` and then calls and those resolved
# of the three kinds.
figures() {
    while read -r name; do
        awk -v p="$name" '
            /^Reachable/ { late = 1; next }
            /^The|CPU s$/ { next }
            late && NF > 8 { print p, $1, m[$1], e[$1], $2, $3, $5, $6, $8, $9 }
            !late && NF > 8 { m[$1] = $2; e[$1] = $4; if ($1 == "off") print p, $1, $2, $4 }' \
            "$work/$name.$1"
    done <"$work/names"
}

# table COLUMN: methods (3) or edges (4) at each level, and the average decrease.
table() {
    awk -v k="$1" '
        $2 != "no-resource-names" {
            if (!($1 in is)) { is[$1]; name[++n] = $1 }
            v[$1, $2] = $k
        }
        END {
            m = split("off behaved encapsulated casts strings environment resolved", l, " ")
            printf "| program |"; for (i = 1; i <= m; i++) printf " %s |", l[i]
            printf "\n|---|"; for (i = 1; i <= m; i++) printf "---|"
            print ""
            for (j = 1; j <= n; j++) {
                printf "| %s |", name[j]
                for (i = 1; i <= m; i++) {
                    printf " %d |", v[name[j], l[i]]
                    d[i] += 100 * (1 - v[name[j], l[i]] / v[name[j], "behaved"])
                }
                print ""
            }
            printf "| average decrease | | |"
            for (i = 3; i <= m; i++) printf " %.1f %% |", d[i] / n
            print ""
        }'
}

# shares: of all calls, the average share of those resolved, at each level.
shares() {
    awk '$2 != "off" && $2 != "no-resource-names" {
            if (!($2 in is)) { is[$2]; level[++m] = $2 }
            n[$2]++
            for (k = 0; k < 3; k++) {
                if ($(5 + 2 * k)) { s[$2, k] += 100 * $(6 + 2 * k) / $(5 + 2 * k); of[$2, k]++ }
            }
        }
        END {
            split("forName newInstance invoke", what, " ")
            printf "| |"; for (i = 1; i <= m; i++) printf " %s |", level[i]
            printf "\n|---|"; for (i = 1; i <= m; i++) printf "---|"
            print ""
            for (k = 0; k < 3; k++) {
                printf "| %s |", what[k + 1]
                for (i = 1; i <= m; i++) printf " %.0f %% |", s[level[i], k] / of[level[i], k]
                print ""
            }
        }'
}

components() {
    echo '| program | classes | methods | code bytes | forName | newInstance | invoke | native |'
    echo '|---|---|---|---|---|---|---|---|'
    while read -r name; do
        awk -v p="$name" 'NR == 4 { print "| " p " | " $1 " | " $2 " | " $3 " | " $4 " | " $5 " | " $6 " | " $7 " |" }' \
            "$work/$name.cha"
    done <"$work/names"
}

for analysis in cha rta; do
    figures $analysis >"$work/figures.$analysis"
done

cat <<END
# What each level of --dynamic makes of call graphs

What \`make -C build study-levels\` measured, after the study of Sawin and Rountev (Assumption
Hierarchy for a CHA Call Graph Construction Algorithm, 2011). Programs: $(wc -l <"$work/names" | tr -d ' ').
Java $("$jdk/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p'), $("$ccinstr" --version | head -n 1) of commit
$(sh "$here/../commit.sh"), $(date +%F); Debian's packages. The programs with their JDK, of which all
classes are on the path, as are all of the jars of \`programs.txt\`.

## Programs (Table I)

What the classes of the jar have; calls are those that can run at the level behaved.

$(components)

## Methods by cha (Table II)

$(table 3 <"$work/figures.cha")
| paper 004 | | | 10.2 % | 10.2 % | 10.2 % | 10.2 % | |

## Edges by cha (Table II)

Pairs of an instruction and a target.

$(table 4 <"$work/figures.cha")
| paper 004 | | | 44.8 % | 50.2 % | 54.1 % | 54.4 % | |

## Resolved calls by cha (Table III)

The average over the programs of the share of their reachable calls, those of the JDK among them.

$(shares <"$work/figures.cha")
| paper 004: Dyno Loading | | | 16 % | 46 % | 50 % | |
| paper 004: newInstance | | | 56 % | 58 % | 61 % | |
| paper 004: Invoke | | | 0 % | 6 % | 6 % | |

## The same by rta

Methods, edges, and resolved calls.

$(table 3 <"$work/figures.rta")

$(table 4 <"$work/figures.rta")

$(shares <"$work/figures.rta")

END
sed -n '/^## What differs/,$p' "$here/levels.md" 2>/dev/null
