#!/bin/sh
# SPDX-License-Identifier: MIT
# t9001-man.t - the manual page says what --help says.
. "${srcdir:-.}/tests/lib.sh"

page=$srcdir/man/ccinstr.1

# The page without its markup, one blank between words.
plain() {
    sed -e '/^\.\\"/d' -e 's/\\f[BIRP]//g' -e 's/\\-/-/g' -e 's/\\e/\\/g' \
        -e 's/^\.[A-Z][A-Z]* *//' -e 's/"//g' "$1" |
        tr -s ' \n' '  '
}
plain "$page" >page.txt

# The options that a --help prints: "-o --output DIR" or "--nested".
options_of() {
    sed -n 's/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z,.=]*\)\{0,1\}  *.*/\2/p;
        s/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z,.=]*\)\{0,1\}$/\2/p' "$1" | sort -u
}

"$CCINSTR" --help >help.txt
sed -n '/^Commands/,/^General/s/^  \([a-z]*\)  .*/\1/p' help.txt >commands.txt
is "$(wc -l <commands.txt)" 7 'all commands are found in --help'
for command in $(cat commands.txt); do
    like page.txt "(^| )$command( |\$)" "the page names the command $command"
    purpose=$(sed -n "s/^  $command  *//p" help.txt)
    case $command in
    instrument | graph | forest | report | run | merge | query) ;;
    *) like page.txt "$command $purpose" "and says of it what --help says" ;;
    esac
    "$CCINSTR" "$command" --help all >"$command.txt"
done

cat help.txt instrument.txt graph.txt forest.txt report.txt run.txt merge.txt query.txt >all.txt
options_of all.txt >help-options.txt
is "$(awk '/^ +(-[a-zA-Z], )?--[a-z-]+( [A-Z,.=]+)?$/ { next }
    /^ +(-[a-zA-Z], )?--/ && substr($0, 27, 1) != " "' all.txt)" '' \
    'in --help, a blank is between an option and its text'
is "$(awk 'length > 80' all.txt)" '' '--help is 80 columns wide'
is "$([ "$(wc -l <help-options.txt)" -ge 25 ]; echo $?)" 0 \
    'options are found in --help'

# In the page an option is described below a .TP line that begins with .B
sed -n '/^\.TP/{n;p;}' "$page" | sed 's/\\-/-/g; s/\\f[BIRP]//g; s/"//g' |
    grep -o -e '--[a-z-]*' | sort -u >page-options.txt
same help-options.txt page-options.txt 'the page describes the same options'
unlike "$page" 'probes *none|\\-\\-probes' 'hidden options stay out of it'

# The letter of an option goes with its name.
sed -n 's/^ *-\([a-zA-Z]\), --\([a-z-]*\).*/\1 \2/p' all.txt | sort -u |
    while read -r letter name; do
        grep -Eq -- "^\.(BR|BI|B) .*\\\\-$letter .*\\\\-\\\\-$name" "$page" ||
            echo "-$letter, --$name"
    done >letters.txt
is "$(cat letters.txt)" '' 'and their letters'

# Exit status: the four of the page and of --help.
is "$(sed -n '/^\.SH EXIT STATUS/,/^\.SH DIAG/s/^\.B \([0-9]\)$/\1/p' "$page" |
    tr '\n' ' ')" '0 1 2 3 ' 'the page tells the exit statuses'
tr '\n' ' ' <help.txt >help-line.txt
like help-line.txt 'Exit status: 0 .*; 1 .*; 2 .*; 3 ' '--help does too'

version=$("$CCINSTR" --version)
like page.txt "$version" 'the page is of this version'

if command -v groff >/dev/null 2>&1; then
    groff -man -Tutf8 -ww "$page" >/dev/null 2>groff.err
    is "$(cat groff.err)" '' 'groff has nothing to complain about'
    for format in graph interface forest plan data query report instrument; do
        groff -t -man -Tutf8 -ww "$srcdir/man/ccinstr-$format.5" >/dev/null 2>groff.err
        is "$(cat groff.err)" '' "nor of the format $format"
    done
else
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
    skip 'groff' 'no groff'
fi

# Every file that is read or written has its page, which ccinstr(1) names, and each is
# installed.
sed -n '/^\.SH SEE ALSO/,$s/^\.BR \(ccinstr[a-z\-]*\) (5).*/\1/p' "$page" |
    tr -d '\\' >see.txt
