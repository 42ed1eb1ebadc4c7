#!/bin/sh
# SPDX-License-Identifier: MIT
# analyzers.sh - cppcheck, clang-tidy and clang-format on all C sources (TAP).
#
# Run by make lint, not by make check: they take a minute, and their newer
# versions find newer things.

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
log=$(mktemp) || exit 99
trap 'rm -f "$log"' EXIT
flags="-D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I. -I$build ${LINT_CPPFLAGS-}"
units=$(find analysis rewriter rt-native -name '*.c' | LC_ALL=C sort)
all=$(find analysis rewriter rt-native -name '*.[ch]' | LC_ALL=C sort)
failed=0

# check NUMBER TOOL ARGUMENT...: a test point; skipped without the tool.
check() {
    number=$1
    tool=$2
    shift
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "ok $number - $tool # SKIP no $tool"
    elif "$@" >"$log" 2>&1; then
        echo "ok $number - $tool"
    else
        failed=1
        echo "not ok $number - $tool"
        grep -v 'warnings generated\.$' "$log" | head -n 200 | sed 's/^/# /'
    fi
}

# shellcheck disable=SC2086  # lists of words
{
    check 1 cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
        --enable=warning,performance,portability \
        --suppress=missingIncludeSystem $flags $units
    check 2 clang-tidy --quiet --warnings-as-errors='*' $units -- \
        -std=gnu11 $flags
    check 3 clang-format --dry-run --Werror $all
}
echo '1..3'
exit $failed
