#!/bin/sh
# SPDX-License-Identifier: MIT
# t4018-graph-interface.t - Int: what clients may use, from visibility, from a file, from
# tests; files that are wrong; more Int never means less.
#
# The components and the library are those of t4017-graph-fragment.t.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need javac
all='station format callback arrays thrown casts fields ports tasks'
analyses='cha rta 0cfa and'

made fragment

# small ANALYSIS COMPONENT OPTION...: a list to the file list.
small() {
    "$CCINSTR" graph --jdk none --classpath library --analysis "$@" >list 2>err
    is "$?$(grep -v ': warning: [0-9]* class.* missing, taken for' err)" 0 "graph $*"
}

# receivers METHOD: who is found, in a list of --inside, where METHOD selects.
receivers() {
    awk -F'\t' -v from="$1:" '
        NR > 1 && index($1, from) == 1 && $4 !~ /<init>/ && $5 != "-" { print $5 }' list |
        sed 's,[a-z]*/,,g' | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# meets COMPONENT METHOD RECEIVERS OPTION...: under both that follow values.
meets() {
    component=$1 method=$2 wanted=$3
    shift 3
    for analysis in 0cfa and; do
        small $analysis --inside $component "$@"
        is "$(receivers $component/$method)" "$wanted" "$component, $analysis: $method $*"
    done
}

# int LINE...: a file of them.
int() {
    printf '%s\n' "$@" >int
}

# --- Levels ---------------------------------------------------------------------

for level in public protected; do
    meets fields Panel.drawAny 'Disc Square Star' --interface-level $level
    meets fields Panel.drawNear '' --interface-level $level
    meets fields Panel.drawOwn 'Dot' --interface-level $level
done
meets fields Panel.drawGuarded '' --interface-level public
meets fields Panel.drawGuarded 'Disc Square Star' --interface-level protected
for analysis in 0cfa and; do
    small $analysis --inside fields --interface-level package
    case " $(receivers fields/Panel.drawNear) " in
    *' Disc '*' Square '*) ok 0 "fields, $analysis: drawNear is within reach of its package" ;;
    *) ok 1 "fields, $analysis: drawNear is within reach of its package" || diag list ;;
    esac
done
for list in inside entries exits rc; do
    small and --$list fields
    mv list default
    small and --$list --interface-level protected fields
    same list default "$list: protected is the default"
done

# --- Files: classes and members ------------------------------------------------------

int '# What is given, and what takes it.' 'ports.Ports#give()' 'ports.Ports#take(ports.Port)'
meets ports Ports.take 'Inside' --interface int
int 'ports.Outside#<init>()' 'ports.Ports#take(ports.Port)'
meets ports Ports.take 'Outside' --interface int
int 'ports.Outside#*' 'ports.Ports#give():ports.Port' '' 'ports.Ports#take(ports.Port):void'
meets ports Ports.take 'Inside Outside' --interface int
int 'ports.Ports#take(ports.Port)' 'ports.Port#open()'
meets ports Ports.take '' --interface int
is "$(cut -f 1 list | grep take)" '' 'nothing to select where nobody can make one'
int 'ports.Ports#*'
meets ports Ports.take 'Inside' --interface int
small and --entries ports --interface int
is "$(cut -f 1 list | grep '\.open:')" '' 'a method that is not listed is not called'
int 'ports.Ports#give()' 'ports.Port#open()'
small and --entries ports --interface int
is "$(cut -f 1 list | sed 's/:.*//' | tail -n +2 | sort | tr '\n' ' ')" \
    'ports/Inside.open ports/Ports.give ' 'all that is listed, and no more'

int 'fields.Panel#<init>()' 'fields.Panel#any' 'fields.Panel#drawAny()'
meets fields Panel.drawAny '' --interface int
int 'fields.Panel#<init>()' 'fields.Panel#any' 'fields.Panel#fixed' 'fields.Panel#drawAny()'
meets fields Panel.drawAny 'Square' --interface int
int 'fields.Panel#<init>()' 'fields.Panel#fixed' 'fields.Panel#drawAny()'
meets fields Panel.drawAny '' --interface int
int 'fields.Panel#<init>()' 'fields.Disc#<init>()' 'fields.Panel#last' 'fields.Panel#drawLast()'
meets fields Panel.drawLast 'Disc' --interface int
int 'fields.Panel#drawAny()' 'fields.Panel#any' 'fields.Disc#<init>()'
meets fields Panel.drawAny '' --interface int