ls "$srcdir"/man/*.5 | sed 's|.*/||; s|\.5$||' >pages.txt
same pages.txt see.txt 'ccinstr(1) leads to all other pages'
is "$(while read -r name; do
    grep -q "/$name\.5" "$srcdir/man/local.mk" || echo "$name"
done <pages.txt)" '' 'which are installed'

# The formats: every kind of edge and of gap, every column and key.
page=$srcdir/man/ccinstr-graph.5
plain "$page" >page.txt
like page.txt "$version" 'the page of formats is of this version'
sed -n 's/^EDGE([A-Z]*, *"\([a-z]*\)".*/\1/p' "$srcdir/analysis/reach/edges.def" |
    sort >kinds.txt
sed -n '/^\.SS Kinds/,/^\.SS JSON/s/^\.B \([a-z]*\)$/\1/p' "$page" |
    sort >page-kinds.txt
same kinds.txt page-kinds.txt 'the kinds of edges, and no others'
{
    sed -n 's/^ *\[UNFOLLOWED_[A-Z]*\] = "\(.*\)",/\1/p' "$srcdir"/analysis/models/models.c
    printf 'phantom\nmissing\nkey\nguess\ndeserialise\n'
} | sort >gaps.txt
sed -n '/^\.SH GAPS/,/^\.SH VALUES/{/^\.TP/{n;s/^\.B \([a-z]*\)$/\1/p;};}' \
    "$page" | sort >page-gaps.txt
same gaps.txt page-gaps.txt 'the kinds of gaps, and no others'
mkdir none
for list in '' --component --entries --exits --rc --methods --gaps --stats \
    '--stats --analysis and' --values; do
    if [ "$list" = --values ]; then    # of nothing there are none
        sed -n 's/.*"\(#method\\tvalue[^"]*\)".*/\1/p' \
            "$srcdir/analysis/listing/write.c" | sed 's/\\t/\t/g' >list.txt
        is "$(wc -l <list.txt)" 1 'the columns of --values are found'
    else
        # shellcheck disable=SC2086  # an option with its value
        "$CCINSTR" graph --jdk none --interface-level public $list none >list.txt 2>err.txt
    fi
    sed -n '1s/^#//p' list.txt | tr '\t' '\n' >words.txt
    case $list in --stats*) tail -n +2 list.txt | cut -f1 >>words.txt ;; esac
    is "$(while read -r word; do
        grep -qw -- "$word" page.txt || echo "$word"
    done <words.txt)" '' "the columns of ${list:-edges}"
done

# Chains: every column, key and figure, every verdict and rule.
page=$srcdir/man/ccinstr-forest.5
plain "$page" >page.txt
like page.txt "$version" 'the page of chains is of this version'
{
    "$CCINSTR" forest --jdk none --interface-level public --format tsv none
    for by in entry length; do
        "$CCINSTR" forest --jdk none --interface-level public --by $by --format tsv none
    done
    "$CCINSTR" forest --jdk none --interface-level public --stats none | cut -f1 |
        sed 's/^option_.*/option_/; s/^chains_of_.*/chains_of_/'
    sed -n 's/^    \[CHAINS_[A-Z_]*\] = {"\([a-z-]*\)",.*/\1/p' \
        "$srcdir/rewriter/chains/explain.c"
    sed -n '/^WORDS(RULE,/,/^END/s/^    RULE(.*, "\(.*\)",.*/\1/p' "$srcdir/rt-native/planwords.def"
    sed -n 's/.*out_json[a-z_]*([^"]*"\([a-z_]*\)".*/\1/p' "$srcdir"/rewriter/chains/*.c
} 2>err.txt | sed 's/^#//' | tr '\t' '\n' | sort -u >words.txt
is "$([ "$(wc -l <words.txt)" -ge 60 ]; echo $?)" 0 'there are words of chains'
is "$(while read -r word; do
    grep -qw -- "$word" page.txt || echo "$word"
done <words.txt)" '' 'columns, keys, verdicts, rules and figures of chains'

# The plan: every field of every table with its kind, every word of every set.
page=$srcdir/man/ccinstr-plan.5
plan=$srcdir/rt-native
plain "$page" >page.txt
like page.txt "$version" 'the page of the plan is of this version'
like page.txt "version, $(sed -n 's/.*PLAN_VERSION = \([0-9]*\).*/\1/p' \
    "$plan/plan.h") " 'and of that of the format'
# rows SECTION: what its tables have in their first columns, below .SS NAME.
rows() {
    sed 's/\\-/-/g' "$page" |
        awk -F% -v section="$1" '/^\.SH/ { inside = $0 == ".SH " section }
            inside && /^\.SS/ { name = substr($0, 5) }
            inside && name && /%/ && !/^tab/ { print name, $1, $2 }'
}
sed -n 's/^ROW([A-Z]*, \([^)]*\)).*/table \1/p
    s/^    FIELD(\([^,]*\), \([^,]*\), \([^)]*\)).*/\1 \2 \3/p' "$plan/plan.def" |
    awk '$1 == "table" { table = $2; next }
        { print table, $1, $2 ($3 == "0" ? "" : " " tolower($3)) }' >fields.txt
