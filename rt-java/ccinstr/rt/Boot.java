// SPDX-License-Identifier: MIT
// Boot.java - brings the run time up: finds the plan and the library beside this
// class, loads them, and hands on what the machine has published. And the door to
// the machine, for all that is not published yet.
//
// The thread whose probe comes first does it, before it goes on. All others, and
// this one while it is here, meet DEAD states meanwhile: no lock is held that the
// program could wait for. Whatever goes wrong is one line on standard error, and the
// program runs on, unmeasured.
package ccinstr.rt;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

final class Boot {
    private static final int NEW = 0, STARTING = 1, LIVE = 2, FAILED = 3;
    private static final AtomicInteger PHASE = new AtomicInteger(NEW);
    /** Kinds of records in the data file (rt-native/data.h). */
    static final int HANDLER = 6, FINALIZER = 8, THREAD = 9;

    /** Frames that the JVM shows, if nobody asks it for more (MaxJavaStackTraceDepth). */
    private static final int DEEPEST = 1024;

    static ByteBuffer table, data, roots;
    static long[] address;  // of table and data
    static int[] label, entry, site, x, maker;
    static int labels;
    static boolean fast;
    private static volatile boolean live;

    private Boot() { }

    static boolean isLive() {
        return live;
    }

    /** Is the run time up? The first who asks brings it up. */
    static boolean start() {
        if (PHASE.get() != NEW || isAsleep() || !PHASE.compareAndSet(NEW, STARTING)) {
            return live;
        }
        String why;
        try {
            why = load();
        } catch (Throwable e) {
            why = e.toString();
        }
        if (why == null) {
            PHASE.set(LIVE);
            live = true;
        } else {
            PHASE.set(FAILED);
            say("ccinstr: not measured: " + why);
        }
        return live;
    }

    /** In a class of the JDK, before the JVM is up: the main thread has a context class
        loader from then on. Nothing may be called here that is not there from the start. */
    private static boolean isAsleep() {
        return Boot.class.getClassLoader() == null &&
                Thread.currentThread().getContextClassLoader() == null;
    }

    private static void say(String line) {
        try {
            new FileOutputStream(FileDescriptor.err).write((line + "\n").getBytes("UTF-8"));
        } catch (Throwable e) {
            // There is nobody left to tell.
        }
    }

    // --- Loading -------------------------------------------------------------

    /** "ccinstr.rt.p0123456789abcdef" says which plan. */
    private static String plan() {
        String name = Boot.class.getName();
        String of = name.substring(0, name.lastIndexOf('.'));
        String last = of.substring(of.lastIndexOf('.') + 1);
        return last.startsWith("p") ? last.substring(1) : "";
    }

    private static String platform() {
        String os = property("os.name", ""), cpu = property("os.arch", "");
        return (os.equals("Linux") ? "linux" : os.replace(' ', '_')) + "-" +
                (cpu.equals("amd64") ? "x86_64" : cpu);
    }

    private static String property(String key, String otherwise) {
        try {
            String value = System.getProperty(key);
            return value == null ? otherwise : value;
        } catch (SecurityException e) {
            return otherwise;
        }
    }

