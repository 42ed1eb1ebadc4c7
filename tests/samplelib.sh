# SPDX-License-Identifier: MIT
# samplelib.sh - the READMEs of samples/, followed word for word. To be sourced behind
# lib.sh.
# shellcheck shell=sh

# need_jars NAME...: Debian's jars of these names, or all is skipped.
need_jars() {
    for tap_jar; do
        [ -f "/usr/share/java/$tap_jar.jar" ] || skip_all "no $tap_jar.jar in /usr/share/java"
    done
}

# Where JUnit 5 lies for READMEs that use it.
need_junit5() {
    JUNIT=${JUNIT:-/usr/share/java/junit-platform-console-standalone.jar}
    [ -f "$JUNIT" ] || skip_all 'no JUnit 5 (package junit5)'
    export JUNIT
}

# follow SAMPLE: the commands of samples/SAMPLE/README.md, word for word, in a tree as a
# clone has it when it was built. Commands are its lines that are indented by four, but
# those with a |, which show what is printed, and those between ```. Standard output to
# the file out, standard error to err; the clone to the folder clone.
follow() {
    mkdir -p clone/build
    cp -r "$srcdir/samples" clone
    chmod -R u+w clone/samples
    rm -rf clone/samples/*/build clone/samples/*/target clone/samples/*/.gradle
    ln -sf "$CCINSTR" clone/build/ccinstr
    sed -n '/^```/,/^```/d; /^    *|/d; s/^    //p' "clone/samples/$1/README.md" >commands
    status=0
    (cd clone && sh -e ../commands) >out 2>err </dev/null || status=$?
    is "$status" 0 'the README can be followed' || diag out err
}

# shown SAMPLE FILE NAME: what the README of a sample shows of output (its lines that begin
# with four blanks and a |) is printed in FILE, to the letter and in this order; "..."
# stands for lines that are left out. The end of a line may be, too: "..." behind a blank.
shown() {
    if awk '
        NR == FNR { if (/^    \|/) { sub(/^    \| ?/, ""); want[n++] = $0 }
                    else if (want[n - 1] != "...") want[n++] = "..."
                    next }
        { sub(/[ \t]+$/, ""); got[m++] = $0 }
        function fits(w, g) {
            if (w !~ / \.\.\.$/) return w == g
            w = substr(w, 1, length(w) - 3)
            return substr(g, 1, length(w)) == w
        }
        END {
            for (at = i = 0; i < n; i++) {
                if (want[i] == "...") { loose = 1; continue }
                some = 1
                from = at
                while (at < m && !fits(want[i], got[at]) && loose) at++
                if (at >= m || !fits(want[i], got[at])) {
                    printf "not printed%s: %s\n", from < m ? " behind \"" got[from - 1] "\"" : "",
                        want[i]
                    exit 1
                }
                at++
                loose = 0
            }
            exit !some
        }' "$srcdir/samples/$1/README.md" "$2" >cmd.log; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        diag cmd.log
        diag "$2"
    fi
}

# quoted SAMPLE FILE NAME: each piece that its README has between lines of ``` stands in
# FILE; margins may differ.
quoted() {
    if awk '
        { bare = $0; sub(/^[ \t]+/, "", bare) }
        NR == FNR { if (bare ~ /^```/) pieces += inside = !inside
                    else if (inside) want[pieces, n[pieces]++] = bare
                    next }
        { got[m++] = bare }
        function stands(p, i, k) {
            for (i = 0; i + n[p] <= m; i++) {
                for (k = 0; k < n[p] && want[p, k] == got[i + k]; k++);
                if (k == n[p]) return 1
            }
            print "not there: " want[p, 0]
            return 0
        }
        END {
            for (p = 1; p <= pieces; p++) bad += !n[p] || !stands(p)
            exit !pieces || bad
        }' "$srcdir/samples/$1/README.md" "$2" >cmd.log; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        diag cmd.log
    fi
}

# reported PLAN DATA [N]: a report of it, plausible, as report.json.
reported() {
    run ccinstr report "$1" "$2" --json report.json
    is "$status" 0 'a report of it'
    plausible report.json "${3-}"
}

# plausible JSON [N]: in this report of a sample some chains are covered and some are not, all
# that ran was predicted but for N receivers, nothing refused, and each process ended as it
# should.
plausible() {
    is "$(jq -c '.figures.chains | map_values(tonumber) | .covered > 0 and .covered < .required' \
        "$1")" true 'some chains are covered, and not all'
    is "$(jq -c '[.unpredicted_receivers, .unpredicted_entries, .unpredicted_chains, .refused] |
        map(length)' "$1")" "[${2:-0},0,0,0]" 'nothing else ran that was not predicted'
    is "$(jq -c '[.plans[].runs[] | .clean] | unique' "$1")" '[true]' 'the processes ended cleanly'
}
