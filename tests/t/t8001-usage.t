#!/bin/sh
# SPDX-License-Identifier: MIT
# t8001-usage.t - what the command line takes, and what it says of the rest.
. "${srcdir:-.}/tests/lib.sh"

# refuses PATTERN ARGUMENT...: status 2, the message on standard error, one
# line, and nothing on standard output.
refuses() {
    pattern=$1
    shift
    run ccinstr "$@"
    line=$(printf '%s' "ccinstr $*" | tr '\033' '?')
    is "$status" 2 "status 2: $line"
    like err "^ccinstr: error: $pattern\$" "message: $line"
    is "$(wc -l <err) $(wc -c <out)" '1 0' "one line: $line"
}

run ccinstr --version
is "$status" 0 '--version succeeds'
like out '^ccinstr [0-9]+\.[0-9]+\.[0-9]+$' '--version says it'
run ccinstr -V
is "$status" 0 '-V is the same'

run ccinstr --help
is "$status" 0 '--help succeeds'
like out '^usage: ccinstr COMMAND' '--help shows usage'
like out '^  instrument ' '--help names a command'
unlike out '.{81}' '--help fits 80 columns'
is "$(wc -c <err)" 0 '--help is silent on standard error'

run ccinstr instrument --help all
is "$status" 0 'instrument --help succeeds'
like out '^  -o, --output DIR ' 'instrument --help shows an option'
unlike out '--probes' 'instrument --help hides development options'
unlike out '.{81}' 'instrument --help fits 80 columns'
cp out long
run ccinstr instrument --help=all
same out long '--help=all'
refuses "instrument: option '--help' takes no value" instrument --help=al
run ccinstr instrument --help
cp out long
run ccinstr instrument -h
same out long '-h is --help'
run ccinstr --help instrument
same out long '--help may stand before the command'
run ccinstr graph --help
mv out by-option
run ccinstr help graph
same out by-option 'help is a command, too'


for command in instrument run report merge graph forest query; do
    run ccinstr $command --help
    is "$([ "$(wc -l <out)" -le 24 ]; echo $?)" 0 "$command --help fits a screen"
done

# Old names of options work, with a warning.
run ccinstr graph --component --why A.f x.jar
like err "^ccinstr: warning: graph: option '--component' is called '--inside' now, and takes no PATTERN: give that to '--within'$" \
    'an old name is told'
like err '^ccinstr: error: graph: choose only one of --inside, ' 'and is the new one'
run ccinstr graph --component 'com.acme.**' x.jar
like err "takes no PATTERN: give that to '--within'$" 'a pattern goes to another one'

# query: what can be asked, as ccinstr-query(5) has it.
run ccinstr query --help
unlike out '.{81}' 'query --help fits 80 columns'
sed -n '/^Questions/,/^$/s/^  \([a-z].*[^ ]\)$/\1/p' out | sed 's/   .*//' >asked
sed -n '/^\.SH QUESTIONS/,/^\.SH JSON/{/^\.TP/{n;p;};}' "$srcdir/man/ccinstr-query.5" |
    sed 's/^\.BI* //; s/\\f[A-Z]//g; s/\\//g; s/"//g; s/fP//; s/  */ /g' >wanted
same asked wanted 'query --help lists the questions'
is "$(wc -l <asked | tr -d ' ')" 8 'eight of them'
for command in report run; do
    run ccinstr $command --help all
    like out '10; 0: none' "$command --help: what --top 0 is"
    like out '^ +--baseline PLAN,DATA ' "$command --help: what --fail-on lost needs"
done

refuses 'no command given; see ccinstr --help'
refuses "unknown command 'frobnicate'" frobnicate
refuses "unknown command 'instrumnet' \(did you mean 'instrument'\?\)" \
    instrumnet
refuses "unknown option '--bogus'" --bogus
refuses "unknown option '--colour' \(did you mean '--color'\?\)" --colour
refuses "instrument: unknown option '--ouput=x' \(did you mean '--output'\?\)" \
    instrument --ouput=x a.jar
