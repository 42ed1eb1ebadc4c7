#!/bin/sh
# SPDX-License-Identifier: MIT
# t6014-folders.t - folders of classes, and single class files.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir -p app/empty app/lib src
printf 'package p; public class A { public static void main(String[] a) {
    System.out.println("hello"); } static class B { } }\n' >src/A.java
javac -d app src/A.java
printf 'text\n' >app/r.txt
chmod 640 app/r.txt
touch -d '2001-02-03 04:05:06Z' app/r.txt
jar cf app/lib/in.jar -C app p
ln -s p app/link
ln -s r.txt app/file-link
ln -s "$scratch/app/p" app/absolute
ln -s .. app/up
ln -s nowhere app/dangling

run ccinstr instrument --probes nop -o res app
is "$status" 0 'status'
like err '^app: 2 classes, 2 rewritten, 0 refused' 'summary'
like err 'app/absolute: link to a folder' 'an absolute link is left out'
like err 'app/up: link to a folder' 'a link that leads out is left out'
like err 'app/dangling: left out' 'a link to nothing is left out'
(cd res/app && find . | sort) >list
cat >wanted <<'END'
.
./empty
./file-link
./lib
./lib/in.jar
./link
./p
./p/A$B.class
./p/A.class
./r.txt
END
same list wanted 'the same tree'
is "$(readlink res/app/link)" p 'a link inside stays one'
is "$(stat -c '%a %Y' res/app/r.txt)" "$(stat -c '%a %Y' app/r.txt)" \
    'mode and time are kept'
is "$(cmp -s app/p/A.class res/app/p/A.class; echo $?)" 1 'a class changed'
same app/lib/in.jar res/app/lib/in.jar 'a jar inside is copied'
is "$(java -cp res/app p.A)" hello 'it runs'

run ccinstr instrument --probes nop --nested -o res app
is "$status" 0 'an output of ours is replaced'
is "$(cmp -s app/lib/in.jar res/app/lib/in.jar; echo $?)" 1 \
    'with --nested a jar inside changes'
run ccinstr instrument --probes nop --threads 4 -o many app
run ccinstr instrument --probes nop --threads 1 -o one app
is "$(diff -r -x .ccinstr-made one many)" '' 'the number of threads does not matter'
is "$(find out one many -name '*.??????')" '' 'nothing temporary is left'

printf 'mine\n' >res/app/p/mine
run ccinstr instrument --probes nop -o res app
is "$status" 3 'a folder to which something was added is not replaced'
like err 'res/app: holds what ccinstr did not write \(p/mine\)' 'and it is said'
is "$(cat res/app/p/mine)" mine 'it stays'
rm res/app/p/mine
run ccinstr instrument --probes nop -o res app
is "$status" 0 'without it the folder is replaced'
mkdir copy && cp -r res/app copy/app
run ccinstr instrument --probes nop -o copy app
is "$status" 3 'a copy of our output is not ours'
rm res/.app.ccinstr
run ccinstr instrument --probes nop -o res app
is "$status" 3 'nor is any other folder'
rm -r copy/app
mkdir copy/app
run ccinstr instrument --probes nop -o copy app
is "$status" 0 'an empty folder holds nothing to lose' || diag err
is "$(diff -r one/app copy/app)" '' 'and is replaced'

# What cannot be read is not foreign, and what is no folder is told as what it is.
mkdir -p odd/app/p && ln -s /proc/self/mem odd/.app.ccinstr
run ccinstr instrument --probes nop -o odd app
is "$status" 3 'a record that the system cannot read'
like err 'odd/.app.ccinstr: cannot read: Input/output error' 'that is told'
unlike err 'did not write' 'and nothing else'
mkdir -p linked/at && ln -s at linked/app && echo mine >linked/at/mine
run ccinstr instrument --probes nop -o linked app
is "$status" 3 'a link to a folder is not replaced'
like err 'linked/app: is a symbolic link, and no folder that ccinstr wrote: remove' 'and is told'
rm linked/app && echo mine >linked/app
run ccinstr instrument --probes nop -o linked app
is "$status" 3 'nor is a file'
like err 'linked/app: is no folder: remove' 'that is told, too'
is "$(cat linked/app linked/at/mine)" "$(printf 'mine\nmine')" 'they stay'

