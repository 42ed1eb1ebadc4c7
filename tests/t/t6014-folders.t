#!/bin/sh
# SPDX-License-Identifier: MIT
# t6014-folders.t - folders of classes, and single class files.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir -p app/empty app/lib src
printf 'package p; public class A { public static void main(String[] a) {
    System.out.println("hello"); } static class B { } }\n' >src/A.java
javac -d app src/A.java
javac -d . "$srcdir/tests/java/OddZips.java"
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
(cd res/app && find . | LC_ALL=C sort) >list
cat >wanted <<'END'
.
./.ccinstr-output
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
is "$(diff -r one many)" '' 'the number of threads does not matter'
is "$(find out one many -name '*.??????')" '' 'nothing temporary is left'

rm res/app/.ccinstr-output
printf 'mine\n' >res/app/mine
run ccinstr instrument --probes nop -o res app
is "$status" 3 'another folder is not replaced'
like err 'res/app: exists and was not written by ccinstr' 'and it is said'
is "$(cat res/app/mine)" mine 'it stays'

run ccinstr instrument --probes nop -o single app/p/A.class
is "$status" 0 'a class file: status'
same single/A.class one/app/p/A.class 'a class file: as in the folder'

done_testing
