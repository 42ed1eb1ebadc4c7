#!/bin/sh
# SPDX-License-Identifier: MIT
# t4039-bad-resources.t - resource files, class files and options that reflection's names come
# from, each bad in its own way: a warning that says where and why, and the rest counts.
. "${srcdir:-.}/tests/lib.sh"
. "$srcdir/tests/madelib.sh"
need java javac python3
made small

mkdir src
cat >src/Named.java <<'END2'
package n;

public class Named {
    public static void main(String[] args) throws Exception {
        Class.forName(args[0]).newInstance();
    }
}

class First {
}

class Second {
}

interface Face {
    int MADE = new Object().hashCode();
}

abstract class Part {
}
END2
javac -nowarn -Xlint:none -d classes src/Named.java 2>log || diag log

# Each folder or jar has these classes, a bad file that may name n.First, and a good one that
# names n.Second.
cat >make.py <<'END2'
import os, shutil, struct, zipfile
classes = {}
for name in os.listdir('classes/n'):
    with open('classes/n/' + name, 'rb') as f:
        classes['n/' + name] = f.read()
first = classes['n/First.class']
services = 'META-INF/services/n.Service'
good = 'conf/good.properties'

def folder(name, files):
    for entry, content in {**classes, good: b'# here\nx=n.Second\n', **files}.items():
        path = os.path.join(name, entry)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(content)

def names(name, content, **files):
    folder(name, {services: content, **{'n/%s.class' % k: v for k, v in files.items()}})

