#!/bin/sh
# SPDX-License-Identifier: MIT
# recall.sh - how much of real programs' runs graphs have that are told nothing of reflection,
# beside graphs with roots, and which gaps hide the rest; recall.md to standard output.
#
#     recall.sh [--recorded DIR] [--jobs N] CCINSTR NAME...
#
# Names and --recorded are those of run.sh, which compares. What is written below
# "## What hides it" stays as it is in recall.md.
set -u

here=$(cd "$(dirname "$0")" && pwd)
jobs=2
work=
export LC_ALL=C TZ=UTC

die() {
    echo "recall.sh: $*" >&2
    exit 99
}

while :; do
    case ${1:-} in
    --recorded) work=$2 ;;
    --jobs) jobs=$2 ;;
    -*) die "no such option: $1" ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 1 ] && [ -x "$1" ] || die 'usage: recall.sh [--recorded DIR] [--jobs N] CCINSTR NAME...'
if [ -z "$work" ]; then
    work=$(mktemp -d "${TMPDIR:-/tmp}/recall.XXXXXX") || exit 99
    trap 'rm -rf "$work"' EXIT
    trap 'exit 99' HUP INT TERM
fi

sh "$here/run.sh" --no-roots --recorded "$work" --jobs "$jobs" "$@" >"$work/table" ||
    die "not all was compared: $(grep '^not ok' "$work/table")"

# rows: those of the table, the worst first.
rows() {
    awk -F'\t' 'NR > 1 && NF > 10 && $1 != "all"' "$work/table" | sort -t "$(printf '\t')" -k 5,5n -k 1,1
}

# sites: program, method, offset, kind, edges that it hides, whether it is a gap.
sites() {
    awk -F'\t' -v OFS=' | ' '$1 == "site" {
            if ($5 < 0) $5 = "-"
            method = $4; sub(/:.*/, "", method)
            print "| " $2, "`" method "`", $5, $3, $6, ($8 == "gap" ? "yes" : "**no**") " |" }' \
        "$work/missing.tsv"
}

# by_kind: how much lies behind sites of each kind.
by_kind() {
    awk -F'\t' '$1 == "site" { lost[$3] += $6; n[$3]++; if ($8 != "gap") none[$3] += $6 }
        END { for (k in lost) printf "| %s | %d | %d | %d |\n", k, n[k], lost[k], none[k] }' \
        "$work/missing.tsv" | sort -t '|' -k 4,4rn
}

cat <<END
# Recall of call graphs that are told nothing of reflection

What \`make -C build study-recall\` measured: $("$1" --version | head -n 1) of commit $(sh "$here/../commit.sh"),
$(date +%F), rta, \`--dynamic resolved\`, Java $(java -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p'), Debian's packages. Each program ran once, and its
record was compared with two graphs of that commit: with the roots which the record gives, and
with none. What columns mean stands in [README.md](README.md). The worst first.

| program | edges | with roots % | without % | missing | behind no gap | entries | entries % | methods | methods % |
|---|---|---|---|---|---|---|---|---|---|
$(rows | awk -F'\t' -v OFS=' | ' '{ print "| " $1, $3, $4, $5, $6, $13, $7, $8, $10, $11 " |" }')
$(awk -F'\t' -v OFS=' | ' '$1 == "all" { print "| all", $3, "", $5, $6, $13, $7, "", "", " |" }' "$work/table")

## By kind

What first entered the missing code: the kinds of the record, and a call that lacks a target.

| kind | sites | missing edges | behind no gap |
|---|---|---|---|
$(by_kind)

## By site

The frame next above reflection, native code or the JVM from which the missing code was
entered; its offset; the missing edges that are laid to it; whether \`graph --gaps\` has it.

| program | method | offset | kind | missing | gap |
|---|---|---|---|---|---|
$(sites)

END
sed -n '/^## What hides it/,$p' "$here/recall.md" 2>/dev/null
