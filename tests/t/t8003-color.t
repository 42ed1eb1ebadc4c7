#!/bin/sh
# SPDX-License-Identifier: MIT
# t8003-color.t - colour is for terminals, or when asked for.
. "${srcdir:-.}/tests/lib.sh"

escape=$(printf '\033')

# A file that is no jar gets a message in colour or not.
echo 'no jar' >bad.jar
run ccinstr instrument --probes none -o d bad.jar
like err 'error|warning' 'there is a message'
unlike err "$escape" 'none in a file'
run ccinstr instrument --color=always --probes none -o d bad.jar
like err "$escape" 'with --color=always there is'
run ccinstr instrument --color=always --color=never --probes none -o d bad.jar
unlike err "$escape" 'the last one counts'

# script(1) gives the program a terminal, where the system has one to give.
if script -qec 'test -t 2' /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal() {
        script -qec "$CCINSTR instrument $1 --probes none -o d bad.jar" /dev/null </dev/null \
            >out 2>&1
    }
    TERM=xterm on_terminal ''
    like out "$escape\\[1;3" 'on a terminal there is'
    TERM=xterm NO_COLOR=1 on_terminal ''
    unlike out "$escape\\[1;3" 'not with NO_COLOR'
    TERM=xterm NO_COLOR=1 on_terminal --color=always
    like out "$escape\\[1;3" 'but --color=always outranks it'
    TERM=dumb on_terminal ''
    unlike out "$escape" 'nothing on a dumb terminal'
else
    skip 'colour on a terminal' 'no script(1) or no terminal'
fi

done_testing