    /** A property, else a variable of the environment. */
    private static String setting(String key, String variable, String otherwise) {
        String value = property("ccinstr." + key, "");
        if (value.isEmpty()) {
            try {
                value = System.getenv("CCINSTR_" + variable);
            } catch (SecurityException e) {
                value = null;
            }
        }
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static InputStream open(String name) {
        return Boot.class.getResourceAsStream("/META-INF/ccinstr/" + name);
    }

    private static byte[] resource(String name) throws IOException {
        InputStream in = open(name);
        if (in == null) {
            return null;
        }
        try {
            ByteArrayOutputStream all = new ByteArrayOutputStream(1 << 16);
            byte[] part = new byte[1 << 16];
            for (int n; (n = in.read(part)) > 0; ) {
                all.write(part, 0, n);
            }
            return all.toByteArray();
        } finally {
            in.close();
        }
    }

    /** A plan may be larger than the heap of the program: it goes to C in parts. */
    private static String readPlan(String name) throws IOException {
        InputStream in = open(name);
        if (in == null) {
            return "the plan is missing (META-INF/ccinstr/" + name + ")";
        }
        try {
            byte[] some = new byte[1 << 16];
            for (int n; (n = in.read(some)) > 0; ) {
                if (!part(some, n)) {
                    return "no memory for the plan";
                }
            }
            return null;
        } finally {
            in.close();
        }
    }

    private static String load() throws IOException {
        String of = plan(), library = of + "-" + platform() + ".so";
        String file = file(library);
        byte[] code = file != null ? null : resource(library);
        if (file == null && code == null) {
            return "there is no library for this platform (" + platform() + ")";
        }
        String failed = file != null ? loadFile(file) : loadLibrary(code);
        if (failed == null) {
            failed = readPlan(of + ".plan");
        }
        if (failed != null) {
            return failed;
        }
        String counts = setting("counts", "COUNTS", "");
        fast = !setting("fastpath", "FASTPATH", "").equals("off") && !counts.equals("exact");
        Object[] found = new Object[10];
        String why = up(new String[] {
            setting("data", "DATA", "ccinstr"), property("sun.java.command", ""), counts,
            property("java.runtime.version", "?") + " " + property("java.vm.name", "?") +
                    " (" + property("java.vm.vendor", "?") + ")"
        }, found);
        if (why != null) {
            return why;
        }
        table = buffer(found[0]);
        data = buffer(found[1]);
        roots = buffer(found[2]);
        label = (int[]) found[3];
        entry = (int[]) found[4];
        site = (int[]) found[5];
        x = (int[]) found[6];
        maker = (int[]) found[7];
        labels = ((int[]) found[8])[0];
        address = (long[]) found[9];
        Live.touch();
        return null;
    }

    private static ByteBuffer buffer(Object memory) {
        return ((ByteBuffer) memory).order(ByteOrder.nativeOrder());
    }

    /** In the JDK's own classes, which have one loader: the path of what is a plain file,
        so that nothing has to be unpacked or copied; else null. */
    private static String file(String name) {
        if (Boot.class.getClassLoader() != null) {
            return null;
        }
        URL at = Boot.class.getResource("/META-INF/ccinstr/" + name);
        try {
            return at == null || !at.getProtocol().equals("file") ? null
                    : new File(at.toURI()).getPath();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static String loadFile(String path) {
        try {
            System.load(path);
            return null;
        } catch (Throwable e) {
            return "the library cannot be loaded (" + e + ")";
        }
    }

    /** Each class loader needs a copy of its own: a file is loaded once. */
    private static String loadLibrary(byte[] code) {
        File file = null;
        try {
            file = File.createTempFile("ccinstr", ".so");
            FileOutputStream out = new FileOutputStream(file);
            try {
                out.write(code);
            } finally {
                out.close();
            }
            System.load(file.getAbsolutePath());
            return null;
        } catch (Throwable e) {
            return "the library cannot be loaded from " + property("java.io.tmpdir", "?") +
                    " (" + e + "); set -Djava.io.tmpdir to a folder that can be written and" +
                    " run from";
        } finally {
            if (file != null) {
                file.delete();
            }
        }
    }

    // --- The machine -----------------------------------------------------------

    /** The next bytes of the plan. */
    private static native boolean part(byte[] bytes, int n);
    private static native String up(String[] words, Object[] found);
    /** What the activation has, and above it what the state is to be when it returns. */
    static native long entered(int state, int method);
    /** The same of what a lambda may have run that was called at a site. */
    static native long opened(int state, int method, int site);
    /** Are lambdas called there? */
    static native boolean opens(int site);
    /** In counters, unless that is null: what counted it, in bytes of the data file, or 0
        (machine_before). */
    static native int before(int my, int label, int[] counters);
    /** where: Steps.of(). */
    static native int unknown(int my, int where, String receiver, int[] counters);
    /** The number of a receiver class in the plan, or 0. */
    static native int receiver(String name);
    /** A label of a client's class there that the class fits; else -1: what is called
        there on it lies outside, -2: inside. */
    static native int resolve(Class<?> c, int site);
    /** A site without labels: 0: it has a receiver; else as resolve(). */
    static native int silent(int site);
    static native void note(int kind, int what);

    /** Asked by the machine of a state that may be stale, of the frames below the method
        that is entered: bit 0: the caller is of the component, bit 1: any is; above, the
        level of the last run of component frames: of the first 0, else one more than the
        run below, but the same if an initialiser begins it. What native methods call is
        called from outside. */
    static int frames() {  // -1: the JVM does not show all of them
        StackTraceElement[] frame = new Throwable().getStackTrace();
        int entered = 0, level = -1;
        while (entered < frame.length && frame[entered].getClassName().startsWith(PACKAGE)) {
            entered++;
        }
        if (frame.length == 0 || frame.length >= DEEPEST) {
            return -1;
        }
        boolean inside = false;
        for (int i = frame.length - 1; i > entered; i--) {
            boolean own = !frame[i].isNativeMethod() &&
                    isOwn(frame[i].getClassName().replace('.', '/'));
            boolean init = own && frame[i].getMethodName().equals("<clinit>");
            if (own && (!inside || init)) {
                level += level < 0 || !init ? 1 : 0;
            }
            inside = own;
        }
        return level < 0 ? 0 : (inside ? 1 : 0) | 2 | level << 2;
    }

    /** Asked by the machine: the super type of that name, which this class's loader need not
        see, or null. */
    static Class<?> above(Class<?> c, String name) {
        for (Class<?> k = c; k != null; k = k.getSuperclass()) {
            if (k.getName().replace('.', '/').equals(name)) {
                return k;
            }
            for (Class<?> i : k.getInterfaces()) {
                Class<?> found = above(i, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static final String PACKAGE =
            Boot.class.getName().substring(0, Boot.class.getName().lastIndexOf('.') + 1);

    /** A class of the component? */
    static native boolean isOwn(String name);
}
