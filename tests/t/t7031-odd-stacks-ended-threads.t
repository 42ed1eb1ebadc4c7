#!/bin/sh
# SPDX-License-Identifier: MIT
# t7031-odd-stacks-ended-threads.t - what is recorded of callers that only reflection has, below
# more frames than the JVM shows and where no stack is left; and what is kept of threads that
# ended.
. "${srcdir:-.}/tests/lib.sh"
need java javac
chains=$builddir/tests/tools/datachains

mkdir component host
javac -g -d component "$srcdir/tests/fixtures/run/Corners.java"
run "$CCINSTR" instrument --dynamic off --main run.Corners --roots "$(printf '%s\n' \
    'run/Corners.shared:(I)I' >roots; echo roots)" --depth 6 -o new component
is "$status" 0 'instrumented' || diag err

# data OPTION... : runs the program; its chains and notes are in all.
data() {
    rm -rf data
    mkdir data
    java -Dccinstr.data=data/ -cp new/component "$@" >printed 2>err
    "$chains" new/ccinstr.plan data/*.ccd >all
}

data run.Corners hidden
grep '^#[re]' all >fast
is "$(awk -F'\t' '$1 == "#receiver" { print $3, $4, $5 }' fast)" '1 12 -' \
    'a method that only reflection calls: its calls, without a receiver'
for way in -Dccinstr.fastpath=off -Dccinstr.counts=exact; do
    data $way run.Corners hidden
    grep '^#[re]' all >got
    same got fast "the same with $way"
done

data run.Corners deep 5
is "$(awk -F'\t' '$1 ~ /^run.Shown.toString/ && $3 == "" { print $2, $4 }' all)" '2 1' \
    'called back, the third time inside'
data run.Corners deep 1500
is "$(awk -F'\t' '$1 ~ /^run.Shown.toString/ && $2 != 2' all)" '' \
    'from below all frames that are shown: at no other level'
data -XX:-StackTraceInThrowable run.Corners deep 5
is "$(awk -F'\t' '$1 ~ /^run.Shown.toString/ && $2 != 2' all)" '' 'nor where none is shown'

for pad in 0 1 2 3; do
    data -Xint run.Corners overflow $pad
    grep -c 'run/Met.meet:(I)I.5$' all
done >found
is "$(sort -u found | tr '\n' ' ')" '1 ' 'a class that was met without stack is known later'
is "$(grep -c '^#receiver' all)" 0 'and predicted'

# Threads of class loaders that nobody else keeps.
cat >host/Host.java <<'END'
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

public class Host {
    static WeakReference<ClassLoader> go(String name) throws Exception {
        URL[] at = {new File("job/").toURI().toURL()};
        URLClassLoader loader = new URLClassLoader(at, Host.class.getClassLoader());
        Thread t = (Thread) loader.loadClass("Job").getConstructor(String.class).newInstance(name);
        t.setContextClassLoader(loader);
        t.start();
        t.join();
        return new WeakReference<>(loader);
    }

    public static void main(String[] args) throws Exception {
        List<WeakReference<ClassLoader>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(go("job-" + i));
        }
        for (int i = 0; i < 100 && left(all) > 2; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println(left(all) <= 2 ? "gone" : left(all) + " are left");
    }

    static int left(List<WeakReference<ClassLoader>> all) {
        int n = 0;
        for (WeakReference<ClassLoader> one : all) {
            n += one.get() != null ? 1 : 0;
        }
        return n;
    }
}
END
cat >host/Job.java <<'END'
public class Job extends Thread {
    public Job(String name) {
        super(name);
    }

    @Override
    public void run() {
        run.Corners.shared(3);
    }
}
END
mkdir job
javac -d job -cp component host/Job.java
javac -d host host/Host.java
rm -rf data
mkdir data
is "$(java -Dccinstr.data=data/ -cp new/component:host Host)" gone \
    'class loaders of threads that ended'
"$chains" new/ccinstr.plan data/*.ccd >all
is "$(awk -F'\t' '$1 ~ /^run.Corners.shared/ && $3 == "" { print $2, $4 }' all)" '0 40' \
    'all of which ran'
done_testing
