#!/bin/sh
# SPDX-License-Identifier: MIT
# headers.sh - every header compiles alone: it includes what it uses (TAP).
# By hand, where nobody gives LINT_CPPFLAGS, jni.h is where the build finds it.

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
command -v "${CC:-cc}" >/dev/null 2>&1 || [ -n "${CC-}" ] || {
    echo '1..0 # SKIP no C compiler'
    exit 0
}

flags=${LINT_CPPFLAGS-$(sed -n 's/^JNI_CPPFLAGS = //p' "$build/Makefile" 2>/dev/null)}
n=0
failed=0
for header in $(find analysis rewriter rt-native -name '*.h' | LC_ALL=C sort); do
    n=$((n + 1))
    # shellcheck disable=SC2086  # CC and the flags are lists of words
    if message=$(printf '#include "%s"\n' "$header" |
        ${CC:-cc} $flags -D_GNU_SOURCE -I. -I"$build" -std=gnu11 \
            -Wall -Wextra -Werror -Wno-unused -fsyntax-only -x c - 2>&1); then
        echo "ok $n - $header"
    else
        failed=1
        echo "not ok $n - $header"
        echo "$message" | head -n 5 | sed 's/^/# /'
    fi
done
if [ $n -eq 0 ]; then
    echo '1..0 # SKIP no headers'
    exit 0
fi
echo "1..$n"
exit $failed
