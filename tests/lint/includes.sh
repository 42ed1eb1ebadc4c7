#!/bin/sh
# SPDX-License-Identifier: MIT
# includes.sh - a .c file includes the headers whose structs and functions it names (TAP).
#
# What its own header includes, and what a header for its folder alone (x_priv.h) does,
# counts as well. So the includes of a file tell what it depends on, and deps.sh can judge
# that by them. Types, macros and enums of a header come with it.
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99
headers=$(find analysis rewriter rt-native -name '*.h' | LC_ALL=C sort)
sources=$(find analysis rewriter rt-native -name '*.c' ! -name page.c ! -name embedded.c |
    LC_ALL=C sort)

# shellcheck disable=SC2086  # paths in this tree hold no spaces
bad=$(awk '
BEGIN {
    n = split("arena diag emit mem str types", first, " ")
    for (i = 1; i <= n; i++) anyway["analysis/base/" first[i] ".h"]
}
function folder(file) {
    sub(/\/[^\/]*$/, "", file)
    return file
}
function end_of_file() {
    if (path ~ /\.c$/) judge()
}
# Does a header that counts say that there is such a struct?
function is_opaque(name,    h) {
    for (h in ok) if ((h, name) in opaque) return 1
    return 0
}
# The headers that count for the .c file, and what it names beside them.
function judge(    i, n, own, list, name, h, seen) {
    own = path
    sub(/\.c$/, ".h", own)
    for (h in has) {
        ok[h] = 1
        if (h == own || h ~ /_priv\.h$/) {
            n = split(includes[h], list, " ")
            for (i = 1; i <= n; i++) {
                ok[list[i]] = 1
                # of a private header of a private header, too
                if (list[i] ~ /_priv\.h$/) {
                    m = split(includes[list[i]], more, " ")
                    for (j = 1; j <= m; j++) ok[more[j]] = 1
                }
            }
        }
    }
    for (name in used) {
        h = declares[name]
        if (h ~ /_priv\.h$/ && folder(h) != folder(path)) continue
        if (is_opaque(name)) continue
        if (h && !(name in mine) && !(h in ok) && !(h in anyway) && h != own && !(h in seen)) {
            seen[h]
            print path " " h " " name
        }
    }
    split("", ok); split("", has); split("", used); split("", mine)
}
FNR == 1 { end_of_file(); path = FILENAME; comment = 0 }
{
    line = $0
    if (line ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
        split(line, q, "\"")
        if (path ~ /\.h$/) includes[path] = includes[path] " " q[2]
        else has[q[2]]
        next
    }
    # Remarks and constants are no names.
    gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
    sub(/\/\/.*/, "", line)
}
path ~ /\.h$/ {
    if (line ~ /^struct [a-z_0-9]+ [{]/) {
        split(line, w, " ")
        declares["struct " w[2]] = path
    } else if (line ~ /^[a-z].*[ *][a-z_0-9]+\(/ && line !~ /^(static|typedef|return|extern)/) {
        name = line
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        declares[name] = path
    } else if (line ~ /^struct [a-z_0-9]+;/) {
        split(line, w, "[ ;]")
        opaque[path, "struct " w[2]]
    } else if (line ~ /^static inline/) {
        name = line
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        declares[name] = path
    }
}
# What a file declares itself is its own.
path ~ /\.c$/ && match(line, /struct [a-z_0-9]+ [{]/) {
    split(substr(line, RSTART), w, " ")
    mine["struct " w[2]]
}
path ~ /\.c$/ && line ~ /^[a-z].*\(/ {
    name = line
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    mine[name]
}
path ~ /\.c$/ {
    rest = line
    while (match(rest, /struct [a-z_0-9]+/)) {
        used[substr(rest, RSTART, RLENGTH)]
        rest = substr(rest, RSTART + RLENGTH)
    }
    rest = line
    while (match(rest, /[A-Za-z_0-9]+\(/)) {
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : ""
        if (before != "." && before != ">") used[substr(rest, RSTART, RLENGTH - 1)]
        rest = substr(rest, RSTART + RLENGTH)
    }
}
END { end_of_file() }' $headers $sources /dev/null)
if [ "${1:-}" = --print ]; then
    echo "$bad"
    exit
fi
if [ -z "$bad" ]; then
    echo 'ok 1 - includes say what is used'
else
    echo 'not ok 1 - includes say what is used'
    echo "$bad" | sed 's/^\([^ ]*\) \([^ ]*\) \(.*\)/# \1 names \3 and does not include "\2"/'
fi
echo 1..1
[ -z "$bad" ]
