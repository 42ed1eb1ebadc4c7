#!/bin/sh
# SPDX-License-Identifier: MIT
# t6019-faults.t - a sample of make check-faults: calls that fail, some of each kind in
# every command that takes milliseconds and in an instrumented program; and a program that
# does everything wrong is found.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar "${CC:-cc}"
faults=$srcdir/tests/faults
lib=$builddir/tests/tools/faults.so
[ -f "$lib" ] || {
    lib=$scratch/faults.so
    "${CC:-cc}" -std=gnu11 -O2 -fPIC -shared -o "$lib" "$srcdir/tests/tools/faults.c"
}
LD_PRELOAD=$lib FAULTS_COUNTS=counts "$CCINSTR" --version >out 2>err
[ -s counts ] || skip_all 'no faults here: sanitizers take the same place'
run env LD_PRELOAD="$lib" FAULTS=write:1 "$CCINSTR" --version
is "$status" 3 'a call fails'
like err '^ccinstr: error: cannot write the output: No space left on device$' 'and is told'
run env LD_PRELOAD="$lib" FAULTS=malloc:1- "$CCINSTR" graph nowhere.jar
is "$status" 3 'all calls fail'
like err '^ccinstr: error: out of memory' 'and the first is told'
run env LD_PRELOAD="$lib" FAULTS=read:1 "$CCINSTR" report "$srcdir/README.md"
is "$status" 3 'a plan that cannot be read'
like err '^ccinstr: error: .*README.md: cannot open: Input/output error$' 'and why'

# part NAME ARGUMENT...: test points of a driver become some of ours.
part() {
    part=$1
    shift
    "$@" >"$part.log" 2>&1 || :
    grep -E '^(not )?ok [0-9]' "$part.log" >points
    while read -r first second rest; do
        if [ "$first" = ok ]; then
            ok 0 "${rest#- }"
        else
            ok 1 "${rest#*- }" || :
            sed -n "/^not $second ${rest%% *} /,/^[on]/{/^#/p;}" "$part.log"
        fi
    done <points
    is "$(tail -n 1 "$part.log" | grep -Ec '^(#|1\.\.)')" 1 "$part: all of it" ||
        diag "$part.log"
}

quick='jar folder both again force nested nop none threads interface prune argfile report*
    merge* graph graph-[!js]* forest forest-[!s]* query* completion help version'
part commands "$faults/run.sh" --lib "$lib" --most 1 --commands "$quick" "$CCINSTR"
part runs "$faults/run.sh" --lib "$lib" --most 1 --commands run \
    --kinds 'open dir path spawn' "$CCINSTR"
part programs "$faults/jvm.sh" --lib "$lib" --tools "$builddir/tests/tools" \
    --programs Some --kinds 'open allocate' "$CCINSTR"

# --- Would it be found? ----------------------------------------------------------

# A stand-in that succeeds whatever fails, and one that leaves something behind.
mkdir deaf
cat >deaf/ccinstr <<'END'
#!/bin/sh
"$REAL" "$@"
exit 0
END
chmod +x deaf/ccinstr
REAL=$CCINSTR "$faults/run.sh" --lib "$lib" --commands 'merge version' --kinds write \
    "$scratch/deaf/ccinstr" >log 2>&1 || :
like log '^not ok [0-9]* - merge write' 'a success that is none is found'
like log '^not ok [0-9]* - version write' 'for standard output too'
like log "run.sh --at 'merge write:1' build/ccinstr" 'with the line that shows it'

# One that says that something failed, but not what.
mkdir vague
cat >vague/ccinstr <<'END'
#!/bin/sh
"$REAL" "$@" 2>said || { is=$?; sed '/error: /s/: [^:]*$/: it failed/' said >&2; exit $is; }
END
chmod +x vague/ccinstr
REAL=$CCINSTR "$faults/run.sh" --lib "$lib" --commands version --kinds write \
    "$scratch/vague/ccinstr" >log 2>&1 || :
like log '^# status 3, and not why: ccinstr: error: cannot write the output: it failed$' \
    'an error without its reason is found'
done_testing
