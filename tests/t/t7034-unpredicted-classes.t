#!/bin/sh
# SPDX-License-Identifier: MIT
# t7034-unpredicted-classes.t - classes that nobody predicted, of loaders that come and go, and
# sites with more classes than a row has slots: all is counted, and seldom by asking.
. "${srcdir:-.}/tests/lib.sh"
need java javac
chains=$builddir/tests/tools/datachains
dump=$builddir/tests/tools/datadump

mkdir src component strange
cat >src/Part.java <<'END2'
package s;

public interface Part {
    int go(int n);
}
END2
{
    echo 'package s;'
    echo 'public final class Many {'
    i=0
    made=
    while [ $i -lt 150 ]; do
        echo "    static final class P$i implements Part {"
        echo "        public int go(int n) { return n + one(); }"
        echo "        int one() { return $i; }"
        echo '    }'
        made="$made new P$i(),"
        i=$((i + 1))
    done
    echo "    static final Part[] ALL = {$made};"
    echo '    static int twelve(Part p) {'
    echo '        int n = 0;'
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
        echo '        n += p.go(n);'
    done
    cat <<'END2'
        return n;
    }
    // Only strangers call this from outside.
    public static int back(Part p, int n) {
        return helped(n) + p.go(n - 1);
    }
    static int helped(int n) {
        return n + 1;
    }
    public static void main(String[] args) throws Exception {
        int n = back(ALL[1], 0);
        for (int i = 0; i < 200; i++) {
            for (Part p : ALL) {
                n += p.go(i);
            }
        }
        for (int loader = 0; loader < 2; loader++) {
            java.net.URL[] at = {new java.io.File("strange/").toURI().toURL()};
            Part p = (Part) new java.net.URLClassLoader(at).loadClass("Stranger")
                    .getDeclaredConstructor().newInstance();
            for (int i = 0; i < 2000; i++) {
                n += twelve(p);
            }
        }
        System.out.println(n);
    }
}
END2
} >src/Many.java
cat >src/Stranger.java <<'END2'
public final class Stranger implements s.Part {
    private int calls;

    public int go(int n) {
        return calls++ % 8 == 3 ? s.Many.back(this, n) : n * 7 + 1;
    }
}
END2
javac -g -d component src/Part.java src/Many.java
javac -d strange -cp component src/Stranger.java
java -cp component s.Many >wanted
run "$CCINSTR" instrument --main s.Many -o new component
is "$status" 0 'instrumented' || diag err

# measured OPTION...: runs it; its chains and notes are in all.
measured() {
    rm -rf data
    mkdir data
    java -Dccinstr.data=data/ "$@" -cp new/component s.Many >got 2>err
    same got wanted "prints the same${*:+ with $*}"
    "$chains" new/ccinstr.plan data/*.ccd >all
}

measured
"$dump" data/*.ccd >dumped
asked=$(awk '/^slow / { sub(/.*count=/, ""); n += $0 } END { print n }' dumped)
is "$([ "$asked" -lt 700 ] && echo few)" few 'few of 100000 events came to the machine' ||
    diag dumped
is "$(grep -c '^#receiver.*Stranger' all)" 13 'the stranger at each site'
is "$(awk -F'\t' '/^#receiver.*Stranger/ { n += $4 } END { print (n >= 48000) }' all)" 1 \
    'as often as it was called'
is "$(awk '/^#entry/ { n++; most = $4 } END { print n, (most > 4000) }' all)" '1 1' \
    'who was entered from there'
is "$(grep -c 's/Many$P[0-9]*.go:(I)I' all)" 302 'each class of the large site, and what it calls'
cp all fast
for way in -Dccinstr.fastpath=off -Dccinstr.counts=exact -Xint; do
    measured "$way"
    same all fast "the same with $way"
done
done_testing
