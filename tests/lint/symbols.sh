#!/bin/sh
# SPDX-License-Identifier: MIT
# symbols.sh - no mutable object outside functions: nothing of ours in .data,
# .bss or thread-local sections (TAP).
#
# Constant tables of pointers lie in .data.rel.ro, which the loader makes
# read-only: they may. Sanitizers and gcov add objects of their own, so their
# builds are not looked at.

build=${builddir:-.}
command -v objdump >/dev/null 2>&1 || {
    echo '1..0 # SKIP no objdump'
    exit 0
}
set --
for file in "$build"/librtformats.a "$build"/libanalysis.a "$build"/librewriter.a \
    "$build"/rewriter/cli/*.o; do
    [ -f "$file" ] && set -- "$@" "$file"
done
[ $# -gt 0 ] || {
    echo '1..0 # SKIP nothing built'
    exit 0
}

table=$(objdump -t "$@") || exit 99
case $table in
*__asan_* | *__tsan_* | *__ubsan_* | *__gcov* | *__sancov* | *__afl_*)
    echo '1..0 # SKIP an instrumented build'
    exit 0
    ;;
esac
echo "$table" | awk '
/file format/ {
    object = $1
    sub(/:$/, "", object)
    n_objects++
}
# value, flags (which may hold blanks), section, TAB, size, name
/\t/ {
    split($0, half, "\t")
    n = split(half[1], word, " ")
    section = word[n]
    split(half[2], word, " ")
    if (section ~ /^\.data\.rel\.ro/) next
    if (section !~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/) next
    if (word[1] ~ /^0+$/ || word[2] == section) next
    # What a signal handler may set: there is no other way to tell the program.
    if (object ~ /interrupt\.o$/ && word[2] == "seen") next
    # A process has one handler of a signal, and all copies of the library find its table.
    if (object ~ /guard\.o$/ && word[2] == "ccinstr_guards_1") next
    # What must go when there is no memory, which ends the process anywhere.
    if (object ~ /temps\.o$/ && word[2] ~ /^(all|lock)$/) next
    print "# " object " " word[2] ": mutable, in " section
    fails++
}
END {
    print (fails ? "not ok" : "ok") " 1 - no mutable objects in " \
        n_objects + 0 " object files"
    print "1..1"
    exit fails > 0
}'
