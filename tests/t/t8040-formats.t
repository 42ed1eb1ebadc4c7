#!/bin/sh
# SPDX-License-Identifier: MIT
# t8040-formats.t - reports for programs: JSON, CSV, JaCoCo's and Cobertura's XML, SARIF
# and annotations. They are valid, say what the plan and the data say, counted here once
# more without the code of reports, and names may have any characters.
# UPDATE=1 writes the expected texts anew.
. "${srcdir:-.}/tests/lib.sh"
need java javac xmllint jq
fixture=$srcdir/tests/fixtures/formats
golden=$srcdir/tests/golden
chains=$builddir/tests/tools/datachains
dump=$builddir/tests/tools/datadump

# report FOLDER PLAN... DATA...: all formats of them, into the folder.
report() {
    mkdir -p "$1"
    to=$1
    shift
    run ccinstr report --quiet "$@" --json "$to/json" --csv "$to/csv" \
        --xml "$to/jacoco.xml" --cobertura "$to/cobertura.xml" --sarif "$to/sarif"
    is "$status$(cat out)" 0 "report $to" || diag err
    "$CCINSTR" report "$@" --format github >"$to/github" 2>err
}

# --- A component, of which something runs ------------------------------------------------------

javac --release 11 -g -d shapes "$fixture"/S*.java "$fixture"/Round.java "$fixture"/Never.java
mkdir test
javac -d test -cp shapes "$fixture"/test/Some.java
run ccinstr instrument --jdk none -o new shapes
is "$status" 0 'instrumented' || { diag err; done_testing; }
java -Dccinstr.data=one- -cp new/shapes:test Some >printed
is "$(cat printed)" 16 'the test ran'
plan=new/ccinstr.plan
report all $plan one-*.ccd

# The folders of a build's reports need not be there yet.
run ccinstr report --quiet $plan one-*.ccd --xml deep/down/jacoco.xml --html deep/site/report/
is "$status" 0 'folders are made' || diag err
same deep/down/jacoco.xml all/jacoco.xml 'and reports written into them'
is "$([ -f deep/site/report/index.html ]; echo $?)" 0 'pages as well'
run ccinstr report --quiet nowhere.plan --json none/json
is "$status $([ -e none ]; echo $?)" '3 1' 'but not where there is nothing to report'
run ccinstr report --quiet $plan one-*.ccd --json printed/json
is "$status" 3 'a file is no folder'
like err 'printed: cannot write: Not a directory' 'and is named'
ln -s loop loop
run ccinstr report --quiet $plan one-*.ccd --html loop/html
is "$status" 3 'nor is what leads nowhere'
like err 'loop: cannot write: Too many levels of symbolic links' 'and why'

# --- Valid -------------------------------------------------------------------------------------

schema=$srcdir/man/ccinstr-report.schema.json
dtd=
jar=/usr/share/java/org.jacoco.report.jar
if [ -f $jar ] && unzip -qjo $jar org/jacoco/report/xml/report.dtd -d .; then
    dtd=report.dtd
fi

# json_is FILE: as the schema says.
json_is() {
    python3 "$srcdir/tests/tools/checkschema.py" "$schema" "$1"
}

# sarif_is FILE: as SARIF 2.1.0 has it.
sarif_is() {
    python3 "$srcdir/tests/tools/checksarif.py" "$1"
}

# valid FOLDER WHAT
valid() {
    if [ -n "$dtd" ]; then
        pass_if "$2: as JaCoCo's DTD says" xmllint --nonet --noout --dtdvalid $dtd "$1/jacoco.xml"
    else
        skip "$2: as JaCoCo's DTD says" "no $jar"
    fi
    pass_if "$2: as Cobertura's DTD says" \
        xmllint --nonet --noout --dtdvalid "$fixture/coverage-04.dtd" "$1/cobertura.xml"
    pass_if "$2: as Cobertura's readers expect" \
        xmllint --nonet --noout --relaxng "$fixture/cobertura.rng" "$1/cobertura.xml"
    if command -v python3 >/dev/null; then
        pass_if "$2: SARIF as its standard says" sarif_is "$1/sarif"
    else
        skip "$2: SARIF as its standard says" 'no python3'
    fi
    if command -v python3 >/dev/null; then
        pass_if "$2: JSON as the schema says, and it describes all keys" json_is "$1/json"
    else
        skip "$2: JSON as the schema says, and it describes all keys" 'no python3'
    fi
}
valid all 'shapes'

