#!/bin/sh
# SPDX-License-Identifier: MIT
# t8080-odd-names.t - names that hold anything, through every writer: what is printed has
# nothing that a terminal, a page or a parser would obey, and the names are found in it.
# Which writers there are, the tables of the program say: a new one fails here until it
# is tried.
. "${srcdir:-.}/tests/lib.sh"
need python3
make=$builddir/tests/tools/makeodd
[ -x "$make" ] || skip_all 'no cmocka'
# Of paths and arguments: without a zero and a slash.
odd=$(printf 'p\033[31m\342\200\256<script>"\n&=,\302\205\377z')

check() {
    python3 "$srcdir/tests/tools/checkodd.py"
}

# --- The check itself ----------------------------------------------------------------------------

# sees KIND NAMES TEXT WHAT
sees() {
    # shellcheck disable=SC2059  # with escapes
    printf "$3" >seen
    echo "$1 $2 seen" | check >/dev/null
    is $? 1 "the check sees $4"
}
sees text - 'a\033b' ESC
sees text - 'a\302\205b' 'a C1 control'
sees text - 'a\342\200\256b' 'U+202E'
sees text - 'a\tb' 'a tab in text'
sees text - 'a\377' 'what is no UTF-8'
sees text names 'abc' 'that a name is not there'
sees json - '{"a":' 'what is no JSON'
sees xml - '<a b="\001"/>' 'what is no XML'
sees csv - 'a,"=1+1"' 'a formula'
sees html - '<p><script>1</script>' 'a script'
sees html - '<p onclick="x">' 'a handler'
sees github - '::warning file=a:b,title=c::d' 'a broken annotation'

# --- Input ---------------------------------------------------------------------------------------

mkdir -p "$odd/odd"
pass_if 'classes' "$make" classes "$odd"
: >tried

# say KIND NAMES ARGUMENT...: what it prints is of that kind, and of messages always text.
n_said=0
say() {
    said_kind=$1
    said_names=$2
    shift 2
    n_said=$((n_said + 1))
    printf '%s %s\n' "$1" "$*" | tr '\n' ' ' >>tried
    echo >>tried
    "$CCINSTR" "$@" >"said$n_said" 2>"said$n_said.err"
    status=$?
    echo "$said_kind $said_names said$n_said" >>said
    echo "text - said$n_said.err" >>said
    cp "said$n_said" out
    cp "said$n_said.err" err
}
# fits STATUS NAME: the last status, and all that was said since is as it should be.
fits() {
    is "$status $(check <said)" "$1 " "$2" || sed -n "${n_said}p" tried | diag
    : >said
}
: >said

say tsv - instrument -v --stats --exceptions warn --jdk none -o "$odd-new" "$odd"
fits 0 'instrument'
plan=$odd-new/ccinstr.plan
like err 'p\\x1b\[31m\\u202e<script>"\\n&=,\\u0085\\xffz' 'a path in a message'
say text - instrument -v --jdk none -o "$odd-new" "$odd"
fits 0 'instrument: nothing has changed'
pass_if 'a plan with ends of lines' "$make" raw "$plan" raw.plan
pass_if 'data' "$make" data "$plan" "$odd-new/one.ccd"
pass_if 'data of that plan' "$make" data raw.plan raw.ccd

# --- graph ---------------------------------------------------------------------------------------

for format in tsv json; do
    kind=$(echo $format | sed 's/json/lines/')
    for list in '' --inside --methods --entries --exits --rc --gaps; do
        say "$kind" names graph --jdk none --format $format ${list:+$list} "$odd"
    done
    say $kind - graph --jdk none --format $format --stats "$odd"
    say $kind - graph --jdk none --format $format --levels-table "$odd"
    say $kind - graph --jdk none --format $format --stats --analysis cha "$odd"
    # What was printed can be asked for.
    say tsv names graph --jdk none --methods "$odd"
    method=$(awk -F'\t' '$1 ~ /run/ { print $1 }' out)
    say $kind names graph --jdk none --format $format --why "$method" "$odd"
    say $kind names graph --jdk none --format $format --values "$method" "$odd"
    fits 0 "graph: $format"
