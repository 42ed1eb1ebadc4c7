#!/bin/sh
# SPDX-License-Identifier: MIT
# levels.sh - what each level of --dynamic makes of the programs of programs.txt: Tables I to
# III of paper 004 (Sawin, Rountev: Assumption Hierarchy for a CHA Call Graph Construction
# Algorithm, 2011); levels.md to standard output.
#
#     levels.sh [--jdk HOME] [--only REGEX] [--keep DIR] CCINSTR
#
# A program whose jar is not installed is left out, and said so. What is written below
# "## What differs" stays as it is in levels.md.
set -u

here=$(cd "$(dirname "$0")" && pwd)
jars=${CCINSTR_JARS:-/usr/share/java}
jdk=
only='.*'
keep=
export LC_ALL=C TZ=UTC
unset CLASSPATH

die() {
    echo "levels.sh: $*" >&2
    exit 99
}

while [ $# -gt 1 ]; do
    case $1 in
    --jdk) jdk=$2 ;;
    --only) only=$2 ;;
    --keep) keep=$2 ;;
    *) die "no such option: $1" ;;
    esac
    shift 2
done
[ $# -eq 1 ] && [ -x "$1" ] || die 'usage: levels.sh [--jdk HOME] [--only REGEX] [--keep DIR] CCINSTR'
ccinstr=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -n "$jdk" ] || jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")

T=${keep:-$(mktemp -d "${TMPDIR:-/tmp}/levels.XXXXXX")} || exit 99
mkdir -p "$T"
[ -n "$keep" ] || trap 'rm -rf "$T"' EXIT

# one NAME MAIN JAR...: its tables, by cha and rta
one() {
    name=$1 main=$2 jar=$jars/$3.jar path=
    shift 3
    [ -f "$jar" ] || {
        echo "levels.sh: $name is left out: no $jar" >&2
        return
    }
    for further in "$@"; do
        path=${path:+$path:}$jars/$further.jar
    done
    for analysis in cha rta; do
        [ -s "$T/$name.$analysis" ] ||
            "$ccinstr" graph --levels-table --analysis $analysis --jdk "$jdk" --main "$main" \
                ${path:+--classpath "$path"} "$jar" >"$T/$name.$analysis" ||
            die "$name by $analysis"
    done
    echo "$name" >>"$T/names"
}

: >"$T/names"
grep -v '^#' "$here/programs.txt" | grep -E "^($only):" | tr -d ':;' >"$T/list"
while read -r name main all; do
    # shellcheck disable=SC2086
    one "$name" "$main" $all </dev/null
done <"$T/list"

# figures ANALYSIS: lines of `program level methods edges` and then calls and those resolved
# of the three kinds.
figures() {
    while read -r name; do
        awk -v p="$name" '
            /^Reachable/ { late = 1; next }
            /^The|CPU s$/ { next }
            late && NF > 8 { print p, $1, m[$1], e[$1], $2, $3, $5, $6, $8, $9 }
            !late && NF > 8 { m[$1] = $2; e[$1] = $4; if ($1 == "off") print p, $1, $2, $4 }' \
            "$T/$name.$1"
    done <"$T/names"
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
            "$T/$name.cha"
    done <"$T/names"
}

for analysis in cha rta; do
    figures $analysis >"$T/figures.$analysis"
done

cat <<END
# What each level of --dynamic makes of call graphs

What \`make -C build study-levels\` measured, after the study of Sawin and Rountev (Assumption
Hierarchy for a CHA Call Graph Construction Algorithm, 2011). Programs: $(wc -l <"$T/names" | tr -d ' ').
Java $("$jdk/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p'), $("$ccinstr" --version | head -n 1), Debian's packages. The programs with their JDK, of which all
classes are on the path, as are all of the jars of \`programs.txt\`.

## Programs (Table I)

What the classes of the jar have; calls are those that can run at the level behaved.

$(components)

## Methods by cha (Table II)

$(table 3 <"$T/figures.cha")
| paper 004 | | | 10.2 % | 10.2 % | 10.2 % | 10.2 % | |

## Edges by cha (Table II)

Pairs of an instruction and a target.

$(table 4 <"$T/figures.cha")
| paper 004 | | | 44.8 % | 50.2 % | 54.1 % | 54.4 % | |

## Resolved calls by cha (Table III)

The average over the programs of the share of their reachable calls, those of the JDK among them.

$(shares <"$T/figures.cha")
| paper 004: Dyno Loading | | | 16 % | 46 % | 50 % | |
| paper 004: newInstance | | | 56 % | 58 % | 61 % | |
| paper 004: Invoke | | | 0 % | 6 % | 6 % | |

## The same by rta

Methods, edges, and resolved calls.

$(table 3 <"$T/figures.rta")

$(table 4 <"$T/figures.rta")

$(shares <"$T/figures.rta")

END
sed -n '/^## What differs/,$p' "$here/levels.md" 2>/dev/null