# The checks see what is wrong.
jq 'del(.gaps[0].opens)' all/json >less.json
jq '.sites[0].more = 1' all/json >more.json
jq '.figures.chains.required |= tonumber' all/json >number.json
sed 's/branch="false"/branch="no"/' all/cobertura.xml >branch.xml
for bad in less more number; do
    command -v python3 >/dev/null || break
    json_is $bad.json >/dev/null
    is $? 1 "JSON that is $bad is not as the schema says"
done
xmllint --nonet --noout --relaxng "$fixture/cobertura.rng" branch.xml 2>/dev/null
is $? 3 'and bad XML is not as Cobertura has it'
sed 's/ signature="[^"]*"//' all/cobertura.xml >less.xml
sed 's/<classes>/<classes><lines\/>/' all/cobertura.xml >more.xml
sed 's/<line /<line colour="red" /' all/cobertura.xml >other.xml
for bad in less more other; do
    xmllint --nonet --noout --dtdvalid "$fixture/coverage-04.dtd" $bad.xml 2>/dev/null
    is $? 3 "nor as its DTD says: $bad"
done
# Each a way to be no SARIF.
while read -r name change; do
    command -v python3 >/dev/null || break
    jq "$change" all/sarif >bad.sarif
    sarif_is bad.sarif >/dev/null
    is $? 1 "nor SARIF: $name"
done <<'END2'
version .version = "2.0.0"
runs del(.runs)
driver del(.runs[0].tool.driver.name)
message del(.runs[0].results[0].message.text)
level .runs[0].results[0].level = "hint"
line (.runs[0].results[0].locations[0].physicalLocation.region.startLine) = 0
rule .runs[0].results[0].ruleId = "other"
index .runs[0].results[0].ruleIndex += 1
key .runs[0].results[0].colour = "red"
uri .runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = "a b.java"
up .runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = "../b.java"
nowhere del(.runs[0].results[0].locations[0].physicalLocation.artifactLocation)
END2
if python3 -c 'import jsonschema' 2>/dev/null; then
    pass_if 'another program that knows JSON Schema agrees' python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))' all/json "$schema"
else
    skip 'another program that knows JSON Schema agrees' "no python3 with jsonschema"
fi

# The page says what all keys are.
sed 's/\\-/-/g; s/\\f[BIRP]//g' "$srcdir/man/ccinstr-report.5" | tr -c 'a-z_\n' ' ' >page.txt
jq -r '.. | .properties? // empty | keys[]' "$schema" | sort -u | while read -r key; do
    grep -Eq "(^| )$key( |\$)" page.txt || echo "$key"
done >missing
is "$(cat missing)" '' 'ccinstr-report(5) names all keys'

# --- Figures, counted here ---------------------------------------------------------------------

# Required chains from the forest, covered ones from the data: by what they begin with.
# expected PLAN DATA: lines "kind name required covered" as the CSV should have.
expected() {
    "$CCINSTR" forest --format tsv --limit 0 "$1" 2>err | grep -v '^#' >required.tsv
    "$chains" "$1" "$2" | grep -v '^#' >covered.tsv
    awk -F'\t' '
        function add(n, method,   class, package) {
            class = method
            sub(/\..*/, "", class)
            package = class
            if (!sub(/\/[^\/]*$/, "", package)) package = "-"
            n["all "]++
            n["package " package]++
            n["class " class]++
            n["method " method]++
        }
        FILENAME == "required.tsv" { add(required, $1) }
        # A chain counts once, whatever the levels that it ran at.
        FILENAME != "required.tsv" && !(($1 SUBSEP $3) in seen) {
            seen[$1, $3] = 1
            add(covered, $1)
        }
        END {
            for (i in required) print i, required[i], covered[i] + 0
        }' required.tsv covered.tsv | sort
}
# got FOLDER: what the CSV has, where chains are required.
got() {
    awk -F, 'NR > 1 && $3 > 0 { print $1, $2, $3, $4 }' "$1/csv" | sort
}
expected $plan one-*.ccd >wanted
got all >have
same have wanted 'chains of packages, classes and methods'
is "$(grep -c '^method' wanted)" 10 'ten entries'