done
say dot names graph --jdk none --format dot "$odd"
say dot names graph --jdk none --format dot --inside "$odd"
fits 0 'graph: dot'
class=$(cd "$odd" && echo =*)
say text names graph --jdk none --dump-method "${class%.class}" "$odd"
say tsv - graph --jdk none --from "$odd.**" --to "$odd#x" --within "$odd" "$odd"
fits 2 'graph: patterns that are none'

# --- forest --------------------------------------------------------------------------------------

for of in "$odd" "$plan" raw.plan; do
    for format in text tsv json; do
        kind=$(echo $format | sed 's/json/lines/')
        set --
        [ "$of" != "$odd" ] || set -- --jdk none
        say "$kind" names forest "$@" --format $format "$of"
        say $kind names forest "$@" --format $format --longest "$of"
        say $kind names forest "$@" --format $format --length 1 "$of"
        say $kind names forest "$@" --format $format --reach '**#m*' "$of"
        say $kind names forest "$@" --format $format --granularity method "$of"
        for by in entry class package length; do
            names=$(echo $by | sed 's/package\|length/-/; s/entry\|class/names/')
            say "$kind" "$names" forest "$@" --format $format --by $by "$of"
        done
        say "$(echo $kind | sed 's/text/tsv/')" - forest "$@" --format $format --stats "$of"
    done
    say text names forest "$@" --cuts "$of"
    say text names forest "$@" --tables "$of"
    say dot names forest "$@" --format dot "$of"
    if command -v dot >/dev/null; then
        say xml names forest "$@" --format svg "$of"
    fi
    case $of in
    raw.plan) fits 0 'forest: a plan with ends of lines' ;;
    *) fits 0 "forest: $([ "$of" = "$odd" ] && echo classes || echo plan)" ;;
    esac
done

# What was printed can be read back.
say tsv names forest --jdk none "$odd" --format tsv
cp out list
line=$(grep -v '^#' list | awk -F'\t' '$3 == 2' | head -n 1)
say text names forest "$plan" --member "$line"
like out '^in the forest$' 'a chain of a list is found again'
say json names forest "$plan" --member "$line" --format json
fits 0 'and in JSON'
printf 'chain %s\n' "$(printf '%s\n' "$line" | cut -f1,4 | tr '\t' ' ')" >chains
say tsv names forest --jdk none --chains chains "$odd" --format tsv
is "$(grep -vc '^#' out)$(grep -v '^#' out | cut -f3 | xargs)" '30 1 2' \
    'and keeps that chain of --chains, with those it begins with'
say tsv names graph --jdk none --entries "$odd" --interface-out int
cp out entries
echo text names int >>said
say tsv names graph --jdk none --entries "$odd" --interface int
same out entries 'the interface that was written'
fits 0 'is as it should be'
say tsv names graph --jdk none --methods "$odd"
cut -f1 out | grep -v '^[#<]' >roots
say tsv names graph --jdk none --methods "$odd" --interface /dev/null --roots roots
unlike err 'roots' 'methods of a list as roots'

# --- report --------------------------------------------------------------------------------------

