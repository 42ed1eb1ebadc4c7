#!/bin/sh
# SPDX-License-Identifier: MIT
# t1030-corpus.t - every class file of tests/corpus ends as its README says.
. "${srcdir:-.}/tests/lib.sh"

corpus=$srcdir/tests/corpus
# file, mark, text: one line each, with tabs.
sed -n "s/^| \`\([a-z0-9-]*\)\` | \(g*\) *| [^|]* | *\(.*\) *|\$/\
\1$tab\2$tab\3/p" "$corpus/README.md" | sed '/^$/d; s/ *$//' >rows
cut -f 1 rows | sort >listed
for file in "$corpus"/*.class; do
    basename "$file" .class
done | sort >there
same listed there 'the README lists every file, and no other'

mkdir made
makecorpus=$builddir/tests/tools/makecorpus
[ ! -x "$makecorpus" ] || "$makecorpus" made

# differ FILE FILE: whether they do, as 0 or 1
differ() {
    cmp -s "$1" "$2" && echo 0 || echo 1
}

while IFS=$tab read -r name mark text; do
    # Two tabs in a row are one to read.
    [ "$mark" = g ] || { text=$mark && mark=; }
    rm -rf in res
    mkdir in
    cp "$corpus/$name.class" in/T.class
    [ "$mark" != g ] || [ ! -x "$makecorpus" ] ||
        same "$corpus/$name.class" "made/$name.class" "$name is as it is made"
    run ccinstr instrument -v --check --probes nop -o res in
    is "$status" 0 "$name is survived"
    if [ -n "$text" ]; then
        grep -Fq -e "$text" err
        ok $? "$name is called by its name" || diag err
    fi
    changed=$(differ in/T.class res/in/T.class)
    case $name in
    good-*)
        ! grep -q 'warning:\|error:' err
        ok $? "$name gives no warning" || diag err
        is "$changed" 1 "$name is instrumented"
        run ccinstr instrument --probes none -o again res/in
        is "$(differ res/in/T.class again/in/T.class)" 0 \
            "$name can be read again"
        rm -rf again
        ;;
    bad-*) is "$changed" 0 "$name is copied unchanged" ;;
    esac
done <rows
is "$([ "$tap_n" -ge 120 ]; echo $?)" 0 'there were files'

done_testing
