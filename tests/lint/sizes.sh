#!/bin/sh
# SPDX-License-Identifier: MIT
# sizes.sh - no file over 1000 lines, no function over 100, none with more than
# six parameters (TAP).
#
# A function is what begins at a line that starts in the first column and ends
# in "{" and is no type or table, and ends at "}" in the first column: that is
# how the sources are formatted. A pure switch over a table is exempt from the
# length by "// table switch" on its first line.

cd "${srcdir:-.}" || exit 99
files=$(find analysis rewriter rt-native tests -name '*.[ch]' | LC_ALL=C sort)
if [ -z "$files" ]; then
    echo '1..0 # SKIP no sources'
    exit 0
fi

# shellcheck disable=SC2086  # paths in this tree hold no spaces
awk '
function bad(msg) {
    print "# " msg
    fails++
}
function end_file() {
    if (lines > 1000) bad(file ": " lines " lines")
}
# Parameters of the function that head declares: commas at bracket depth 1.
function parameters(head,   i, c, depth, n) {
    head = substr(head, index(head, "("))
    for (i = 1; i <= length(head); i++) {
        c = substr(head, i, 1)
        if (c == "(") depth++
        else if (c == ")" && --depth == 0) break
        else if (c == "," && depth == 1) n++
    }
    return n + 1
}
FNR == 1 {
    end_file()
    file = FILENAME
    name = head = ""
}
{ lines = FNR }
/^}/ {
    if (name != "") {
        n_functions++
        long = FNR - start + 1
        if (long > longest) {
            longest = long
            longest_at = file ": " name
        }
        if (long > 100 && !exempt) {
            bad(file ":" start ": " name "() has " long " lines")
        }
    }
    name = head = ""
    next
}
name != "" { next }
/^[#\/ ]/ && head == "" { next }
/;[ \t]*(\/\/.*)?$/ || /^$/ || /^#/ {
    head = ""
    next
}
{
    if (head == "") start = FNR
    head = head " " $0
}
/{[ \t]*(\/\/.*)?$/ {
    if (head ~ /\(/ && head !~ /=/ && head !~ /^ (typedef |static )*(const )?(struct|enum|union) *[a-z_0-9]* *{/) {
        name = head
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        exempt = head ~ /\/\/ table switch/
        if (parameters(head) > 6) {
            bad(file ":" start ": " name "() has more than six parameters")
        }
    } else {
        name = ""
    }
    head = ""
}
END {
    end_file()
    print "# longest: " longest_at "(), " longest " lines; " \
        (n_functions + 0) " functions"
    print (fails ? "not ok" : "ok") " 1 - lengths of files and functions"
    print "1..1"
    exit fails > 0
}' $files