for of in one raw two; do
    case $of in
    one) set -- "$plan" "$odd-new/one.ccd" ;;
    raw) set -- raw.plan raw.ccd ;;
    two) set -- "$plan" "$odd-new/one.ccd" raw.plan raw.ccd ;;
    esac
    say text names report "$@"
    say text - report "$@" --color never --fail-under chains=100 --fail-on unpredicted
    status=0
    say json names report "$@" --format json
    say github names report "$@" --format github
    for what in chains rc tm entries unpredicted handlers; do
        say tsv names report "$@" --what $what
        say lines names report "$@" --what $what --format json
    done
    say tsv names report "$@" --what chains --all
    mkdir "to-$of"
    say text - report -q "$@" --sources "$odd" --json "to-$of/json" --csv "to-$of/csv" \
        --xml "to-$of/xml" --cobertura "to-$of/cobertura" --sarif "to-$of/sarif" \
        --roots-out "to-$of/roots" --html "to-$of/html"
    echo "tsv names to-$of/roots" >>said
    for file in json csv xml cobertura sarif; do
        kind=$(echo $file | sed 's/cobertura/xml/; s/sarif/json/')
        echo "$kind" names "to-$of/$file" >>said
    done
    find "to-$of/html" -name '*.html' >pages
    find "to-$of/html" -name '*.js' ! -name page.js >scripts
    sed 's/^/html - /; s/^html - \(.*class\/\)/html names \1/' pages >>said
    sed 's/^/script - /; s/^script - \(.*c[0-9]*\.js\)/script names \1/' scripts >>said
    fits 0 "report: $of"
    is "$(sed -n 's/.*"start":\([^,]*\),"end":\([^,]*\),.*/\1 \2/p' "to-$of/json" | uniq)" \
        '9223372036854775809 18446744073709551615' 'JSON: times without a sign'
    is "$([ -s scripts ] && grep -q /class/ pages; echo $?)" 0 'of which there are pages'
done
say text - report "$plan" "$odd-new/one.ccd" --html "$odd-new/html"
say text names report raw.plan raw.ccd --baseline raw.plan,raw.ccd
fits 0 'report: html, --baseline'
say text - report -v "$plan" raw.plan raw.ccd --by-name
fits 3 'report: --by-name'

# --- query, merge and run ------------------------------------------------------------------------

# The questions that there are.
"$CCINSTR" --completion-table >table
awk -F'\t' '$1 == "question" { print $2 }' table >questions
while read -r question; do
    case $question in
    reach | site) set -- '**#m*' ;;
    chains | entry) set -- '**' ;;
    hot | uncovered) set -- ;;
    why-not) set -- "$line" ;;
    compare) set -- raw.plan raw.ccd ;;
    *) set -- untried ;;
    esac
    for pair in one raw; do
        p=$plan d=$odd-new/one.ccd
        [ $pair = one ] || { p=raw.plan d=raw.ccd; }
        names=names
        case $question$pair in
        compare* | why-notraw) names=- ;;
        esac
        say text $names query "$p" "$d" "$question" "$@"
        [ $pair$question = rawwhy-not ] || is "$status" 0 "status of $question"
        say json $names query "$p" "$d" "$question" "$@" --format json
    done
    status=0
    fits 0 "query: $question"
done <questions
say text - merge -v -o "$odd-new/merged.ccd" "$odd-new/one.ccd"
fits 0 'merge'
say text - merge -v -o "$odd-new/merged.ccd" "$odd-new/one.ccd" raw.ccd
say text - merge -o "$plan" "$odd-new/one.ccd"
fits 3 'merge: what it refuses'
mkdir bin
cat >bin/java <<'END2'
#!/bin/sh
echo 'openjdk version "17.0.1"' >&2
END2
chmod +x bin/java
say text - run -v --jdk none -o "$odd-run" -- bin/java -cp "$odd" "-Dx=$odd" Main
status=0
fits 0 'run'

# --- What is wrong -------------------------------------------------------------------------------

# Each kind of input that is none, under an odd name.
mkdir bad && cp "$plan" "bad/$odd.plan" && printf x >>"bad/$odd.plan"
head -c 200 "$odd-new/one.ccd" >"bad/$odd.ccd"
head -c 100 "$odd/$class" >"bad/$odd.class"
python3 - "$odd" <<'END2'
import sys, zipfile
name = sys.argv[1]
with zipfile.ZipFile("bad/x.jar", "w") as z:
    z.writestr("a\x1b[31m\u202e\n<script>/B.class", b"\xca\xfe\xba\xbe\0\0")
    z.writestr("META-INF/MANIFEST.MF", "Class-Path: a\x1b[31m\u202e.jar\n\n")
END2
cp bad/x.jar "bad/$odd.jar"
printf '%s\n' "$(printf 'x\033\342\200\256y')" >bad/lines
printf '%s' "--bogus$(printf 'x\033\342\200\256y')" >"bad/args"
while IFS= read -r arguments; do
    # shellcheck disable=SC2086
    eval "set -- $arguments"
    say text - "$@"
    [ "$status" != 0 ] || echo "$arguments" >>silent