rows TABLES >page-fields.txt
same fields.txt page-fields.txt 'the fields of all tables, in order'
is "$([ "$(wc -l <fields.txt)" -ge 50 ]; echo $?)" 0 'there are fields'
sed -n 's/^\(FLAGS\|WORDS\)(.*, \(.*\)).*/set \2/p
    s/^    \(BIT\|WORD\|RULE\)(.*, "\([^"]*\)".*/\2/p' "$plan/planwords.def" |
    awk '$1 == "set" { set = $2; next } { print set, $1 }' >sets.txt
rows SETS | cut -d' ' -f1,2 >page-sets.txt
same sets.txt page-sets.txt 'the words of all sets, in order'
is "$([ "$(wc -l <sets.txt)" -ge 40 ]; echo $?)" 0 'there are words'
sed -n 's/^    PLAN_K_\([A-Z]*\),.*/\1/p' "$plan/plan.h" | sort >kinds.txt
sed -n '/^\.SH FIELDS/,/^\.PP$/d;/^NUM%/,/^\.TE/s/^\([A-Z]*\)[ %].*/\1/p' "$page" |
    sort >page-kinds.txt
same kinds.txt page-kinds.txt 'all kinds of fields'

# The data file: every kind with its number and words, every flag with its bit, and
# the sizes.
page=$srcdir/man/ccinstr-data.5
plain "$page" >page.txt
like page.txt "$version" 'the page of the data file is of this version'
for name in 'VERSION version, ' 'TEXT cut to ' 'COMMAND at most '; do
    number=$(sed -n "s/^ *DATA_${name%% *} = \([0-9]*\)[,}].*/\1/p" "$plan/data.h")
    like page.txt "${name#* }$number[^0-9]" "and of that of the format: ${name%% *}"
done
# table SECTION: its rows, the first columns.
table() {
    sed 's/\\-/-/g' "$page" |
        awk -F% -v section="$1" -v n="$2" '/^\.S[HS]/ { inside = $0 == ".SS " section }
            inside && /^[0-9]+%/ { for (i = 1; i <= n; i++) printf "%s%s", $i, i < n ? " " : "\n" }'
}
sed -n 's/^KIND([A-Z_]*, "\(.*\)", "\(.*\)", "\(.*\)").*/\1 \2 \3/p' \
    "$plan/datawords.def" | awk '{ print NR, $0 }' >kinds.txt
table Kinds 4 >page-kinds.txt
same kinds.txt page-kinds.txt 'the kinds of records, and no others'
sed -n 's/^FLAG([A-Z_]*, "\(.*\)").*/\1/p' "$plan/datawords.def" |
    awk '{ print 2 ^ (NR - 1), $0 }' >flags.txt
table Flags 2 >page-flags.txt
same flags.txt page-flags.txt 'the flags, and no others'
sed -n 's/^EVENT([A-Z_]*, "\(.*\)").*/\1/p' "$plan/datawords.def" |
    awk '{ print NR - 1, $0 }' >events.txt
table Events 2 >page-events.txt
same events.txt page-events.txt 'the events, and no others'
sed -n 's/^CAUSE([A-Z_]*, "\(.*\)").*/\1/p' "$plan/datawords.def" |
    awk '{ print NR - 1, $0 }' >causes.txt
table Causes 2 >page-causes.txt
same causes.txt page-causes.txt 'the causes, and no others'
is "$(cat kinds.txt flags.txt events.txt causes.txt | wc -l)" 32 \
    'there are kinds, flags, events and causes'

done_testing
