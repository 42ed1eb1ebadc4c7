# SPDX-License-Identifier: MIT
# samplelib.sh - the READMEs of samples/, followed word for word. To be sourced behind
# lib.sh.
# shellcheck shell=sh

# follow SAMPLE: the commands of samples/SAMPLE/README.md, word for word, in a tree as a
# clone has it when it was built. Commands are its lines that are indented by four, but
# those with a |, which show what is printed, and those between ```. Standard output to
# the file out, standard error to err, exit status to $status; the clone to the folder
# clone.
follow() {
    mkdir -p clone/build
    cp -r "$srcdir/samples" clone
    chmod -R u+w clone/samples
    rm -rf clone/samples/*/build clone/samples/*/target clone/samples/*/.gradle
    ln -sf "$CCINSTR" clone/build/ccinstr
    sed -n '/^```/,/^```/d; /^    *|/d; s/^    //p' "clone/samples/$1/README.md" >commands
    status=0
    (cd clone && sh -e ../commands) >out 2>err </dev/null || status=$?
}

# found SAMPLE FILE...: what its README shows, the lines with a |, is in lines of the files.
found() {
    sed -n '/^```/,/^```/d; s/^    *| //p' "clone/samples/$1/README.md" >shown
    tap_sample=$1
    shift
    while IFS= read -r tap_line; do
        cat "$@" | grep -qF -e "$tap_line"
        ok $? "$tap_sample: README shows: $tap_line" || :
    done <shown
    is "$([ -s shown ]; echo $?)" 0 "$tap_sample: README shows something"
}

# covers PLAN DATA UNPREDICTED: a report of them is plausible: something is covered, not all;
# each process ended well; and only so many receivers were not predicted.
covers() {
    run ccinstr report "$1" "$2" --json covers.json
    is "$status" 0 'its figures are told' || diag err
    is "$(jq -r '.figures.chains | (.covered | tonumber) as $c
        | $c > 0 and $c < (.required | tonumber)' covers.json)" true \
        'some chains are covered, and not all'
    is "$(jq -r '[.plans[].runs[].clean] | length > 0 and all' covers.json)" true \
        'processes ended well'
    is "$(jq -r '[.unpredicted_receivers, .unpredicted_entries, .unpredicted_chains]
        | map(length) | join(" ")' covers.json)" "$3 0 0" 'what was not predicted'
    is "$(jq -r '[.plans[] | .strangers] | join(" ")' covers.json)" 0 'nor strangers'
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

# quoted SAMPLE FILE NAME: what its README has between lines of ``` stands in FILE, in one
# piece; margins may differ.
quoted() {
    if awk '
        { bare = $0; sub(/^[ \t]+/, "", bare) }
        NR == FNR { if (bare ~ /^```/) inside = !inside
                    else if (inside) want[n++] = bare
                    next }
        { got[m++] = bare }
        END {
            for (i = 0; i + n <= m; i++) {
                for (k = 0; k < n && want[k] == got[i + k]; k++);
                if (n && k == n) exit 0
            }
            exit 1
        }' "$srcdir/samples/$1/README.md" "$2"; then
        ok 0 "$3"
    else
        ok 1 "$3" || :
        diag "$2"
    fi
}

# plausible JSON: in this report of a sample some chains are covered and some are not, all
# that ran was predicted, nothing refused, and each process ended as it should.
plausible() {
    is "$(jq -c '.figures.chains | map_values(tonumber) | .covered > 0 and .covered < .required' \
        "$1")" true 'some chains are covered, and not all'
    is "$(jq -c '[.unpredicted_receivers, .unpredicted_entries, .unpredicted_chains, .refused] |
        flatten' "$1")" '[]' 'nothing ran that was not predicted'
    is "$(jq -c '[.plans[].runs[] | .clean] | unique' "$1")" '[true]' 'the processes ended cleanly'
}
