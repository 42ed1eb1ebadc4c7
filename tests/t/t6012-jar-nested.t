#!/bin/sh
# SPDX-License-Identifier: MIT
# t6012-jar-nested.t - archives in archives.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac unzip

made odd

run ccinstr instrument --probes nop -o plain odd/war.jar
like err ': 1 class, 1 rewritten' 'without --nested only its own classes'
run ccinstr instrument --probes nop --nested -o res odd/war.jar
is "$status" 0 'status'
like err ': 5 classes, 5 rewritten, 0 refused, .* 2 nested archives rewritten' \
    'with --nested those inside, too'
like err 'war.jar!WEB-INF/lib/bad.jar: nested archive cannot be read' \
    'a bad one is named'
unlike err 'text.jar' 'what is no archive is not'
java -cp . ZipFields odd/war.jar >before
java -cp . ZipFields res/war.jar >after
same before after 'stored stays stored'

unzip -q odd/war.jar -d in
unzip -q res/war.jar -d now
# Its entries have no permissions, which matters to all but root.
chmod -R u+rw in now
same in/WEB-INF/lib/bad.jar now/WEB-INF/lib/bad.jar 'the bad one is unchanged'
same in/WEB-INF/lib/text.jar now/WEB-INF/lib/text.jar 'the text is unchanged'
run ccinstr instrument --probes nop -o alone in/WEB-INF/lib/stored.jar
same alone/stored.jar now/WEB-INF/lib/stored.jar 'stored: as if alone'
same alone/stored.jar now/WEB-INF/lib/deflated.jar 'deflated: as if alone'

run ccinstr instrument --probes none --nested -o none odd/war.jar
same odd/war.jar none/war.jar 'nothing changes, nothing is written anew'

run ccinstr instrument --probes nop --nested --strict -o strict odd/war.jar
is "$status" 1 'a bad one is not all there is to do: status under --strict'
run ccinstr instrument --probes nop --nested -o res odd/deep.jar
is "$status" 0 'too deep: status'
like err 'deep.jar(!in.jar){5}: archives nested deeper than 4' \
    'too deep: named where it stops'
same odd/deep.jar res/deep.jar 'too deep: copied'

for n in 1 4; do
    run ccinstr instrument --probes nop --nested --threads $n -o "t$n" \
        odd/war.jar
    mv err "err$n"
done
same t1/war.jar t4/war.jar 'the number of threads does not matter'
same err1 err4 'nor for the messages'

done_testing