# Lines of the plan and of the data, as fields: key value.
"$CCINSTR" forest --tables $plan >tables
"$dump" one-*.ccd >dumped
"$chains" $plan one-*.ccd | grep -v '^#' >covered.tsv

# Sites that requirements are about, with line, source, required and covered receivers, and
# whether they ran: from the steps of covered chains, and counters outside of chains.
awk -F'\t' '
    function field(name,   at, rest) {
        at = index(" " $0, " " name "=")
        rest = substr($0, at + length(name) + 1)
        sub(/ [a-z_0-9]+=.*/, "", rest)
        return rest
    }
    function word(s) { sub(/^[0-9]*\(/, "", s); sub(/\)$/, "", s); return s }
    FILENAME == "tables" && /^class / { split($0, part, " "); source[part[2]] = field("source") }
    FILENAME == "tables" && /^method / {
        split($0, part, " ")
        method[part[2]] = field("name")
        of = field("class")
        sub(/\(.*/, "", of)
        file[part[2]] = source[of]
    }
    FILENAME == "tables" && /^site / {
        split($0, part, " ")
        s = part[2]
        m = field("method")
        sub(/\(.*/, "", m)
        flags = "," field("flags") ","
        about[s] = flags ~ /,(forest|rc|tm),/
        poly[s] = flags ~ /,rc,/
        line[s] = field("line")
        in_file[s] = file[m]
        where[method[m], field("pc")] = s
        sites = s
    }
    FILENAME == "tables" && /^label / {
        split($0, part, " ")
        l = part[2]
        s = field("site")
        sub(/\(.*/, "", s)
        of_label[l] = s
        receiver[l] = word(field("receiver"))
        if (poly[s] && !((s SUBSEP receiver[l]) in wants)) {
            wants[s, receiver[l]] = 1
            n[s]++
        }
    }
    function ran(s, r) {
        hits[s]++
        if ((s SUBSEP r) in wants && !((s SUBSEP r) in had)) {
            had[s, r] = 1
            covered[s]++
        }
    }
    FILENAME == "dumped" && /^label / {
        split($0, part, /[ =]/)
        if (part[4] > 0) ran(of_label[part[2]], receiver[part[2]])
    }
    FILENAME == "covered.tsv" {
        k = split($3, step, " ")
        caller = $1
        for (i = 1; i + 2 <= k; i += 3) {
            s = where[caller, step[i]]
            ran(s, step[i + 1])
            caller = step[i + 2]
        }
    }
    END {
        for (s = 1; s <= sites; s++) if (about[s])
            print in_file[s], line[s], (hits[s] > 0), n[s] + 0, covered[s] + 0
    }' tables dumped covered.tsv >sites
is "$(awk '$4' sites | wc -l)" 2 'two call sites are polymorphic'

# By line: missed and covered sites, missed and covered receivers.
awk '{ at = $1 " " $2; mi[at] += 1 - $3; ci[at] += $3; mb[at] += $4 - $5; cb[at] += $5 }
    END { for (i in mi) print i, mi[i], ci[i], mb[i], cb[i] }' sites | sort >wanted
# attributes FILE ELEMENT NAME...: of each such element in the order of the file.
attributes() {
    xmllint --xpath "//$2" "$1" 2>/dev/null | tr '>' '\n' | grep "<$2 " |
        awk -v names="$3" '{
            n = split(names, name, " ")
            for (i = 1; i <= n; i++) {
                match($0, " " name[i] "=\"[^\"]*\"")
                printf "%s%s", substr($0, RSTART + length(name[i]) + 3,
                    RLENGTH - length(name[i]) - 4), i < n ? " " : "\n"
            }
        }'
}
for file in $(xmllint --xpath '//sourcefile/@name' all/jacoco.xml | tr -d '" ' | sed 's/name=//'); do
    xmllint --xpath "//sourcefile[@name='$file']" all/jacoco.xml >one.xml
    attributes one.xml line 'nr mi ci mb cb' | sed "s/^/$file /"
done | sort >have
same have wanted "lines of JaCoCo's XML"
is "$(grep -c . wanted)" 10 'ten lines'

# total FOLDER TYPE: covered of all.
total() {
    m=$(xmllint --xpath "string(/report/counter[@type='$2']/@missed)" "$1/jacoco.xml")
    c=$(xmllint --xpath "string(/report/counter[@type='$2']/@covered)" "$1/jacoco.xml")
    echo "$c/$((m + c))"
}
sum_of() {
    awk -v want="$1" '{ si += $3 + $4; ci += $4; sb += $5 + $6; cb += $6; l++; cl += $4 > 0 }
        END {
            if (want == "INSTRUCTION") print ci "/" si
            else if (want == "BRANCH") print cb "/" sb
            else print cl "/" l
        }' \
        wanted
}
for type in INSTRUCTION BRANCH LINE; do
    is "$(total all $type)" "$(sum_of $type)" "$type of all"
    for level in package class sourcefile method; do
        # What is in a level adds up; lines that two classes share count in each of them.
        case $level$type in
        classLINE | methodLINE) continue ;;
        esac
        m=$(xmllint --xpath "sum(//$level/counter[@type='$type']/@missed)" all/jacoco.xml)
        c=$(xmllint --xpath "sum(//$level/counter[@type='$type']/@covered)" all/jacoco.xml)
        is "$c/$((m + c))" "$(total all $type)" "$type of each $level, added up"
    done
done
is "$(total all BRANCH)" "$(jq -r '.figures.rc | .covered + "/" + .required' all/json)" \
    'branches are receiver classes at sites'

# Cobertura's lines are the same ones.
awk '{ print $2, ($4 > 0), ($5 + $6 ? $6 "/" ($5 + $6) : "") }' wanted | sort -n >lines
xmllint --xpath '//class/lines/line' all/cobertura.xml | grep '<line ' | awk '{
        number = hits = coverage = $0
        sub(/.* number="/, "", number); sub(/".*/, "", number)
        sub(/.* hits="/, "", hits); sub(/".*/, "", hits)
        if (!sub(/.*% \(/, "", coverage)) coverage = ""
        sub(/\).*/, "", coverage)
        print number, (hits > 0), coverage
    }' | sort -n >have