int 'thrown.Work#<init>()' 'thrown.Work#look(java.lang.Throwable)'
meets thrown Work.look '' --interface int
int 'thrown.Work#<init>()' 'thrown.Work#look(java.lang.Throwable)' 'thrown.Work#inner()'
meets thrown Work.look '' --interface int
int 'thrown.Work#<init>()' 'thrown.Work#look(java.lang.Throwable)' 'thrown.Work#fail()'
meets thrown Work.look 'Fault' --interface int

int 'casts.Store#<init>()' 'casts.Store#end()' 'casts.Store#use(casts.Api)'
meets casts Store.use '' --interface int
int 'casts.Store#<init>()' 'casts.Store#get()' 'casts.Store#use(casts.Api)'
meets casts Store.use 'Secret' --interface int

# --- Files: arrays ---------------------------------------------------------------

# All arrays of shapes are one for 0-CFA: that of Easel holds Hidden. What comes out holds
# what it held.
easel='arrays.Easel#<init>() arrays.Easel#all(arrays.Shape[]) arrays.Round#<init>()'
while IFS=';' read -r lines and cfa; do
    # shellcheck disable=SC2086
    printf '%s\n' $easel >int
    echo "$lines" | tr '+' '\n' >>int
    small and --inside arrays --interface int
    is "$(receivers arrays/Easel.all)" "$and" "arrays, and: $lines"
    small 0cfa --inside arrays --interface int
    is "$(receivers arrays/Easel.all)" "$cfa" "arrays, 0cfa: $lines"
done <<'EOF'
instantiated arrays.Shape[];;Hidden
instantiated arrays.Shape[]+accessed arrays.Shape[];Round;Hidden Round
accessed arrays.Shape[];;
instantiated arrays.Round[]+accessed arrays.Round[];Round;Round
arrays.Easel#hand()+instantiated arrays.Round[];Given;Given Hidden
arrays.Easel#hand()+accessed arrays.Shape[];Given Round;Given Hidden Round
EOF

# --- Classes that clients write --------------------------------------------------------

meets ports Ports.take 'Inside Outside client:Outside client:Port' --open
meets casts Store.use 'Secret client:Api' --open
meets casts Store.last 'End' --open
meets tasks Tasks.use 'client:Job lambda:Tasks.work:()V' --open
meets station Station.report 'NormalLink SecureLink client:Link' --open
meets station Station.sendMessage 'NormalLink PriorityLink' --open
meets mixed Mixed.use 'client:Engine client:Step client:Task' --open
meets mixed Mixed.use '' --interface-level public
small and --inside --open mixed
is "$(awk -F'\t' '$5 == "client:mixed/Engine" && $6 == "mixed/Engine.run:()V" { print $1 }' list |
    sort | tr '\n' ' ')" 'mixed/Mixed.use:(Lmixed/Step;)V mixed/Mixed.use:(Lmixed/Task;)V ' \
    "open: a client's class implements an interface by what it inherits"
small and --exits --open ports
is "$(cut -f 5 list | grep client: | sort -u | tr '\n' ' ')" \
    'client:ports/Outside client:ports/Port ' 'they are outside'

# --- Int as text ---------------------------------------------------------------------

for package in $all; do
    for options in '' '--interface-level public' '--interface-level package'; do
        # shellcheck disable=SC2086
        small and --inside $options --interface-out first $package
        mv list component
        small and --inside --interface first --interface-out second $package
        same list component "$package $options: the same edges of the Int that was written"
        same second first "$package $options: written the same again"
    done
done
small and --inside --interface-out ports.int ports
for line in 'ports.Outside#<init>()' 'ports.Ports#<init>()' 'ports.Ports#give()' \
    'ports.Ports#keep()' 'ports.Ports#take(ports.Port)' 'ports.Port#open()' 'ports.Outside#open()'; do
    is "$(sed 's/:[^:]*$//' ports.int | grep -cxF "$line")" 1 "ports: $line"
