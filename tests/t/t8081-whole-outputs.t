#!/bin/sh
# SPDX-License-Identifier: MIT
# t8081-whole-outputs.t - what is written is whole, or not there and its lack is told:
# with less and less memory, on full disks and into pipes that nobody reads.
. "${srcdir:-.}/tests/lib.sh"
need python3
make=$builddir/tests/tools/makeodd
[ -x "$make" ] || skip_all 'no cmocka'
(ulimit -v 1000000 && "$CCINSTR" --version) >/dev/null 2>&1 ||
    skip_all 'the program wants more memory (sanitizers)'

starve() {
    python3 "$srcdir/tests/tools/starve.py" "$@"
}

# No file may be longer than a block.
mkdir limited && cd limited || exit 99
status=0
(ulimit -f 1 && exec "$CCINSTR" completion-table-is-no-command) >out 2>err || status=$?
is "$status" 2 'ulimit -f: what writes no file'
cp "$srcdir/tests/corpus/good-sample.class" .
status=0
(ulimit -f 1 && exec "$CCINSTR" instrument --jdk none --interface-level package -o new good-sample.class) \
    >out 2>err || status=$?
is "$status" 3 'ulimit -f: a write that fails, and not the end of the process'
like err 'cannot write: File too large' 'is told'
is "$(find . -name '*.??????' ! -name '*.class')" '' 'and nothing is left'
cd .. || exit 99

# A program that writes half of it all the same.
cat >half <<'END2'
#!/usr/bin/env python3
import sys
text = "x" * 100000
try:
    more = bytearray(40000000)
except MemoryError:
    text = "x" * 50000
open(sys.argv[1], "w").write(text)
print("y" * len(text))
END2
chmod +x half
echo OUT/file | starve ./half 20 >told
like told 'status 0, but printed|status 0 and half of' 'the check sees a file that is cut'
like told 'full: status' 'and a full disk'
like told 'and no error' 'and a failure without a word'

# One that has a time in it is known by its shape.
cat >stamp <<'END2'
#!/usr/bin/env python3
import sys, time
text = "made %d\nread 1 file\nwritten\n" % time.time_ns()
try:
    more = bytearray(40000000)
except MemoryError:
    text = text[:sys.argv[2:] and int(sys.argv[2]) or None]
open(sys.argv[1], "w").write(text)
END2
chmod +x stamp
echo OUT/file | starve ./stamp 20 >told
is "$(grep -c 'KB: .*by its shape' told)" 0 'a file that has a time in it is whole each time'
for n in -1 -8; do
    echo "OUT/file $n" | starve ./stamp 20 >told
    like told 'status 0 and half of OUT/file, by its shape' "cut at $n it is not"
done

# Reports of so many classes are larger than what memory is asked for in pieces.
mkdir -p many/many few/many
"$make" many many 400 && "$make" many few 40 || skip_all 'no classes'
"$CCINSTR" forest --jdk none many --plan-out plan --stats >/dev/null 2>&1
"$CCINSTR" forest --jdk none few --plan-out few.plan --stats >/dev/null 2>&1
pass_if 'data' "$make" data plan data.ccd
pass_if 'data of few' "$make" data few.plan few.ccd
while IFS=: read -r name tries command; do
    echo "$command" | starve "$CCINSTR" "$tries" >told
    is "$(cat told)" '' "$name"
done <<'END2'
report --json:20:report plan data.ccd -q --json OUT/json
report --csv:20:report plan data.ccd -q --csv OUT/csv
report --xml:20:report plan data.ccd -q --xml OUT/xml
report --cobertura:20:report plan data.ccd -q --cobertura OUT/xml
report --sarif:20:report plan data.ccd -q --top 500 --sarif OUT/sarif
report --roots-out:12:report plan data.ccd -q --roots-out OUT/roots
report --html:12:report few.plan few.ccd -q --html OUT/html
report:10:report plan data.ccd --top 500
report --format json:10:report plan data.ccd --format json
report --format github:10:report plan data.ccd --format github --top 500
report --what:10:report plan data.ccd --what chains --all
report --what, JSON:10:report plan data.ccd --what chains --format json
graph:10:graph --jdk none many
graph --format dot:6:graph --jdk none few --format dot
graph --interface-out:10:graph --jdk none many --methods --interface-out OUT/int
graph --stats:4:graph --jdk none few --stats
graph --levels-table:4:graph --jdk none few --levels-table
graph --dump-method:6:graph --jdk none few --dump-method many/C00001
forest:10:forest plan
forest --format json:10:forest plan --format json
forest --tables:10:forest plan --tables
forest --by:10:forest plan --by class
forest --stats:6:forest few.plan --stats
forest --plan-out:10:forest --jdk none many --stats --plan-out OUT/plan
query:10:query plan data.ccd hot --limit 0
query, JSON:10:query plan data.ccd uncovered --limit 0 --format json
merge:10:merge -o OUT/data.ccd data.ccd
instrument:10:instrument --jdk none -o OUT few
--help:6:report --help
--completion-table:6:--completion-table
END2
if command -v dot >/dev/null; then
    echo 'forest few.plan --format svg --limit 20' | starve "$CCINSTR" 6 >told
    is "$(cat told)" '' 'forest --format svg'
else
    skip 'forest --format svg' 'no dot'
fi
done_testing