same have lines "lines of Cobertura's XML"
is "$(xmllint --xpath 'concat(/coverage/@lines-covered, "/", /coverage/@lines-valid, " ",
        /coverage/@branches-covered, "/", /coverage/@branches-valid)' all/cobertura.xml)" \
    "$(total all LINE) $(total all BRANCH)" "and its totals those of JaCoCo's"

# --- JSON: the rest ----------------------------------------------------------------------------

is "$(jq -r '[.packages[].chains.covered | tonumber] | add' all/json)" \
    "$(jq -r .figures.chains.covered all/json)" 'packages add up'
is "$(jq -r '[.lengths[] | .chains.required | tonumber] | add' all/json)" \
    "$(jq -r .figures.chains.required all/json)" 'lengths add up'
is "$(awk -F'\t' '{ n[$3]++ } END { for (i in n) print i, n[i] }' required.tsv | sort -n)" \
    "$(jq -r '.lengths[] | .length + " " + .chains.required' all/json)" 'chains by length'
# What is covered is closed under prefixes: gaps are required chains behind it.
awk -F'\t' '
    FILENAME == "covered.tsv" { has[$1, $3] = 1; next }
    {
        from = $4
        up = from
        sub(/ ?[^ ]+ [^ ]+ [^ ]+$/, "", up)
        if (!(($1 SUBSEP from) in has) && ($3 == 0 || ($1 SUBSEP up) in has)) n++
    }
    END { print n + 0 }' covered.tsv required.tsv >gaps