done
is "$(grep -v '^#' ports.int | grep 'Inside\|Spare\|Unmade\|clinit')" '' 'ports: nothing that is hidden'
small and --inside --interface-out arrays.int arrays
is "$(grep '^instantiated\|^accessed' arrays.int | sort)" 'accessed arrays.Round[]
accessed arrays.Shape[]
instantiated arrays.Round[]
instantiated arrays.Shape[]' 'arrays: the types of signatures'

# --- Files that are wrong --------------------------------------------------------------

# wrong PATTERN LINE: the third line of a file; its message.
wrong() {
    printf '%s\n' '# Int' 'ports.Ports#give()' "$2" >wrong.int
    run "$CCINSTR" graph --jdk none --classpath library --inside --interface wrong.int ports
    is "$status$(cat out)" 3 "$2: the exit status"
    like err "wrong\.int: line 3: .*$1" "$2: file, line, and why"
}

wrong 'no such class: ports\.Nowhere' 'ports.Nowhere#give()'
wrong 'nearest: .*ports\.Ports' 'ports.Port5#give()'
wrong 'gave\(\); nearest: give\(\)' 'ports.Ports#gave()'
wrong 'nearest: take\(ports\.Port\)' 'ports.Ports#take()'
wrong 'nearest: take\(ports\.Port\)' 'ports.Ports#take(ports.Ports)'
wrong 'nearest: give\(\):ports\.Port' 'ports.Ports#give():int'
wrong 'nearest: .*open\(\)' 'ports.Port#<init>()'
wrong '' 'ports.Ports'
wrong '' 'ports.Ports#'
wrong '' 'ports.Ports#take(ports.Port'
wrong '' 'ports.Ports#take(ports.Port,)'
wrong '' 'instantiated ports.Port'
wrong '' 'instantiated ports.Port['
wrong 'ports\.Nowhere' 'accessed ports.Nowhere[]'
run "$CCINSTR" graph --jdk none --classpath library --interface missing.int ports
is "$status" 3 'no such file'
like err 'missing\.int' 'is named'

# --- Tests as Int -----------------------------------------------------------------

mkdir -p check
cat >check/Given.java <<'EOF'
package check;
import ports.Port;
import ports.Ports;
public class Given {
    public void takes() {
        Port p = Ports.give();
        Ports.take(p);
    }
}
EOF
cat >check/Made.java <<'EOF'
package check;
import ports.Outside;
import ports.Ports;
public class Made {
    public void takes() { Ports.take(new Outside()); }
}
EOF
cat >check/Own.java <<'EOF'
package check;
import ports.Port;
import ports.Ports;
public class Own implements Port {
    @Override public void open() { }
    public static void takes() { Ports.take(new Own()); }
}
EOF
for test in Given Made Own; do
    mkdir tests-$test
    javac -g --release 17 -cp classes -d tests-$test check/$test.java || exit 1
done
meets ports Ports.take Inside --tests tests-Given
meets ports Ports.take Outside --tests tests-Made
meets ports Ports.take 'Inside Outside' --tests tests-Given:tests-Made
meets ports Ports.take Own --tests tests-Own
is "$(awk -F'\t' '$5 ~ /Own/ { print $6 }' list)" external 'tests: their classes are outside'

# --- More Int, never less ----------------------------------------------------------------

for analysis in $analyses; do
    for level in public protected package; do
        small $analysis --inside --interface-level $level $all
        sort list >$level
    done
    is "$(comm -23 public protected)" '' "$analysis: public is within protected"
    is "$(comm -23 protected package)" '' "$analysis: protected is within package"
    small $analysis --inside --open $all
    sort list >open
    is "$(comm -23 protected open)" '' "$analysis: closed is within open"

    small $analysis --inside --interface-out full.int $all
    grep -v '^#' full.int >part0
    for i in 1 2 3 4 5 6; do
        awk -v keep=$i '(NR * 7919 + keep * keep * 31) % 8 > 2' part$((i - 1)) >part$i
        small $analysis --inside --interface part$((i - 1)) $all
        sort list >wide
        small $analysis --inside --interface part$i $all
        sort list >narrow
        is "$(comm -23 narrow wide)" '' \
            "$analysis: $(grep -c . part$i) lines are within $(grep -c . part$((i - 1)))"
    done
done
is "$(test -s part6; echo $?)" 0 'something was left to the last'
done_testing