# Too large for a class: copied, counted, and the rest goes on.
cp -r app large && truncate -s 70000000 large/p/Huge.class
run ccinstr instrument --probes nop --strict -o res large
is "$status" 1 'an enormous class file: status under --strict'
like err 'large!p/Huge.class: 70000000 bytes are not a class file: copied' 'it is named'
like err '^large: 3 classes, 2 rewritten, 1 refused' 'the others are rewritten'

# A link that leaves the folder on its way would lead into the input.
mkdir -p way/in && cp -r app/p way/in/p
ln -s ../../way/in/p way/in/back
run ccinstr instrument --probes nop -o way/res way/in
like err 'way/in/back: link to a folder' 'a link that leaves on its way is left out'

# A folder of jars is not the jars.
mkdir jars && cp app/lib/in.jar jars/
run ccinstr instrument --probes nop -o res jars
like err 'jars: a folder without classes; its archives \(1\) are only copied' \
    'a folder of jars is pointed out'

# Sources leave an earlier plan as it is; a module that has nothing at all is a module.
mkdir void text && printf 'text\n' >text/r.txt && jar cf text.jar -C text r.txt
run ccinstr instrument --jdk none -o made app
cp made/ccinstr.plan earlier.plan
sources='has sources \(.java\) and no classes: compile them and give the folder of classes, target/classes'
for given in src '--component p.** src' 'src void'; do
    # shellcheck disable=SC2086
    run ccinstr instrument --jdk none -o made $given
    is "$status" 3 "nothing to instrument: status of $given"
    like err "^ccinstr: error: src: $sources" 'sources are no classes'
    same made/ccinstr.plan earlier.plan 'the plan is as it was'
done
for given in void text.jar; do
    run ccinstr instrument --jdk none -o nothing-$given $given
    is "$status" 0 "$given alone has a plan of nothing" || diag err
done
run ccinstr forest --jdk none --plan-out made/ccinstr.plan src
is "$status" 3 'chains of sources'
like err "^ccinstr: error: src: $sources" 'there are none'
same made/ccinstr.plan earlier.plan 'the plan is as it was'
run ccinstr instrument --jdk none -o beside src text.jar app
is "$status" 0 'beside classes they are copied' || diag err
unlike err 'no classes' 'and nothing is said'

# What the system cannot read is no damaged class: nothing is made of the others. A
# process cannot read its own memory at 0, whoever runs it.
mkdir -p unread/q && cp -r app/p unread && ln -s /proc/self/mem unread/q/Q.class
for command in 'instrument --probes nop' 'instrument --jdk none'; do
    # shellcheck disable=SC2086
    run ccinstr $command -o unread-res unread
    is "$status" 3 "an input error: status of $command"
    like err 'unread/q/Q.class: cannot read: Input/output error' 'and it is told'
    is "$(ls unread-res 2>/dev/null)" '' 'nothing is written'
done
for command in graph forest 'forest --plan-out made.plan'; do
    # shellcheck disable=SC2086
    run ccinstr $command --jdk none unread
    is "$status" 3 "an input error: status of $command"
    like err 'unread/q/Q.class: cannot read: Input/output error' 'and it is told'
    is "$(wc -c <out)" 0 'nothing is printed'
done
is "$(ls made.plan 2>/dev/null)" '' 'no plan is written'

run ccinstr instrument --probes nop -o single app/p/A.class
is "$status" 0 'a class file: status'
same single/A.class one/app/p/A.class 'a class file: as in the folder'

done_testing
