#!/bin/sh
# SPDX-License-Identifier: MIT
# t4019-random-clients.t - what random clients of a component do is in its lists, and the
# comparison sees what is not. make check-clients has more.
. "${srcdir:-.}/tests/lib.sh"
need java javac "${CC:-cc}"
[ -f "${CCINSTR_JARS:-/usr/share/java}/xz.jar" ] || skip_all 'no xz.jar'

clients() {
    run "$srcdir/tests/clients/run.sh" --seconds 5 "$@"
}

clients --clients 4 --analyses and --keep some "$CCINSTR" xz
is "$status" 0 'and: clients of xz'
is "$(grep -c '^ok .*, client ' out)" 4 'four have run'
[ "$status" -eq 0 ] || diag out err

clients --clients 1 --analyses rta --keep less --drop '#<init>' "$CCINSTR" xz
is "$status" 1 'without constructors in Int it fails'
like out '# rta: entry.*<init>:' 'they are no entries'
like out '^not ok 1 - clients-xz, client 1: ' 'the client is named'
is "$(diff -r some/xz/runs/1/src less/xz/runs/1/src 2>&1)" '' 'a seed, a source'
is "$(cat err)" '' 'nothing else is said'
done_testing
