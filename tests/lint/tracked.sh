#!/bin/sh
# SPDX-License-Identifier: MIT
# tracked.sh - what holds for every file of the tree (TAP): sources carry their
# SPDX line and are listed in a local.mk, no trailing blanks, no tabs where
# they do not belong, scripts are executable, no path of a machine.
#
# The files are those that git knows or would take; without git, as in a
# released tree, all that are there.

cd "${srcdir:-.}" || exit 99

if [ -e .git ] && command -v git >/dev/null 2>&1; then
    files=$(git -c safe.directory='*' ls-files -co --exclude-standard) ||
        exit 99
else
    files=$(find . -type f -not -path './build*' -not -path './_*' \
        -not -path './autom4te.cache/*' -not -name '*.in' \
        -not -name configure -not -name aclocal.m4 | sed 's|^\./||')
fi
files=$(echo "$files" | LC_ALL=C sort)

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
        echo "$2" | head -n 30 | sed 's/^/# /'
    fi
}

# What is text and ours: binaries and recorded outputs are not.
text=$(for file in $files; do
    case $file in
    *.jar | *.class | *.zip | *.png | tests/corpus/*.class | \
        tests/fuzz/seeds-*/* | tests/fuzz/corpus/* | tests/golden/*) ;;
    *) [ ! -f "$file" ] || echo "$file" ;;
    esac
done)
sources=$(for file in $text; do
    case $file in
    *.[ch] | *.def | *.sh | *.t | *.mk | *.ac | *.am | *.java | *.[1-8] | \
        .ci/run | quickstart | .clang-*)
        echo "$file"
        ;;
    tests/bench/* | tests/workloads/* | tests/torture/*)
        # Scripts there have no suffix.
        ! head -n 1 "$file" | grep -q '^#!' || echo "$file"
        ;;
    esac
done)

point 'there are sources' "$([ -n "$sources" ] || echo none)"
point 'each has its SPDX line' "$(for file in $sources; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
done)"
# shellcheck disable=SC2086  # paths in this tree hold no spaces
point 'no trailing blanks' "$(grep -n '[ 	]$' $text /dev/null | cut -c 1-80)"
point 'no tabs in C, Java and shell' "$(for file in $sources; do
    case $file in
    *.mk | *.am | *.ac) ;;
    *) grep -n '	' "$file" /dev/null ;;
    esac
done | grep -v '^tests/lint/tracked.sh:' | cut -c 1-80)"
point 'files end in a line end' "$(for file in $text; do
    [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file" | tr -d '\n')" ] ||
        echo "$file"
done)"
point 'scripts are executable' "$(for file in $sources; do
    case $file in
    tests/*lib.sh | tests/faults/lib.sh) ;;
    *.sh | *.t | quickstart | .ci/run) [ -x "$file" ] || echo "$file" ;;
    esac
done)"

# A source is listed by its name, by that of the program that automake makes of it alone, or
# by a folder of EXTRA_DIST that holds it.
listed=$(for list in Makefile.am ./*/local.mk; do
    folder=$(dirname "$list" | sed 's|^\./||')
    sed -e "/^#/d" -e "s|%D%|$folder|g" "$list"
done | tr -s ' \t\\' '\n\n\n')
is_listed() {
    path=$1
    while [ "$path" != . ]; do
        case "
$listed
" in
        *"
$path
"* | *"
${path%.c}
"*) return 0 ;;
        esac
        path=$(dirname "$path")
    done
    return 1
}
point 'sources are listed in a local.mk' "$(for file in $sources; do
    case $file in
    *.[ch] | *.def | *.t | *.sh | *.java | *.[1-8])
        is_listed "$file" || echo "$file"
        ;;
    esac
done)"

# Home folders and the build folders of one machine have no place in a source.
# The pattern is put together here so that it does not find itself.
home=/ho${empty-}me/
work=/wor${empty-}k/
# shellcheck disable=SC2086  # paths in this tree hold no spaces
point 'no path of a machine' "$(grep -nE "($home|$work|/root/)[a-z]" $text \
    /dev/null | cut -c 1-80)"

echo "1..$n"
exit $failed
