// SPDX-License-Identifier: MIT
// Rounds WARM-MS ROUNDS UNITS CLASS VARIANT...: one program in several versions, in one
// JVM.
//
// CLASS may be CLASS#METHOD, if that is not run(). VARIANT is NAME,PATH[,KEY=VALUE...]: a class path, and system properties that are
// set while its first call runs. Each has a class loader of its own below that of the
// platform, so code, profiles and the run time are its own as well. All are warmed
// up, until nothing is compiled any more; then they take turns, and what counts is the
// CPU time of this thread. Prints for each: its name, nanoseconds for one unit of
// CLASS.run(n) (median and least of the rounds), and the result of UNITS units, which are its first.
//
// With no rounds nothing is warmed up: what is printed is the time of the first units,
// with all that comes before them.
//
// Each version is called through an object of its own, once in some ten
// milliseconds: what this costs is not to be seen.

import java.io.File;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class Rounds {
    private static final long SAMPLE_NANOS = 25_000_000L;
    /** Of slow programs there are fewer rounds. */
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final int LEAST_ROUNDS = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final class Variant {
        private final String name;
        private final Method run;
        private final ClassLoader loader;
        private final List<Double> samples = new ArrayList<>();
        private final long result, cold;
        private int units = 1;

        Variant(String text, String main, int first) throws Exception {
            String[] part = text.split(",");
            name = part[0];
            for (int i = 2; i < part.length; i++) {
                String[] pair = part[i].split("=", 2);
                System.setProperty(pair[0], pair[1]);
            }
            long start = THREADS.getCurrentThreadCpuTime();
            loader = loader(part[1]);
            Thread.currentThread().setContextClassLoader(loader);
            String[] of = main.split("#");
            run = loader.loadClass(of[0]).getMethod(of.length > 1 ? of[1] : "run", int.class);
            result = call(first);
            cold = THREADS.getCurrentThreadCpuTime() - start;
            for (int i = 2; i < part.length; i++) {
                System.clearProperty(part[i].split("=", 2)[0]);
            }
        }

        private static ClassLoader loader(String path) throws IOException {
            List<URL> urls = new ArrayList<>();
            for (String file : path.split(File.pathSeparator)) {
                urls.add(new File(file).toURI().toURL());
            }
            return new URLClassLoader(urls.toArray(new URL[0]),
                    ClassLoader.getSystemClassLoader().getParent());
        }

        long call(int n) throws Exception {
            return (Long) run.invoke(null, n);
        }

        /** Nanoseconds for each of its units. */
        double sample() throws Exception {
            Thread.currentThread().setContextClassLoader(loader);
            long start = THREADS.getCurrentThreadCpuTime();
            call(units);
            return (double) (THREADS.getCurrentThreadCpuTime() - start) / units;
        }

        void warm(long nanos) throws Exception {
            long start = THREADS.getCurrentThreadCpuTime();
            do {
                double unit = sample();
                units = (int) Math.max(1, Math.min(2.0 * units + 1, SAMPLE_NANOS / unit));
            } while (THREADS.getCurrentThreadCpuTime() - start < nanos);
        }

        double median() {
            double[] all = sorted();
            int n = all.length;
            return n % 2 == 1 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
        }

        double[] sorted() {
            return samples.stream().mapToDouble(d -> d).sorted().toArray();
        }
    }

    private Rounds() { }

    private static void settle() throws InterruptedException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        for (long last = -1, now = 0; now != last; ) {
            last = compiler.getTotalCompilationTime();
            Thread.sleep(150);
            now = compiler.getTotalCompilationTime();
        }
    }

    public static void main(String[] args) throws Exception {
        long warm = Long.parseLong(args[0]) * 1_000_000L;
        int rounds = Integer.parseInt(args[1]);
        List<Variant> variants = new ArrayList<>();
        for (String text : Arrays.asList(args).subList(4, args.length)) {
            variants.add(new Variant(text, args[3], Integer.parseInt(args[2])));
        }
        if (rounds == 0) {
            for (Variant v : variants) {
                System.out.printf("%s %d %d %d%n", v.name, v.cold, v.cold, v.result);
            }
            return;
        }
        for (int pass = 0; pass < 2; pass++) {
            for (Variant v : variants) {
                v.warm(pass == 0 ? warm : warm / 5);
            }
            settle();
        }
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < rounds && (i < LEAST_ROUNDS ||
                THREADS.getCurrentThreadCpuTime() - start < MOST_NANOS); i++) {
            for (int k = 0; k < variants.size(); k++) {
                Variant v = variants.get((i + k) % variants.size());
                v.samples.add(v.sample());
            }
        }
        for (Variant v : variants) {
            System.out.printf("%s %.3f %.3f %d%n", v.name, v.median(), v.sorted()[0], v.result);
        }
    }
}
