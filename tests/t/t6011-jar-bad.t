#!/bin/sh
# SPDX-License-Identifier: MIT
# t6011-jar-bad.t - damaged and hostile archives get a message, nothing else.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac

made odd

# refused NAME MESSAGE
refused() {
    run ccinstr instrument --probes nop -o res "odd/$1.jar"
    is "$status" 3 "$1: status"
    like err "^ccinstr: error: odd/$1.jar: $2" "$1: message"
    is "$(ls res 2>/dev/null)" '' "$1: nothing is left in the output folder"
}

refused truncated 'no end of central directory'
refused half 'no end of central directory'
refused empty 'no end of central directory'
refused count 'central directory claims 60000 entries'
refused overlapping 'entries overlap'
refused outside 'entries overlap or lie outside'

echo 'class A { }' >A.java
for command in 'instrument -o res' graph; do
    # shellcheck disable=SC2086  # words
    run ccinstr $command --jdk none A.java
    is "$status" 3 "$command: a source file: status"
    like err '^ccinstr: error: A.java: a source file: compile it first' "$command: message"
done

# kept NAME MESSAGE: the bad class stays, the good one changes.
kept() {
    run ccinstr instrument --probes nop -o res "odd/$1.jar"
    is "$status" 0 "$1: status"
    like err "^ccinstr: warning: odd/$1.jar!a/A.class: $2" "$1: message"
    like err ': 2 classes, 1 rewritten, 1 refused' "$1: summary"
    run ccinstr instrument --probes nop --strict -o res "odd/$1.jar"
    is "$status" 1 "$1: status if strict"
}

kept size-large '2147483647 bytes are not a class file'
kept size-wrong 'compressed data is corrupt'
kept crc "checksum differs from the archive's"
kept data 'claims [0-9]* bytes, but 4 compressed bytes cannot give more'

# The others go on.
run ccinstr instrument --probes nop -o all odd/half.jar nosuch.jar \
    odd/plain.jar
is "$status" 3 'one that fails decides the status'
is "$(ls all)" plain.jar 'the others are written'
like err '^ccinstr: error: nosuch.jar: cannot open' 'a missing one is named'

# Names that lead out stay names.
mkdir deep
run ccinstr instrument --probes nop -o deep/res odd/names.jar
is "$status" 0 'odd names: status'
is "$(find deep -type f ! -name .ccinstr-made)" deep/res/names.jar 'odd names: written nowhere else'

done_testing
