#!/bin/sh
# SPDX-License-Identifier: MIT
# sanitize.sh - the test suite in a build tree of its own with sanitizers.
#
# usage: sanitize.sh LIST [ARGUMENT...], from a build tree (make check-sanitize); the
# arguments are make's: TESTS='tests/unit/test_rt_machine tests/unit/test_rt_data'

set -eu
[ $# -ge 1 ] || {
    echo 'usage: sanitize.sh address,undefined|thread [ARGUMENT...]' >&2
    exit 2
}
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "sanitize-$1"
cd "sanitize-$1"
[ -f Makefile ] ||
    "$source/configure" --quiet --enable-sanitizers="$1" CFLAGS='-O1 -g'
shift

# ThreadSanitizer wants its shadow where a large random offset may put a
# library; without randomisation of addresses it always finds its place.
set -- make -j2 --no-print-directory check "$@"
if command -v setarch >/dev/null 2>&1 && setarch -R true 2>/dev/null; then
    set -- setarch -R "$@"
fi
exec "$@"