is "$(jq -r .n_gaps all/json)" "$(cat gaps)" 'gaps are what is required right behind what is covered'
# Each opens as many required chains as begin with it.
"$CCINSTR" report $plan one-*.ccd --top 1000 --format json >every.json 2>err
is "$(jq '.gaps | length' every.json)" "$(cat gaps)" 'all of them with --top'
jq -r '.gaps[] | [.entry, if .prefix == null then "" else
        ((if .prefix == "" then "" else .prefix + " " end) + (.offset | tostring) + " " + .receiver
        + " " + .target) end, .opens] | @tsv' every.json >opened
awk -F'\t' '
    FILENAME == "required.tsv" { entry[++n] = $1; chain[n] = $4; next }
    {
        opens = 0
        for (i = 1; i <= n; i++)
            opens += entry[i] == $1 && ($2 == "" || index(chain[i] " ", $2 " ") == 1)
        if (opens != $3) print
    }' required.tsv opened >wrong
is "$(cat wrong)" '' 'each opens what begins with it'
is "$(jq -r '[.gaps[].opens | tonumber] | add' every.json)" \
    "$(($(wc -l <required.tsv) - $(wc -l <covered.tsv)))" 'together they open all that is missing'
is "$(jq -r '[.gaps[].opens | tonumber] | . == (sort | reverse)' every.json)" true 'the best first'
is "$(jq -r '.unpredicted_receivers | length' all/json)" "$(grep -c '^receiver ' dumped)" \
    'receivers that nobody predicted'
is "$(jq -r '.plans[0].runs[0] | .clean, .command' all/json | tr '\n' ' ')" 'true Some ' \
    'how the run ended'
is "$(jq -r '.plans[0].identity' all/json)" \
    "$(sed -n 's/.*identity=\([0-9a-f]*\).*/\1/p' dumped)" 'the plan is that of the data'

# --- SARIF and annotations ---------------------------------------------------------------------

is "$(jq -r '.runs[0].results | length' all/sarif)" "$(wc -l <all/github)" \
    'as many results as annotations'
is "$(jq -r '.runs[0] | .results[] as $r | .tool.driver.rules[$r.ruleIndex].id == $r.ruleId' \
    all/sarif | sort -u)" true 'each has its rule'
is "$(jq -r '.runs[0].results[].locations[0].physicalLocation |
    .artifactLocation.uri + ":" + (.region.startLine | tostring)' all/sarif)" \
    "$(sed 's/^::warning file=\([^,]*\),line=\([0-9]*\),.*/\1:\2/' all/github)" 'and its place'
mkdir -p 'my src/a/b'
touch 'my src/a/b/Shapes.java'
run ccinstr report $plan one-*.ccd --sources 'my src' --sarif at.sarif --format github
like out '^::warning file=my src/a/b/Shapes.java,line=' '--sources: the file as it lies there'
like at.sarif '"uri":"my%20src/a/b/Shapes.java"' 'in SARIF as a URI'
like out '^::warning file=a/b/Never.java,' 'and below its package where it is in none'
run ccinstr report $plan one-*.ccd --sources "$PWD/my src" --sarif far.sarif -q
like far.sarif '"uri":"file:///.*/my%20src/a/b/Shapes.java"' 'a whole one'
for file in at far; do
    if command -v python3 >/dev/null; then
        pass_if "which its standard allows: $file" sarif_is $file.sarif
    else
        skip "which its standard allows: $file" 'no python3'
    fi
done

# --- Since a baseline --------------------------------------------------------------------------

