#!/bin/sh
# SPDX-License-Identifier: MIT
# t8002-argfile.t - @FILE arguments, read as javac reads them.
#
# What the program made of its arguments shows in what it complains about: an
# unknown option is echoed as it was understood.
. "${srcdir:-.}/tests/lib.sh"

# understood TEXT NAME: the arguments in the file args end in the one given.
understood() {
    run ccinstr instrument @args
    is "$status" 2 "status: $2"
    is "$(cat err)" "ccinstr: error: instrument: unknown option '$1'" "$2"
}

# fails PATTERN NAME
fails() {
    run ccinstr instrument @args
    is "$status" 2 "status: $2"
    like err "^ccinstr: error: instrument: $1\$" "$2"
}

printf -- '-o d\n--zzzz' >args
understood --zzzz 'white space separates, the last line may be open'

printf -- '-o\td\f\r\n\n   --zzzz\n' >args
understood --zzzz 'tabs, form feeds and line ends separate'

printf -- '"--zz zz"\n' >args
understood '--zz zz' 'double quotes keep blanks'

printf -- "'--zz \"zz'" >args
understood '--zz "zz' 'single quotes keep double ones'

printf -- '--z"z z"z' >args
understood '--zz zz' 'quotes may stand inside a word'

printf -- '--z\\z' >args
understood '--z\z' 'outside quotes a backslash is itself'

printf -- '"--z\\\\z\\"z"' >args
understood '--z\z"z' 'in quotes a backslash escapes'

printf -- '"--zz \\\n   zz"' >args
understood '--zz zz' 'in quotes it joins lines'

printf -- '"--z\\tz"' >args
understood '--z\tz' 'in quotes \t is a tab'

printf -- '# --first\n-o d # --second\n--zz#zz' >args
understood '--zz#zz' 'a # that begins a word begins a comment'

printf -- '@args2 -o d' >args
printf -- '--zzzz' >args2
run ccinstr instrument @args
is "$([ "$status" -eq 2 ]; echo $?)" 1 'what is read is not expanded again'
like err '@args2' 'it stays what it is'

run ccinstr instrument -o d @@args
like err '@args' '@@x is the plain argument @x'
unlike err '@@args' 'with one @'

: >args
run ccinstr instrument @args -o d
is "$status" 2 'an empty file gives no argument'
like err 'an operand is missing' 'and none is missed'

printf -- '\n --zz "open\n' >args
fails "argument file 'args', line 2: unclosed quote" 'an unclosed quote'
printf -- '"ends in a backslash\\' >args
fails "argument file 'args', line 1: unclosed quote" 'a backslash at the end'
printf -- 'a\000b' >args
fails "argument file 'args', line 1: a zero byte" 'a zero byte'
rm args
fails "cannot read the argument file 'args': No such file .*" 'a missing file'
mkdir args
fails "cannot read the argument file 'args': Is a directory" 'a folder'
rmdir args

# Ten thousand arguments in a file, one of them wrong at the end.
awk 'BEGIN { for (i = 0; i < 10000; i++) print "lib/" i ".jar"
    print "--zzzz" }' >args
understood --zzzz 'a long file'

run ccinstr instrument @
is "$status" 2 'a lone @ is an operand'
like err "'--output' must be given" 'and nothing is read'

done_testing
