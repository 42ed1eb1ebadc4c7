#!/bin/sh
# SPDX-License-Identifier: MIT
# t8010-demo.t - the demonstration shows what it promises.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar unzip

# demo.sh compares the outputs of both runs itself and fails if they differ; a program
# that damages a jar is the control.
run sh "$srcdir/samples/hello/demo.sh" "$CCINSTR" "$scratch/work"
is "$status" 0 'it succeeds'
[ "$status" -eq 0 ] || diag out err
like out '^Both print the same' 'and says so'
like out 'call chains  *[1-9][0-9]* of [1-9]' 'it reports chains'
page=$(sed -n 's/^ *\(.*index.html\)$/\1/p' out | tail -n 1)
is "$(grep -c '<html' "$page")" 1 'and says where the pages are'

# What it says to test next can be tested.
like out '1  Main.java:20: .* does not call Shop.add' 'what to test next'
sed -n 's/^    \(java .*\)/\1/p; s/^    \(.* report .*\)/\1/p' out >advice
is "$(wc -l <advice)" 2 'and how'
(cd work && run sh ../advice && cp out ../followed)
like followed 'call chains  *19 of 19' 'whoever does that covers it'
unlike followed 'To test next' 'and nothing is left'

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
