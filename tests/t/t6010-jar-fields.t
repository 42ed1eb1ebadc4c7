#!/bin/sh
# SPDX-License-Identifier: MIT
# t6010-jar-fields.t - what an archive says of its entries is carried over.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac cmp

made odd

# carried NAME: same fields in and out, though the classes changed.
carried() {
    run ccinstr instrument --probes nop -o res "odd/$1.jar"
    is "$status" 0 "$1: rewritten"
    like err ' [1-9][0-9]* rewritten, 0 refused' "$1: its classes changed"
    java -cp . ZipFields "odd/$1.jar" >before
    java -cp . ZipFields "res/$1.jar" >after
    same before after "$1: fields are the same"
}

carried plain
carried fields
carried no-dates
carried comment-bytes
carried launcher
carried launcher-counted
carried many

# The control: a change that the comparison must see.
sed 's/stamp 3412/stamp 3413/' before >changed
is "$(cmp -s changed before; echo $?)" 1 'another stamp would be seen'

# The zone of the machine moves no stamp, not even over an hour that it skips.
TZ=America/New_York run ccinstr instrument --probes nop -o zone odd/fields.jar
same zone/fields.jar res/fields.jar 'the time zone does not matter'

run ccinstr instrument --probes nop -o res odd/duplicates.jar
is "$(grep -c 'duplicate entry' err)" 5 'each hidden duplicate is named'
java -cp . ZipFields odd/duplicates.jar >before
java -cp . ZipFields res/duplicates.jar >after
is "$(grep -c 'a/A.class' after) $(grep -c 'a/x.txt' after)" '1 1' \
    'one entry of a name is left'
is "$(tail -n 2 before)" "$(tail -n 2 after)" 'and it is the last'

run ccinstr instrument --probes nop -o res odd/no-dates-launcher.jar
java -cp . ZipFields odd/no-dates-launcher.jar >before
java -cp . ZipFields res/no-dates-launcher.jar >after
is "$(sed '1s/[0-9]*$//; /^a.r.txt .*stamp ffff/d' before)" \
    "$(sed '1s/[0-9]*$//' after)" 'stamps find their entries where one is gone'

# Nothing to change: the file is copied, whatever it holds.
for jar in plain fields duplicates launcher many; do
    run ccinstr instrument --probes none -o copy "odd/$jar.jar"
    same "odd/$jar.jar" "copy/$jar.jar" "$jar: unchanged is copied"
done
chmod 640 odd/plain.jar
for probes in none nop; do
    run ccinstr instrument --probes $probes -o "mode-$probes" odd/plain.jar
    is "$(stat -c %a "mode-$probes/plain.jar")" 640 "$probes: mode is kept"
done

run ccinstr instrument --probes nop -o res odd/versions.jar
like err ' 2 classes' 'versions count in a multi-release jar'
run ccinstr instrument --probes nop -o res odd/no-versions.jar
like err ' 1 class,' 'and in no other'
run ccinstr instrument --probes nop -o res odd/jmod-like.jar
like err ' 0 classes' 'a jmod has its classes below classes/'

done_testing
