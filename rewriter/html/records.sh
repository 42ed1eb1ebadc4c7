#!/bin/sh
# SPDX-License-Identifier: MIT
# records.sh - a script with the names of fields, such as SITE_LINE, made numbers.
#
# usage: records.sh RECORDS.DEF SCRIPT
#
# A name of capitals with _ in it is that of a field, unless it is a property of
# something. One that the table does not have is an error: status 1.

set -eu
LC_ALL=C awk '
function bad(message) {
    print FILENAME ":" FNR ": " message >"/dev/stderr"
    failed = 1
}
# --- The table
FNR == 1 { files++ }
files == 1 {
    sub(/ *\/\/.*/, "")
    if ($0 ~ /^(#undef [A-Z]+)?$/) next
    if (!match($0, /^(RECORD|FLAT|FIELD|OPTIONAL|END)\([A-Z]+(, [A-Z]+)?\)$/)) {
        bad("no part of a record: " $0)
        next
    }
    split($0, part, /[(), ]+/)
    if (part[1] == "RECORD" || part[1] == "FLAT") {
        record = part[2]
        n = 0
        next
    }
    name = part[2] "_" (part[1] == "END" ? "END" : part[3])
    if (part[2] != record) bad(name " stands in " record)
    if (name in at) bad(name " is there twice")
    at[name] = n++
    next
}
# --- The script
{
    done = ""
    left = $0
    while (match(left, /[A-Za-z0-9_$]+/)) {
        done = done substr(left, 1, RSTART - 1)
        name = substr(left, RSTART, RLENGTH)
        left = substr(left, RSTART + RLENGTH)
        if (name ~ /^[A-Z]+_[A-Z_]+$/ && done !~ /(^|[^.])\.$/) {
            if (!(name in at)) bad("records.def has no " name)
            name = at[name]
        }
        done = done name
    }
    print done left
}
END { exit failed }
' "$1" "$2"
