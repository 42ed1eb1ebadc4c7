#!/bin/sh
# SPDX-License-Identifier: MIT
# ids.sh - the numbers and texts that Java has in common with C, as Ids.java.
#
# usage: ids.sh SHARED.DEF DATAWORDS.DEF

set -eu
awk '
BEGIN {
    print "// Made by ids.sh.\npackage ccinstr.rt;\n\nfinal class Ids {"
}
function put(name, value) {
    sub(/^ +/, "", value)
    printf "    static final int %s = %s;\n", name, value
}
/^SHARED_TEXT\(/ {
    split($0, part, /[(,)]/)
    sub(/^ +/, "", part[3])
    printf "    static final String %s = %s;\n", part[2], part[3]
}
/^(SHARED|KIND|CAUSE)\(/ {
    split($0, part, /[(,)]/)
    name = part[2]
    if ($0 ~ /^SHARED/) put(name, part[3])
    else if ($0 ~ /^KIND/) put("KIND_" name, ++kinds)
    else put("BY_" name, causes++ + 0)
}
END {
    print "    private Ids() {}\n}"
}' "$1" "$2"
