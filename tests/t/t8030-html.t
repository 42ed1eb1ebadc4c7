#!/bin/sh
# SPDX-License-Identifier: MIT
# t8030-html.t - the pages of a report: whole, linked, escaped, the same each time, with
# the chains of the data in them; and no folder is lost to them.
. "${srcdir:-.}/tests/lib.sh"
need python3
tools=$builddir/tests/tools

check() {
    python3 "$srcdir/tests/tools/checkpages.py" "$@"
}
pages() {
    "$tools/htmlreport" "$@" >out 2>err
}
"$tools/makerun" 7 odd.plan odd.ccd
"$tools/datachains" odd.plan odd.ccd >chains
pass_if 'pages are written' "$tools/htmlreport" report - odd.plan odd.ccd
pass_if 'whole and linked, with the chains that the data has' check report chains
is "$(ls -A report)" "$(printf 'class\ndata\nhot.html\nindex.html\npage.css\npage.js')" 'one folder'
# 21444 chains are too many for one file, and no file is large.
is "$([ "$(find report/data -name 't*.js' | wc -l)" -gt 5 ]; echo $?)" 0 'chains come in pieces'
is "$(find report/data -size +200k)" '' 'which are small'
# Names are markup wherever they can be; so is a class that nobody predicted.
unlike report/index.html '<(b|i)>|New<' 'names are no markup'
like report/index.html 'C00&lt;b&gt;&amp;&quot;q&#39;' 'but escaped'
like report/index.html 'odd.&lt;i&gt;New&lt;' 'and those of classes that nobody predicted'
like report/index.html 'java -cp &lt;b&gt;odd&lt;/b&gt; &amp; &quot;Main&quot;' 'and commands'
unlike report/data/c1.js '<|>' 'nor in data'
like report/data/c1.js 'script\\u003e' 'which have escapes for them'
like report/index.html 'did not end cleanly' 'a run that was cut off is said'

# What a checker that sees nothing would not notice.
cp -r report bad
sed 's/^\[\[\([0-9]*\),[0-9]*,/[[\1,77,/' report/data/t2.js >bad/data/t2.js
run check bad chains
is "$status" 1 'control: another number of hits is seen'
cp report/data/t2.js bad/data/t2.js
rm bad/class/2-*.html
run check bad chains
is "$status" 1 'control: a missing page is seen'
rm -r bad

cp -r report first
pages report - odd.plan odd.ccd
pass_if 'a report replaces a report, with the same bytes' diff -r first report
rm -rf report .report.ccinstr
mkdir report
pages report/ - odd.plan odd.ccd
pass_if 'and an empty folder' diff -r first report

# Not what somebody else put there.
echo mine >report/mine
run "$tools/htmlreport" report - odd.plan odd.ccd
is "$status" 1 'no folder with something else in it'
like err 'report: holds what ccinstr did not write \(mine\)' 'which is named'
is "$(cat report/mine)" mine 'and stays'
mkdir other
echo mine >other/mine
run "$tools/htmlreport" other - odd.plan odd.ccd
is "$status$(cat other/mine)" 1mine 'nor a folder of others'
echo mine >file
run "$tools/htmlreport" file - odd.plan odd.ccd
is "$status$(cat file)" 1mine 'nor a file'
is "$(find . -name '*.??????' -newer other/mine)" '' 'nothing is left of the attempts'

# page.js names fields, which become numbers; one that is not there stops the build.
numbers() {
    sh "$srcdir/rewriter/html/records.sh" "$1" "$2"
}
table=$srcdir/rewriter/html/records.def
printf 'a[SITE_LINE] + MOVE_END + Number.MAX_EXACT\n...MOVE_LABEL\n' >new.js
is "$(numbers "$table" new.js)" "$(printf 'a[2] + 2 + Number.MAX_EXACT\n...0')" \
    'names of fields become numbers'
echo 'a[SITE_LIEN]' >>new.js
run numbers "$table" new.js
is "$status" 1 'a field that is not in the table is an error'
like err 'new.js:3: records.def has no SITE_LIEN' 'which is named'
printf 'RECORD(A)\nFIELD(B, C)\nFEILD(A, D)\nEND(A)\n' >new.def
run numbers new.def report/page.css
is "$status$(cat err)" "1new.def:2: B_C stands in A
new.def:3: no part of a record: FEILD(A, D)" 'and so is a table with faults'

# Names as the pages show them are those of test_chains_readable.c, without packages.
if command -v node >/dev/null; then
    {
        sed -n '/const primitive/,/Half a pair/p' report/page.js
        cat <<'END2'
const said = [
  method('com/acme/Foo.bar:(ILjava/lang/String;)V'), method('client:()V'),
  method("client:a/B.m:(La/C;)V"), receiver('com/acme/Foo$Bar'), receiver('client:a/B'),
  receiver('client:[I'), receiver('[[La/B;'), receiver('proxy:a/B'), receiver('lambda:-'),
  receiver('lambda:a/B.lambda$0:(I[La/C;)V')];
console.log(said.join('|'));
END2
    } >names.js
    is "$(node names.js 2>&1)" "Foo.bar(int, String)|client()|a client's B.m(C)|Foo\$Bar|a client's B|\
a client's int[]|B[][]|proxy:B|lambda:-|lambda:B.lambda\$0(int, C[])" 'names, on the pages'
else
    skip 'names, on the pages' 'no node'
fi

# Real classes, with their sources.
need java javac
mkdir -p sources/truth classes
cp "$srcdir/tests/fixtures/truth/Calls.java" sources/truth
printf '// <&\303\244\377 no UTF-8\r\n' >>sources/truth/Calls.java
javac -g -encoding ISO-8859-1 -d classes sources/truth/Calls.java
run ccinstr instrument --jdk none --interface-level package --depth 6 -o new classes
java -Dccinstr.data=run.ccd -cp new/classes truth.Calls >printed 2>&1
data=$(ls run.ccd*)
"$tools/datachains" new/ccinstr.plan "$data" >chains
pass_if 'of a real run' "$tools/htmlreport" real sources new/ccinstr.plan "$data"
pass_if 'whole, with its chains' check real chains
is "$(grep -c '<tr id="L' real/src/1.html)" "$(wc -l <sources/truth/Calls.java)" \
    'each line of the source'
like real/src/1.html '// &lt;&amp;ä.* no UTF-8</td>' 'as text'
line=$(grep -n 'Shape.sum(' sources/truth/Calls.java | head -n 1 | cut -d: -f1)
like real/src/1.html "^<tr id=\"L$line\" class=\"full\">.*1 of 1" 'a line whose calls all ran'
pages none nowhere new/ccinstr.plan "$data"
is "$(find none -path '*/src/*')" '' 'no sources, no pages of them'
# Two components in one report.
pages both sources new/ccinstr.plan "$data" odd.plan odd.ccd
"$tools/datachains" odd.plan odd.ccd | cat chains - >all
pass_if 'two plans in one report' check both all
is "$(find both/class -name '1-*Calls.html' | wc -l)$(find both/class -name '2-*C00*' | wc -l)" 11 \
    'each with pages of its own'
pages empty - new/ccinstr.plan
pass_if 'without data nothing is covered' check empty
like empty/index.html '<p>None.</p>' 'and no run is told of'
done_testing