# Another test: some of what one- covered is lost, some is gained.
mkdir test2 && javac -d test2 -cp shapes "$fixture"/test2/Some.java
java -Dccinstr.data=late- -cp new/shapes:test2 Some >printed
report since $plan late-*.ccd --baseline "$plan,$(echo one-*.ccd | tr ' ' ,)"
report late $plan late-*.ccd
valid since 'since a baseline'
"$CCINSTR" query --format json --limit 0 $plan one-*.ccd compare late-*.ccd >compared
for of in chains rc tm; do
    is "$(jq -r ".baseline.$of | .both, .gained.n, .lost.n, .new.n, .gone.n" since/json | tr '\n' ' ')" \
        "$(jq -r ".$of | .both, .gained.n, .lost.n, .new.n, .gone.n" compared | tr '\n' ' ')" \
        "$of: as the query compare has it"
done
is "$(jq -r '.baseline.chains | (.gained.n | tonumber > 0) and (.lost.n | tonumber > 0)' since/json)" \
    true 'there is something of each'
is "$(jq -r '.baseline.rc.lost.first[] | .class + .receiver' since/json)" \
    "$(jq -r '.rc.lost.answers[] | (.method | sub("[.].*"; "")) + .receiver' compared)" \
    'receivers that are lost'
chains_of() {
    "$chains" $plan "$@" | grep -v '^#' | cut -f 1,3 | sort -u
}
chains_of one-*.ccd >was
chains_of late-*.ccd >is
ccinstr_json() {
    "$CCINSTR" report $plan late-*.ccd --top 1000 --format json \
        --baseline "$plan,$(echo one-*.ccd | tr ' ' ,)"
}
ccinstr_json >top.json
jq -r '.baseline.chains.gained.first[] | [.entry, .chain] | join("\t")' top.json | sort >got
comm -13 was is >want
same got want 'chains that were gained, by the data'
jq -r '.baseline.chains.lost.first[] | [.entry, .chain] | join("\t")' top.json | sort >got
comm -23 was is >lost
same got lost 'chains that were lost'
is "$(jq -c .baseline.figures since/json)" "$(jq -c .figures all/json)" 'its figures are those of its report'
is "$(jq -r .baseline.identity since/json) $(jq .baseline.n_runs since/json)" \
    "$(jq -r '.plans[0] | .identity + " " + (.runs | length | tostring)' all/json)" 'and its plan and runs'
is "$(jq -c 'del(.baseline)' since/json)" "$(jq -c . late/json)" 'all else is as without it'
is "$(sed -n '/^baseline,/,$d; p' since/csv)" "$(cat late/csv)" 'CSV: the same'
is "$(sed -n 's/^baseline,,/all,,/p' since/csv)" "$(sed -n 2p all/csv)" 'and its figures'
for fate in gained lost new gone; do
    is "$(sed -n "s/^$fate,//p" since/csv)" \
        "$(jq -r ".baseline | \",,\" + .chains.$fate.n + \",,,,,,\" + .rc.$fate.n + \",,\" +
            (.tm.$fate.n // \"\") + \",,\"" since/json)" "CSV: $fate"
done
# Of lost chains the shortest, with all that begin with them: those whose prefix is not lost.
awk -F'\t' '{ n = split($2, w, " "); up = w[1]; for (i = 2; i <= n - 3; i++) up = up " " w[i]
        all[$0]; above[$0] = n == 0 ? "" : $1 "\t" (n > 3 ? up : "") }
    END { for (x in all) { top = x; while (above[top] in all) top = above[top]; count[top]++ }
        for (x in count) print count[x] }' lost | sort -rn >want
sed -n 's/.*no longer: lost \([0-9]*\) required chains*\.$/\1/p' since/github >got
same got want 'annotations: what was lost, the most first'
is "$(grep -c 'title=no longer covered' since/github)" \
    "$(($(wc -l <want) + $(jq -r '.baseline | (.rc.lost.n | tonumber) + (.tm.lost.n | tonumber)' since/json)))" \
    'and of receivers and targets'
is "$(jq -r '.runs[0].results[] | select(.ruleId == "lost") | .message.text' since/sarif)" \
    "$(sed -n 's/.*title=no longer covered:://p' since/github)" 'SARIF has the same'