done <<'END2'
"$odd"
instrument "--$odd" x
instrument -o d --color "$odd" x
instrument --jdk none -o d "no/$odd"
instrument --jdk none -o d --strict "bad/$odd.jar"
instrument --jdk none -o d --strict "bad/$odd.class"
instrument --jdk "$odd" -o d "$odd"
graph --jdk none "bad/$odd.plan"
graph --jdk none --interface bad/lines "$odd"
graph --jdk none --main "$odd" "$odd"
graph --jdk none --values "$odd" "$odd"
graph --jdk none --why "$odd" "$odd"
graph --jdk none --dump-method "$odd" "$odd"
forest "bad/$odd.plan"
forest --jdk none --chains bad/lines "$odd"
forest "$plan" --jdk none
forest "$plan" "$odd"
report "bad/$odd.plan"
report "$plan" "no/$odd"
report "$plan" "$odd-new/one.ccd" --json "$plan"
report "$plan" "$odd-new/one.ccd" --json "$odd-new/one.ccd/x"
report "$plan" "$odd-new/one.ccd" --fail-under "$odd"
report "$plan" "$odd-new/one.ccd" --baseline "$odd"
report "$plan" "$odd-new/one.ccd" --baseline "$odd,$odd"
merge -o "$odd" "$odd-new/one.ccd"
merge -o x "bad/$odd.ccd" "no/$odd"
query "$plan" "$odd-new/one.ccd" "$odd"
query "$plan" "$odd-new/one.ccd" site "$odd"
run -- "$odd/java" -cp x Y
run --component "$odd" -- bin/java -cp "$odd/none" Main
@bad/args
@no/args
END2
say tsv - graph --jdk none --roots bad/lines "$odd"
say text - forest "$plan" --member "$odd"
say text - query "$plan" "$odd-new/one.ccd" why-not "$odd"
say text - report "$plan" "bad/$odd.ccd"
say text names forest --jdk none --plan-out "$odd-new/plan" "$odd"
say text - forest --jdk none --chains chains "$odd" --entry "$odd"
say text - report "$plan" "$odd-new/one.ccd" --sources "no/$odd"
status=0
fits 0 'messages'
is "$(cat silent 2>/dev/null)" '' 'each of which is an error'

# --- Is that all? --------------------------------------------------------------------------------

# Words that decide what is printed, each with its command; and all other options, which
# either were given or print nothing of their own.
awk -F'\t' '$1 == "option" && $8 != "-" &&
    ($3 == "--format" || $3 == "--what" || $3 == "--by") && $2 != "run" {
        n = split($8, word, " ")
        for (i = 1; i <= n; i++) print $2, $3, word[i]
    }' table >words
while read -r command option word; do
    case "$command $option $word" in
    *' tsv' | *' text' | *' summary' | *' svg') continue ;; # the default, or without dot
    esac
    grep -q "^$command .*$option $word" tried || echo "$command $option $word"
done <words >missing
is "$(cat missing)" '' 'all formats and lists'
quiet='--component --classpath --jdk --patch-jdk --tests --interface-level --open
    --analysis --world --depth --levels --from-main --recursion --feasibility --prune --add
    --criteria --output --force --strict --threads --quiet --verbose --color --help --version
    --nested --limit --granularity --top --main --dynamic --property --resources --no-resource-names'
awk -F'\t' '$1 == "option" && $2 != "run" { print $2, $3 }' table |
    while read -r command option; do
        case " $(echo $quiet) " in
        *" $option "*) continue ;;
        esac
        grep -q "^.* $option" tried || echo "$command $option"
    done >missing
is "$(cat missing)" '' 'all options that make something be written'
awk -F'\t' '$1 == "command" { print $2 }' table | while read -r command; do
    grep -q "^$command " tried || echo "$command"
done >missing
is "$(cat missing)" '' 'all commands'
done_testing