refuses "instrument: unknown option '-z'" instrument -z
refuses "run: unknown option '-jar'; put the java command behind --: ccinstr run \[option...\] -- java .*" \
    run java -jar x.jar
refuses "run: unknown option '--component-path=x'; .* behind --: .*" run java --component-path=x A
refuses "run: unknown option '--componet' \(did you mean '--component'\?\)" run --componet a -- java A
refuses "run: option '--fail-on lost' needs '--baseline'" run --fail-on lost -- java A
refuses "run: option '--baseline': .*, not 'p'" run --baseline p -- java A
refuses "instrument: unknown option '--probs'" instrument --probs nop
refuses "instrument: option '--output' needs a value \(DIR\)" \
    instrument a.jar -o
refuses "instrument: option '--output' needs a value \(DIR\)" \
    instrument --output= a.jar
refuses "instrument: option '--strict' takes no value" \
    instrument --strict=yes -o d a.jar
refuses "instrument: option '--output' must be given" instrument a.jar
refuses 'instrument: an operand is missing; usage: ccinstr instrument .*' \
    instrument -o d
refuses "instrument: option '--color': 'pink' is none of auto, always, never" \
    instrument --color pink -o d a.jar
for n in 0 -1 1x 99999999999999999999 2000; do
    refuses "instrument: option '--threads': '$n' is not a number from 1 to 1024" \
        instrument --threads "$n" -o d a.jar
done

# An argument is echoed; what it holds must not reach the terminal.
refuses "unknown command 'a\\\\x1b\[31mb'" "$(printf 'a\033[31mb')"

for command in run report merge query; do
    run ccinstr "$command" --help
    is "$status" 0 "$command --help succeeds"
    unlike out '.{81}|not built yet' "$command --help fits 80 columns"
done
refuses 'report: an operand is missing; usage: ccinstr report .*' report
refuses "merge: option '--output' must be given" merge a.ccd

# What graph is asked.
run ccinstr graph --help all
is "$status" 0 'graph --help succeeds'
like out '^usage: ccinstr graph .*JAR' 'graph --help shows usage'
like out '^      --interface-level LEVEL$' 'graph --help shows an option'
unlike out '.{81}|not built yet' 'graph --help fits 80 columns'
refuses 'graph: an operand is missing; usage: ccinstr graph .*' graph
refuses "graph: option '--analysis': 'xta' is none of and, 0cfa, rta, cha" \
    graph --analysis xta a.jar
refuses "graph: option '--world': 'small' is none of referenced, all" \
    graph --world=small a.jar
refuses "graph: option '--format': 'xml' is none of tsv, json, dot" \
    graph --format xml a.jar
refuses "graph: option '--limit': 'x' is not a number from 0 to [0-9]+" \
    graph --limit x a.jar
refuses "graph: unknown option '--insid' \(did you mean '--inside'\?\)" \
    graph --insid a.jar
refuses "graph: option '--inside' takes no value" graph --inside=x a.jar
refuses "graph: option '--component' takes no value here: use '--within PATTERN'" \
    graph '--component=com.acme.**' a.jar
refuses "graph: unknown option '--analyis' \(did you mean '--analysis'\?\)" \
    graph --analyis cha a.jar
for pair in 'interface a' 'tests a' 'interface-level public' 'open' \
    'interface-out a'; do
    # shellcheck disable=SC2086  # an option with its value
    refuses "graph: options '--main' and '--${pair%% *}' exclude each other" \
        graph --main A --$pair a.jar
done
for command in forest 'instrument -o x' run; do
    # shellcheck disable=SC2086  # a command with what it needs
    refuses "${command%% *}: options '--main' and '--interface' exclude each other" \
        $command --main a.B --interface f y
    # shellcheck disable=SC2086  # the same
    refuses "${command%% *}: options '--interface' and '--interface-level' exclude each other" \
        $command --interface-level public --interface f y