# --- No source line -----------------------------------------------------------------------------

javac --release 11 -g:none -d shapes-bare/shapes "$fixture"/S*.java "$fixture"/Round.java \
    "$fixture"/Never.java
run ccinstr instrument --jdk none -o bare shapes-bare/shapes
java -Dccinstr.data=bare- -cp bare/shapes:test Some >printed
report bare-all bare/ccinstr.plan bare-*.ccd
valid bare-all 'without lines'
is "$(total bare-all INSTRUCTION) $(total bare-all BRANCH) $(total bare-all LINE)" \
    "$(total all INSTRUCTION) $(total all BRANCH) /0" 'JaCoCo: sites and receivers, no lines'
is "$(xmllint --xpath 'string(/coverage/@lines-valid)' bare-all/cobertura.xml)" 0 \
    'Cobertura: nothing'
is "$(xmllint --xpath 'string(/coverage/@line-rate)' bare-all/cobertura.xml)" 1 \
    'of which all is covered, as Cobertura has it'
like bare-all/cobertura.xml 'filename="a/b/Shapes.java"' 'the file of a nested class is guessed'
unlike bare-all/github 'line=' 'annotations without lines'

# --- Several plans add up ------------------------------------------------------------------------

run ccinstr instrument --jdk none --depth 2 -o two shapes
java -Dccinstr.data=two- -cp two/shapes:test Some >printed
report two-all two/ccinstr.plan two-*.ccd
report both $plan one-*.ccd two/ccinstr.plan two-*.ccd
valid both 'two plans'
for i in 3 4 9 10 13 14; do
    is "$(sed -n 2p both/csv | cut -d, -f$i)" \
        "$(($(sed -n 2p all/csv | cut -d, -f$i) + $(sed -n 2p two-all/csv | cut -d, -f$i)))" \
        "$(sed -n 1p both/csv | cut -d, -f$i)"
done
is "$(jq '.plans | length' both/json)" 2 'both are named'
for type in INSTRUCTION BRANCH; do
    a=$(total all $type) b=$(total two-all $type)
    is "$(total both $type)" "$((${a%/*} + ${b%/*}))/$((${a#*/} + ${b#*/}))" "$type of both"
done

# Each is a group of its own: what one plan's report has, and no class is there twice.
is "$(xmllint --xpath 'count(/report/package)' both/jacoco.xml)" 0 'JaCoCo: no package beside groups'
# body FILE PATH: what the elements there hold, each tag a line.
body() {
    xmllint --xpath "$2" "$1" | sed 's/^ *//; s/></>\n</g' | grep .
}
for i in 0 1; do
    [ $i = 0 ] && one=all || one=two-all
    body both/jacoco.xml "/report/group[@name='plan$i']/*" >got
    body $one/jacoco.xml '/report/package|/report/counter' >want
    same got want "JaCoCo: plan$i as by itself"
    body both/cobertura.xml "//package[@name='plan$i.a.b']/*" >got
    body $one/cobertura.xml "//package[@name='a.b']/*" >want
    same got want "Cobertura: plan$i as by itself"
done
is "$(xmllint --xpath 'count(//package)' both/cobertura.xml)" \
    "$(($(xmllint --xpath 'count(//package)' all/cobertura.xml) * 2))" 'Cobertura: packages of both'
for name in lines-covered lines-valid branches-covered branches-valid; do
    for one in all two-all both; do
        xmllint --xpath "string(/coverage/@$name)" $one/cobertura.xml
        echo
    done | grep . | tr '\n' ' ' >got
    read -r a b sum <got
    is "$sum" $((a + b)) "Cobertura: $name of both"
done
# Totals are the figures of the text.
"$CCINSTR" report $plan one-*.ccd two/ccinstr.plan two-*.ccd >text
is "$(total both BRANCH)" "$(sed -n 's/^receiver classes *\([0-9]*\) of *\([0-9]*\) .*/\1\/\2/p' text)" \
    'branches of both are the receiver classes of the text'