# Classes that a file names.
broken = b'# parts\n\nn.Bad\nn.First\n'
names('garbage', broken, Bad=b'\xca\xfe\xba\xbenonsense')
names('magic', broken, Bad=b'#!/bin/sh\nexit 1\n')
names('empty', broken, Bad=b'')
names('truncated', broken, Bad=first[:len(first) // 2])
names('misnamed', broken, Bad=first)
newer = first.replace(b'\x00\x07n/First', b'\x00\x05n/Bad')
names('newer', broken, Bad=newer[:4] + b'\0\0\0\x63' + newer[8:])
names('kinds', b'n.Face\nn.Part\nn.First\n')

# Names that are none.
names('nameless', b'\n   \n.\n..\n/\nn.\n.n\n#\n$\n\0\n'[:-2] + b'n.First\n')
names('slashes', b'n/First.class\nn//First\nn\\First\nn/First/x\n')
names('long', b'n.' + b'x' * 70000 + b'\nn.First' + b' ' * 70000 + b'#' + b'n.First' * 9000)
names('bytes', b'\xc3\x28 \xa0\xa1 n.First \xed\xa0\x80 \xff\xfe\n')
folder('nul', {'conf/bad.xml': b'<x>n.First\0</x>'})
folder('large', {'conf/bad.xml': b''})
os.truncate('large/conf/bad.xml', 200 << 20)
folder('odd', {})
os.symlink('nowhere', 'odd/conf/gone.properties')
os.symlink('round.properties', 'odd/conf/round.properties')
os.symlink('/dev/zero', 'odd/conf/zero.properties')
os.mkfifo('odd/conf/pipe.properties')
os.mkdir('odd/conf/folder.properties')
folder('private', {'conf/bad.properties': b'x=n.First\n'})

# Entries of jars; harm(b, l, c): what becomes of the bytes, whose local and central header
# of the bad entry are at l and c.
bad = 'conf/bad.properties'

def jar(name, content, harm, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(name + '.jar', 'w', method) as z:
        for entry, text in {**classes, bad: content, good: b'# here\nx=n.Second\n'}.items():
            z.writestr(entry, text)
    with open(name + '.jar', 'rb') as f:
        b = bytearray(f.read())
    harm(b, b.find(bad.encode()) - 30, b.rfind(bad.encode()) - 46)
    with open(name + '.jar', 'wb') as f:
        f.write(b)

def both(at_local, at_central, text):
    def harm(b, l, c):
        b[l + at_local:l + at_local + len(text)] = text
        b[c + at_central:c + at_central + len(text)] = text
    return harm

def body(b, l, c):
    at = l + 30 + len(bad)
    b[at:at + 6] = b'\xff' * 6

text = b'x=n.First\n' * 50
jar('crc', text, both(14, 16, b'\1\2\3\4'))
jar('deflate', text, body)
jar('encrypted', text, both(6, 8, b'\1\0'))
jar('method', text, both(8, 10, b'\x0e\0'))
jar('short', text, both(22, 24, struct.pack('<I', 10)))
jar('cut', text, both(18, 20, struct.pack('<I', 5)))
jar('claims', text, both(22, 24, struct.pack('<I', 100 << 20)))
jar('spaces', b' ' * (200 << 20), lambda b, l, c: None)
jar('lies', b' ' * (200 << 20), both(22, 24, struct.pack('<I', 1000)))
jar('good', text, lambda b, l, c: None)
END2
python3 make.py || exit 99

# named INPUT [OPTION...]: the classes that the call may mean.
named() {
    run timeout 60 "$CCINSTR" graph --jdk small --analysis rta --main n.Named --from n.Named "$@"
    grep -v ' missing, taken for unknown code: ' err >said
    awk -F'\t' '$7 == "guess" && $6 ~ /<init>/ { print $6 }' out | sed 's,n/,,; s,[.].*,,' |
        LC_ALL=C sort -u | tr '\n' ' '
}

# gives INPUT CLASSES NAME [MESSAGE...]: these are meant, nothing fails, and just that is said,
# as patterns.
gives() {
    is "$(named "$1")" "$2" "$3"
    named "$1" >/dev/null
    gives_name=$3
    is "$status" 0 "$gives_name: no end"
    shift 3
    is "$(wc -l <said)" $# "$gives_name: so much is said" || diag said
    for message; do
        like said "^ccinstr: warning: $message" "$gives_name: where and why"
    done
}

gives good.jar 'First Second ' 'control: both'

# --- Classes that a file names ------------------------------------------------------

named_bad='!META-INF/services/n.Service: line 3 names n/Bad, which cannot be read, .*mend the class'
gives garbage 'First Second ' 'a class of garbage' 'garbage!n/Bad.class: class-file version' \
    'garbage!n/Bad.class: constant pool entry 1: unknown tag 115 ' "garbage$named_bad"
gives magic 'First Second ' 'a file of another kind' 'magic!n/Bad.class: not a class file' \
    "magic$named_bad"
gives empty 'First Second ' 'an empty class file' 'empty!n/Bad.class: truncated class header' \
    "empty$named_bad"
gives truncated 'First Second ' 'half a class file' 'truncated!n/Bad.class: .*truncated' \
    "truncated$named_bad"
gives misnamed 'First Second ' 'a class of another name' \
    'misnamed!n/Bad.class: holds a class of another name, n/First' "misnamed$named_bad"
gives newer 'Bad First Second ' 'a class of a newer version' \
    'newer!n/Bad.class: class-file version 99.0 is unknown '
gives kinds 'First Second ' 'interfaces and abstract classes are not made'
like out '^n/Named.main.*n/Face.<clinit>.*guess$' 'but loaded'

# The file that the user gives has no archive.
cp garbage/META-INF/services/n.Service given
named garbage --no-resource-names --resources given >/dev/null
like said '^ccinstr: warning: given: line 3 names n/Bad, which cannot be read' 'a file of the user'
rm -rf garbage/conf garbage/META-INF
named garbage >/dev/null
is "$(cat said)" '' 'a class that nobody names is not looked at'

# --- Names that are none ------------------------------------------------------------

gives nameless 'First Second ' 'empty names'
gives slashes 'Second ' 'paths are no names'
gives long 'First Second ' 'long lines'
gives bytes 'First Second ' 'bytes that are no UTF-8'
gives nul 'Second ' 'a text with a NUL in it is none'

# --- Files that cannot be read --------------------------------------------------------

gives large 'Second ' 'a file of 200 MB' 'large!conf/bad.xml: not read: it is too large$'
gives odd 'Second ' 'links, pipes and folders' \
    'odd/conf/gone.properties: left out: No such file or directory$' \
    'odd/conf/round.properties: left out: Too many levels of symbolic links$' \
    'odd/conf/zero.properties: left out: neither file nor folder$' \
    'odd/conf/pipe.properties: left out: neither file nor folder$'
if [ "$(id -u)" != 0 ]; then
    chmod 0 private/conf/bad.properties
    gives private 'Second ' 'a file that is not for us' \
        'private!conf/bad.properties: not read: Permission denied$'
else
    skip 'a file that is not for us' 'root may read all'
fi

# unread JAR NAME WHY
unread() {
    gives "$1.jar" 'Second ' "$2" "$1.jar!conf/bad.properties: not read: $3\$"
}
unread crc 'a wrong checksum' "checksum differs from the archive's"
unread deflate 'bytes that do not unpack' 'compressed data is corrupt'
unread encrypted 'an encrypted entry' 'it is encrypted'
unread method 'LZMA' 'compression method or encryption is not supported'
unread short 'an entry larger than it claims' 'compressed data is corrupt'
unread cut 'an entry that is cut' 'compressed data is corrupt'
unread claims 'an entry that claims much' 'it is too large'
unread spaces '200 MB of spaces' 'it is too large'
unread lies 'of which it does not tell' 'compressed data is corrupt'
# In half a gigabyte of address space there is no room for them.
is "$(ulimit -v 524288 && named lies.jar)" 'Second ' 'they are not unpacked' || diag err

# Plans are made, too, and say the same.
run "$CCINSTR" instrument --jdk small --analysis rta --main n.Named -o new truncated
is "$status" 0 'a plan'
like err "^ccinstr: warning: truncated$named_bad" 'says it, too'

# --- Options ------------------------------------------------------------------------

resources() {
    run timeout 60 "$CCINSTR" graph --jdk small --analysis rta --main n.Named --resources "$1" classes
}
resources nowhere
is "$status $(grep -c '^ccinstr: error: nowhere: cannot open: No such file' err)" '3 1' \
    '--resources: a file that is not there'
resources classes
is "$status $(grep -c '^ccinstr: error: classes: cannot read: Is a directory' err)" '3 1' \
    '--resources: a folder'
resources /dev/zero
is "$status $(grep -c '^ccinstr: error: /dev/zero: cannot read: File too large' err)" '3 1' \
    '--resources: a file without end'
resources ''
is "$status $(grep -c "'--resources' needs a value" err)" '2 1' '--resources: no file'
# As of <(...) in a shell: it is read to its end.
mkfifo pipe
timeout 60 sh -c 'echo n.First >pipe' &
resources pipe
wait
like out '^n/Named.main.*n/First.<init>.*guess$' '--resources: a pipe'
done_testing