done
refuses "graph: options '--interface' and '--tests' exclude each other" \
    graph --tests a --interface b a.jar
refuses "instrument: option '--output' is given twice: 'a' and 'b'" \
    instrument -o a -o b x.jar
refuses "report: option '--fail-under': .* not 'rc=x'" \
    report --fail-under chains=80 --fail-under rc=x p
refuses "report: option '--fail-on': 'lost,x' is none of .*" \
    report --baseline a,b --fail-on lost --fail-on x p
# A - is no file, in whatever command.
for given in 'report --json' 'report --csv' 'run --xml' 'forest --plan-out' 'merge -o' \
    'graph --interface-out'; do
    # shellcheck disable=SC2086  # a command and an option
    refuses "${given%% *}: option '--[a-z-]*': '-' is not a stream here: give /dev/stdout, or ./- for .*" \
        $given - x
done
for given in 'graph --interface' 'forest --chains' 'instrument --roots'; do
    # shellcheck disable=SC2086  # the same
    refuses "${given%% *}: option '--[a-z-]*': '-' is not a stream here: give /dev/stdin, or ./- .*" \
        $given - x
done
for given in 'report --html' 'instrument -o' 'run -o'; do
    # shellcheck disable=SC2086  # the same
    refuses "${given%% *}: option '--[a-z-]*': '-' is not a folder here: give ./- for one of that name" \
        $given - x
done
refuses "report: option '--fail-on': unknown word 'losst' \(did you mean 'lost'\?\)" \
    report --baseline a,b --fail-on unpredicted,losst,damaged p
refuses "report: option '--fail-under': unknown word 'chain' \(did you mean 'chains'\?\)" \
    report --fail-under rc=1,chain=80 p
refuses "report: option '--fail-under': give chains, .*, not 'chains=x'" \
    report --fail-under chains=x p
refuses "graph: option '--why': '!A.f' is not a pattern of methods, as com.acme.Shop#sell .*" \
    graph --why '!A.f' a.jar
refuses "graph: option '--values': '!A' is not a pattern of methods, .*" \
    graph --values A --values '!A' a.jar
refuses "graph: option '--interface-level': 'x' is none of protected, public, package" \
    graph --interface-level x a.jar
for lists in '--methods --gaps' '--stats --why A.f' '--gaps --why A.f' \
    '--methods --stats --gaps' '--dump-method A --gaps' \
    '--inside --entries' '--exits --rc' '--rc --stats' \
    '--analysis and --values A.f --stats'; do
    # shellcheck disable=SC2086  # several options
    refuses 'graph: choose only one of --inside, --entries, .*' \
        graph --main A $lists a.jar
done
for list in --methods --gaps --stats --why=A.f --values=A.f --rc; do
    refuses 'graph: --format dot draws edges only: .*' \
        graph --main A --format dot $list a.jar
done
for analysis in cha rta; do
    refuses "graph: option '--values' needs --analysis 0cfa or and" \
        graph --main A --values A.f --analysis $analysis a.jar
done
for option in from to within; do
    for pattern in '' '!' '#f' '!#f' 'a..b' '.a'; do
        refuses "graph: option '--$option'.*" \
            graph --main A --$option "$pattern" a.jar
    done
done

# Operands that look like options, and options behind operands.
run ccinstr instrument -o d -- --strict
unlike err "'--strict'|usage" 'behind -- an option is an operand'
is "$([ "$status" -eq 2 ]; echo $?)" 1 'and the command line makes sense'
run ccinstr instrument missing.jar -qo d
is "$([ "$status" -eq 2 ]; echo $?)" 1 'short options cluster'

# Output that can't be written is not success.
if [ -c /dev/full ]; then
    "$CCINSTR" --help >/dev/full 2>err
    is "$?" 3 'a full disk is status 3'
    like err '^ccinstr: error: cannot write' 'and is said'
else
    skip 'a full disk' 'no /dev/full'
fi

done_testing