is "$(total both CLASS | sed 's/.*\///')" "$(xmllint --xpath 'count(//class)' both/jacoco.xml)" \
    'a class counts in each plan that has it'
is "$(jq -r '.runs[0].results[].properties.plan' both/sarif | sort | uniq -c | awk '{ print $2 }' |
    tr '\n' ' ')" '0 1 ' 'SARIF: each result has its plan'
is "$(jq -r '.runs[0].results[].properties.plan' both/sarif)" \
    "$(sed 's/.*,title=[^:]* in plan\([0-9]*\)::.*/\1/' both/github)" 'annotations, too'
is "$(sort both/github | uniq -d)" '' 'so that none is there twice'

# --- Any characters in names --------------------------------------------------------------------

# Names of the same length in place of those that the class was compiled with.
mkdir odd
javac --release 11 -g -d odd "$fixture"/Odd*.java
was=odd/a/b/OddQQQQQQQQQ.class
class=$(printf 'Odd<&>"'\''%%\001\tz')
method=$(printf 'a&" \355\240\200\303\251z') # half a pair of surrogates, and a letter
escaped=$(printf '%s' "$class" | sed 's/[&\\|]/\\&/g')
escaped_method=$(printf '%s' "$method" | sed 's/[&\\|]/\\&/g')
sed "s|OddQQQQQQQQQ|$escaped|g; s|aQQQQQQQQQ|$escaped_method|g; s|bRRR|\\\\  :|g" \
    $was >"odd/a/b/$class.class"
rm $was
is "${#class}" 12 'the class has a name of the same length'
run ccinstr instrument --jdk none -o odd-new odd
is "$status" 0 'instrumented' || diag err
report odd-all odd-new/ccinstr.plan
valid odd-all 'odd names'
is "$(xmllint --xpath 'string(//class/@name)' odd-all/jacoco.xml)" \
    "$(printf 'a/b/Odd<&>"'\''%%\357\277\275\tz')" 'XML: what it has no character for is replaced'
is "$(xmllint --xpath 'string(//method[2]/@name)' odd-all/jacoco.xml)" \
    "$(printf 'a&" \357\277\275\303\251z')" 'half a pair as well'
is "$(jq -r '.classes[0].name' odd-all/json)" "$(printf 'a/b/Odd<&>"'\''%%\001\\tz')" \
    'JSON: as the plan has it'
is "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' odd-all/sarif)" \
    'a/b/Odd%3C%26%3E%22%27%25%01%09z.java' 'SARIF: a URI'
like odd-all/github "^::warning file=a/b/Odd<&>\"'%25\\\\x01\\\\tz.java,line=" \
    'annotations: per cent is written so'
is "$(sed -n 's/^class,//p' odd-all/csv | cut -d, -f1)" \
    "$(printf '"a/b/Odd<&>""'\''%%\\x01\\tz"')" 'CSV: in quotes'

# --- Golden -------------------------------------------------------------------------------------

# What differs from run to run, and from javac to javac, is left out.
jq -S '.plans |= map(del(.identity, .options, .runs))' all/json >report.json
sed '/<sessioninfo/d' all/jacoco.xml >report-jacoco.xml
sed 's/version="ccinstr [^"]*" timestamp="[0-9]*"/version="" timestamp=""/' \
    all/cobertura.xml >report-cobertura.xml
jq -S 'del(.runs[].tool.driver.version)' all/sarif >report-sarif.json
cp all/csv report.csv
cp all/github report-github.txt
for file in report.json report.csv report-jacoco.xml report-cobertura.xml report-sarif.json \
    report-github.txt; do
    golden $file "$golden/$file" $file
done
mkdir elsewhere
cp $plan one-*.ccd elsewhere/
(cd elsewhere && report again ./ccinstr.plan ./one-*.ccd >/dev/null)
for file in json csv jacoco.xml cobertura.xml sarif github; do
    same elsewhere/again/$file all/$file "the same bytes from elsewhere: $file"
done
done_testing
