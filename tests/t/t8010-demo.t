#!/bin/sh
# SPDX-License-Identifier: MIT
# t8010-demo.t - the demonstration shows what it promises.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar unzip

# demo.sh compares the outputs of the three runs itself and fails if they
# differ; a program that damages a jar is the control.
run sh "$srcdir/samples/hello/demo.sh" "$CCINSTR" "$scratch/work"
is "$status" 0 'it succeeds'
[ "$status" -eq 0 ] || diag out err
like out '^All three print the same' 'and says so'
sed -n 's/.* original \([0-9]*\), without probes \([0-9]*\), with nop.*/\1 \2/p' \
    out >sizes
read -r original none <sizes
is "$none" "$original" 'classes without probes have their size'
nop=$(sed -n 's/.*with nop \([0-9]*\)\..*/\1/p' out)
is "$([ "$nop" -gt "$original" ]; echo $?)" 0 'with nop they are larger'

cat >damaging <<'END'
#!/bin/sh
"$CCINSTR" "$@" || exit
for last; do :; done
while [ "$1" != -o ]; do shift; done
zip -qd "$2/$last" 'hello/Square.class'
END
chmod +x damaging
run sh "$srcdir/samples/hello/demo.sh" "$scratch/damaging" "$scratch/work"
is "$([ "$status" -ne 0 ]; echo $?)" 0 'a damaged jar makes it fail'

done_testing
