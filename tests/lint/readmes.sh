#!/bin/sh
# SPDX-License-Identifier: MIT
# readmes.sh - each source folder has a short README.md, and what these name is there (TAP).
#
# In README.md and NOTES.md of these folders, ARCHITECTURE.md and HACKING.md, text in backquotes
# names a file if it holds a / or ends as files here do, or something of the sources if it
# holds a _ or ends in (). A file may be named by the end of its path, with * for any
# letters but /; what holds blanks or other signs is no name, but `struct NAME` is.
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99
LC_ALL=C
export LC_ALL

most=40
n=0
failed=0

# point NAME FAULTS: a test point, passed if there are no faults.
point() {
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        failed=1
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/# /'
    fi
}

folders=$(find analysis rewriter rt-native rt-java -type f \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.java' \) 2>/dev/null |
    sed -n -e 's|^\(rt-[a-z]*\)/.*|\1|p' -e 's|^\([a-z]*/[^/]*\)/.*|\1|p' | sort -u)
point 'each source folder has a README.md' "$(
    [ -n "$folders" ] || echo 'no folders'
    for folder in $folders; do
        [ -f "$folder/README.md" ] || echo "$folder"
    done)"

readmes=$(for folder in $folders; do
    [ ! -f "$folder/README.md" ] || echo "$folder/README.md"
done)
# shellcheck disable=SC2086  # paths in this tree hold no spaces
point "none has more than $most lines" "$(awk -v most=$most '
    FNR == most + 1 { print FILENAME }' $readmes /dev/null)"

# All files, by their paths from the top.
paths() {
    for top in * .clang-format .clang-tidy .ci; do
        case $top in
        analysis | rewriter | rt-native | rt-java | man | tests | samples | .ci)
            [ ! -d "$top" ] || find "$top" -type f -print
            ;;
        *) [ ! -f "$top" ] || echo "$top" ;;
        esac
    done
}

# The words of what is source of something, with an = in front.
# shellcheck disable=SC2046  # paths in this tree hold no spaces
words() {
    cat $(paths | grep -E '\.([ch15-7]|def|java|js|css|sh|t|py|mk|am|ac|txt)$|/bench/[^.]*$|quickstart$') \
        /dev/null | tr -cs 'A-Za-z0-9_' '\n' | sort -u | sed 's/^/=/'
}

# shellcheck disable=SC2046,SC2086  # paths in this tree hold no spaces
point 'what they name is there' "$({ paths; words; } | awk '
    # 1 if some path ends in this pattern.
    function globs(pattern,    path) {
        gsub(/\./, "\\.", pattern)
        gsub(/\*/, "[^/]*", pattern)
        pattern = "^" pattern "$"
        for (path in ends)
            if (path ~ pattern) return 1
        return 0
    }
    function names(text) {
        sub(/^(struct|enum|union) /, "", text)
        if (text ~ /^[A-Za-z_.*][A-Za-z0-9_.*\/-]*$/ &&
            text ~ /\/|[^.]\.(c|h|def|java|sh|t|py|md|txt|js|css)$/) {
            # In jars, in a JDK, in a build tree.
            if (text ~ /^(META-INF|WEB-INF|java|build)\//) return
            sub(/^\.\//, "", text)
            sub(/\/$/, "", text)
            if (!(text in ends) && !(text ~ /\*/ && globs(text)))
                print file ": " text
        } else if (text ~ /^[A-Za-z_][A-Za-z0-9_]*(\(\))?$/ && text ~ /_|\)$/) {
            sub(/\(\)$/, "", text)
            if (!("=" text in ends)) print file ": " text
        }
    }
    function paragraph(    i, n, part) {
        n = split(all, part, "`")
        for (i = 2; i <= n; i += 2) names(part[i])
        all = ""
    }
    !reading {
        ends[$0]
        if (/^=/) next
        # Folders too, and all by the ends of their paths.
        path = $0
        do {
            for (end = path; !(end in ends) || end == path; ) {
                ends[end]
                if (!sub(/^[^\/]*\//, "", end)) break
            }
        } while (sub(/\/[^\/]*$/, "", path))
        next
    }
    FNR == 1 { paragraph(); file = FILENAME; fence = 0 }
    /^```/ { fence = !fence; next }
    fence { next }
    NF == 0 { paragraph(); next }
    { all = all (all ? " " : "") $0 }
    END { paragraph() }' - reading=1 $readmes $(ls ARCHITECTURE.md HACKING.md $(echo "$readmes" | sed "s/README/NOTES/") 2>/dev/null))"

echo "1..$n"
exit $failed
