#!/bin/sh
# SPDX-License-Identifier: MIT
# t7049-unpacked-library.t - the library is unpacked to a file that only its user may read and
# write, and which is deleted once it is loaded. Should the JVM be killed before that, a later
# one deletes what is left, and nothing else.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac jar touch
jdks

made instrumented
mkdir tmp
java -cp classes run.Run >wanted

# here JDK WHAT: the program runs, with tmp for its temporary files.
here() {
    rm -rf data
    "$1/bin/java" -Djava.io.tmpdir="$PWD/tmp" -Dccinstr.data=data/ -cp new/run.jar \
        --enable-native-access=ALL-UNNAMED run.Run >got 2>err
    is "$?$(cat err)" 0 "$2: it runs"
    same got wanted "$2: as ever"
    is "$(find data -name '*.ccd' | wc -l)" 1 "$2: measured"
}
here "$old_jdk" 'nothing there'
is "$(ls tmp)" '' 'nothing is left'

# What is of yesterday, by name, kind and owner; and what is not.
c=ccinstr-0123456789abcdef
for jdk in "$old_jdk" "$new_jdk"; do
    rm -rf tmp
    mkdir tmp tmp/$c-4.so
    : >target
    for file in $c-1.so $c-12345678901234567890.so $c-3.so ccinstr-5.so ccinstr1.so \
        ccinstr.so my$c-6.so $c-7.so.bak $c-8x.so; do
        : >tmp/$file
    done
    ln -s ../target tmp/$c-9.so
    touch -h -d '2 days ago' tmp/* target
    touch -d '20 hours ago' tmp/$c-3.so
    if [ "$(id -u)" -eq 0 ]; then
        : >tmp/$c-0.so
        chown 65534 tmp/$c-0.so
        touch -d '2 days ago' tmp/$c-0.so
    fi
    ls tmp | grep -vxE "$c-(1|12345678901234567890).so" >wanted_left
    here "$jdk" "$(basename "$jdk")"
    is "$(ls tmp)" "$(cat wanted_left)" "$(basename "$jdk"): what is old, and ours"
    is "$(ls target)" target "$(basename "$jdk"): no link is followed"
done

# Killed as it deletes it.
rm -rf tmp
mkdir tmp
if strace -o /dev/null true 2>/dev/null; then
    strace -f -o strace.log -e trace=unlink -e inject=unlink:error=EPERM:signal=KILL \
        java -XX:-UsePerfData -Djava.io.tmpdir="$PWD/tmp" -cp new/run.jar run.Run >got 2>err
    is "$(cd tmp && stat -c %a ccinstr*.so)" 600 'killed: the file is left, and its mode'
    here "$old_jdk" 'at once'
    is "$(find tmp -name '*.so' | wc -l)" 1 'at once: it may still be loaded'
    touch -d '25 hours ago' tmp/*.so
    here "$old_jdk" 'a day later'
    is "$(ls tmp)" '' 'a day later: it is gone'
else
    skip 'killed' 'no process can be traced'
fi

# What may not be asked is not.
echo 'grant { permission java.security.AllPermission; };' >all.policy
rm -rf data
java -Djava.security.manager -Djava.security.policy==all.policy -Djava.io.tmpdir="$PWD/tmp" \
    -Dccinstr.data=data/ -cp new/run.jar run.Run >got 2>err
is "$?$(grep -v '^WARNING' err)" 0 'with a security manager: it runs'
is "$(find data -name '*.ccd' | wc -l)" 1 'with a security manager: measured'
java -Djava.security.manager -cp new/run.jar run.Run >got 2>err
is "$?" 0 'with one that allows nothing: it runs'
like err '^ccinstr: not measured: .*there is a security manager' \
    'with one that allows nothing: it says that nothing is measured'
same got wanted 'with one that allows nothing: as ever'
done_testing
