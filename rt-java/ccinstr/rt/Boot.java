// SPDX-License-Identifier: MIT
// Boot.java - brings the run time up: finds the plan and the library beside this
// class, loads them, and makes all that Live has ready. And the door to the machine,
// for all that is not published yet.
//
// Loading is done by a thread of its own (Probe.java says who waits for it). Where there
// is not enough memory it is undone and tried again later, so nothing is left to static
// initialisers, which fail for good. Else, whatever goes wrong is one line on standard
// error, and the program runs on, unmeasured.
package ccinstr.rt;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicReference;

final class Boot {
    /** Kinds of records in the data file. */
    static final int HANDLER = Ids.KIND_HANDLER, FINALIZER = Ids.KIND_FINALIZER;
    static final int THREAD = Ids.KIND_THREAD;
    /** Why an activation is not recorded. */
    static final int BY_BOOT = Ids.BY_BOOT, BY_START = Ids.BY_START, BY_MEMORY = Ids.BY_MEMORY;

    /** Frames that the JVM shows, if nobody asks it for more (MaxJavaStackTraceDepth). */
    private static final int DEEPEST = 1024;
    /** The JVM that complains of sun.misc.Unsafe. */
    private static final int COMPLAINS = 24;

    // What Live will have.
    static LongBuffer table, data;
    static IntBuffer roots;
    static long[] address;  // of table and data
    static int[] label, entry, site, x, maker;
    static int labels;
    static boolean fast;
    static Object unsafe;
    static Class<?>[] made;
    static Classes.Known none, lost, several;
    static Classes.Known[] only, known;
    static ClassValue<AtomicReference<int[]>> value;
    static Steps.Step[] steps;
    static ThreadLocal<int[]> state;
    static Threads.Pair[] pairs;
    static Threads.Pair nobody;

    private static String complaints;
    private static boolean hasLibrary;
    /** The process did, before what had failed could be undone. */
    private static boolean hasEnded;
    /** Live has its constants: nothing can be tried again. */
    private static boolean isFixed;
    /** Frames that a stack trace has at most. */
    private static int deepest;
    /** "ccinstr.rt.p0123456789abcdef." */
    private static String inPackage;

    private Boot() { }

    static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            new FileOutputStream(FileDescriptor.err).write(bytes);
        } catch (IOException e) {
            // There is nobody left to tell.
        } catch (SecurityException e) {
            // The program may have put it elsewhere, but there is nothing else.
            sayAsTheProgram(line + " (there is a security manager: grant this component" +
                    " java.security.AllPermission)");
        }
    }

    private static void sayAsTheProgram(String line) {
        try {
            System.err.println(line);
        } catch (RuntimeException e) {
            return;  // there is nobody left to tell
        }
    }

    // --- Loading -------------------------------------------------------------

    /** "ccinstr.rt.p0123456789abcdef" says which plan. */
    private static String plan() {
        String of = inPackage.substring(0, inPackage.length() - 1);
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
            return missing(name);
        }
        try {
            byte[] some = new byte[1 << 16];
            for (int n; (n = in.read(some)) > 0; ) {
                if (!part(some, n)) {
                    throw new OutOfMemoryError("for the plan");
                }
            }
            return null;
        } finally {
            in.close();
        }
    }

    private static String missing(String name) {
        ClassLoader of = Boot.class.getClassLoader();
        return "META-INF/ccinstr/" + name + " is not found: " +
                (of == null ? "the JVM" : "a class loader, a " + of.getClass().getName() + ",") +
                " finds classes of this component, but no files beside them (getResource)";
    }

    /** In the starting thread. Null, or why nothing is measured. What is thrown for want of
        memory leaves nothing behind, so it can be tried again. */
    static String load() throws IOException {
        String name = Boot.class.getName();
        inPackage = name.substring(0, name.lastIndexOf('.') + 1);
        if (isFixed) {
            return "it was stopped too late to begin again";
        }
        if (hasEnded) {
            return "the process ends";
        }
        if (Probe.longestWait(Probe.waitText()) < 0) {
            complain("-Dccinstr.wait=" + Probe.waitText() + ": a number of seconds is wanted; 10 it is");
        }
        String why = hasLibrary ? null : loadLibrary();
        if (why != null) {
            return why;
        }
        try {
            why = readPlan(plan() + ".plan");
            why = why == null ? comeUp() : why;
            if (why == null) {
                Probe.publish();
            }
        } finally {
            hasEnded = Probe.first == null && !down();
        }
        return why;
    }

    /** Of what was set: once, however often this is tried. */
    private static void complain(String line) {
        String before = complaints == null ? "" : complaints;
        if (!before.contains(line)) {
            complaints = before + line + "\n";
            say("ccinstr: " + line);
        }
    }

    private static String comeUp() {
        String counts = setting("counts", "COUNTS", ""), sigbus = setting("sigbus", "SIGBUS", "");
        String path = setting("fastpath", "FASTPATH", "");
        knows("counts", counts, "exact", "plain");
        knows("sigbus", sigbus, "off", "on");
        knows("fastpath", path, "off", "on");
        fast = !path.equals("off") && !counts.equals("exact");
        Object[] found = new Object[10];
        String why = up(new String[] {
            setting("data", "DATA", "ccinstr"), command(), counts,
            property("java.runtime.version", "?") + " " + property("java.vm.name", "?") +
                    " (" + property("java.vm.vendor", "?") + ")",
            mode(), sigbus
        }, found);
        if (why == null) {
            prepare(found);
            why = touch();
        }
        return why;
    }

    private static void knows(String key, String value, String word, String otherwise) {
        if (!value.isEmpty() && !value.equals(word) && !value.equals(otherwise)) {
            complain("-Dccinstr." + key + "=" + value + " is none of " + word + " and " +
                    otherwise + ": " + otherwise);
        }
    }

    private static void prepare(Object[] found) {
        table = buffer(found[0]).asLongBuffer();
        data = buffer(found[1]).asLongBuffer();
        roots = buffer(found[2]).asIntBuffer();
        label = fast ? (int[]) found[3] : slow((int[]) found[3]);
        entry = (int[]) found[4];
        site = (int[]) found[5];
        x = (int[]) found[6];
        maker = (int[]) found[7];
        labels = ((int[]) found[8])[0];
        address = (long[]) found[9];
        unsafe = findUnsafe();
        made = new Class<?>[maker.length];
        none = Classes.nothing(false);
        several = Classes.nothing(false);
        lost = Classes.nothing(true);
        only = Classes.empty(site.length, none);
        known = Classes.table(x.length / 2, none);
        value = new Classes.Value();
        steps = Steps.table();
        state = new ThreadLocal<int[]>();
        pairs = Threads.table();
        nobody = new Threads.Pair(null, Probe.dead);
    }

    /** What is recorded of what runs: arguments may be secrets, and paths of jars nobody
        else's business. */
    private static String command() {
        String all = property("sun.java.command", ""), what = setting("record", "RECORD", "main");
        if (what.equals("command") || what.equals("none")) {
            return what.equals("none") ? "" : all;
        }
        if (!what.equals("main")) {
            complain("-Dccinstr.record=" + what + " is none of main, command and none: main");
        }
        String jar = property("java.class.path", "");
        boolean isJar = !jar.isEmpty() && (all + " ").startsWith(jar + " ");
        return new File(isJar ? jar : all.split(" ", 2)[0]).getName();
    }

    /** The mode of the data file, if one is asked for: octal, else "". */
    private static String mode() {
        String mode = setting("mode", "MODE", "");
        if (!mode.isEmpty() && !mode.matches("0*[1-7][0-7]{0,2}")) {
            complain("-Dccinstr.mode=" + mode + " is no mode as 0644 is: 0600");
            return "";
        }
        return mode;
    }

    private static ByteBuffer buffer(Object memory) {
        return ((ByteBuffer) memory).order(ByteOrder.nativeOrder());
    }

    /** So that none is found published: where the slots would begin, no label ever is. */
    private static int[] slow(int[] label) {
        for (int i = 0; i < label.length; i++) {
            label[i] = label[i] & 15 | 8 << Probe.SLOT_SHIFT;
        }
        return label;
    }

    private static Object findUnsafe() {
        try {
            String version = System.getProperty("java.specification.version", "");
            if (!version.startsWith("1.") && Integer.parseInt(version) >= COMPLAINS) {
                return null;
            }
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            sun.misc.Unsafe found = (sun.misc.Unsafe) field.get(null);
            found.getLong(address[0]);
            return found;
        } catch (ReflectiveOperationException e) {  // not there, or not for us:
            return null;                            // the buffers are
        } catch (RuntimeException e) {
            return null;
        } catch (LinkageError e) {
            return null;
        }
    }

    /** Makes all classes ready that probes use, ours and the JVM's, while no probe does
        anything: at the end of a stack it could fail for good. Once Live has its constants
        nothing can be tried again. */
    private static String touch() {
        ClassLoader loader = Boot.class.getClassLoader();
        try {
            Class.forName(inPackage + "Live", false, loader);
            Class.forName(inPackage + "Memory", false, loader);
        } catch (ClassNotFoundException e) {
            return e.toString();
        }
        deepest = framesShown(DEEPEST);
        isFixed = true;
        try {
            Memory.row(Probe.FIRST);
            Live.STATE.get();
            Live.VALUE.get(Classes.NOBODY);
            Classes.name(Proxy.class);
            Steps.find(0, 0);
            above(Boot.class, "-");
            frames();
            return null;
        } catch (VirtualMachineError e) {
            return "there is no memory for it";
        }
    }

    /** The JVM may have been told to show fewer. */
    private static int framesShown(int deeper) {
        return deeper > 0 ? framesShown(deeper - 1) : new Throwable().getStackTrace().length;
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

    private static String loadLibrary() throws IOException {
        String name = plan() + "-" + platform() + ".so", path = file(name);
        byte[] code = path != null ? null : resource(name);
        if (path == null && code == null) {
            return open(plan() + ".plan") == null ? missing(name)
                    : "there is no library for this platform (" + platform() + ")";
        }
        if (code != null && isCut(code)) {
            return "META-INF/ccinstr/" + name + " is cut off; instrument anew";
        }
        String why = path != null ? loadFile(path) : loadCopy(code);
        hasLibrary = why == null;
        return why;
    }

    private static String loadFile(String path) {
        try {
            System.load(path);
            return null;
        } catch (LinkageError e) {
            return "the library cannot be loaded (" + e + ")";
        }
    }

    /** Less than its table of sections, which ends it: a JVM crashes that loads it. */
    private static boolean isCut(byte[] code) {
        ByteBuffer b = ByteBuffer.wrap(code).order(ByteOrder.nativeOrder());
        return code.length < 64 || b.getLong(40) < 0 ||
                b.getLong(40) + (b.getShort(58) & 0xFFFF) * (b.getShort(60) & 0xFFFF) > code.length;
    }

    /** Each class loader needs a copy of its own: a file is loaded once. */
    private static String loadCopy(byte[] code) {
        File file = null;
        try {
            file = newFile();
            FileOutputStream out = new FileOutputStream(file);
            try {
                out.write(code);
            } finally {
                out.close();
            }
            System.load(file.getPath());
            deleteLeft(file);
            return null;
        } catch (IOException e) {
            return cannotLoad(e);
        } catch (RuntimeException e) {
            return cannotLoad(e);
        } catch (LinkageError e) {
            return cannotLoad(e);
        } finally {
            if (file != null) {
                file.delete();
            }
        }
    }

    /** A file that there was not, of mode 0600. Not File.createTempFile: to draw a random name
        takes a JVM 30 ms, which is more than all else here. */
    private static File newFile() throws IOException {
        File folder = new File(property("java.io.tmpdir", ".")).getAbsoluteFile();
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------"));
        for (int i = 0; i < 1000; i++) {
            File file = new File(folder,
                    COPY + plan() + "-" + (System.nanoTime() >>> 1) + i + ".so");
            try {
                Files.createFile(file.toPath(), mode);
                return file;
            } catch (FileAlreadyExistsException e) {
                continue;
            }
        }
        throw new IOException("no name is free in " + folder);
    }

    private static String cannotLoad(Throwable e) {
        return "the library cannot be loaded from " + property("java.io.tmpdir", "?") +
                " (" + e + "); set -Djava.io.tmpdir to a folder that can be written and" +
                " run from";
    }

    /** How its name begins; then the plan, and digits. */
    private static final String COPY = "ccinstr-";
    private static final long DAY = 24 * 60 * 60 * 1000L;

    /** Those who are killed before they can delete their copy leave it. What is a day old is
        loaded by now, or never will be; process ids tell less, where containers share a
        folder. */
    private static void deleteLeft(File own) {
        String[] names;
        try {
            names = own.getParentFile().list();
        } catch (SecurityException e) {
            return;  // we may not look
        }
        for (int i = 0; names != null && i < names.length; i++) {
            if (isCopy(names[i]) && !names[i].equals(own.getName())) {
                try {
                    deleteOld(own.toPath().resolveSibling(names[i]), own.toPath());
                } catch (Exception e) {
                    // Another was first, or we may not.
                }
            }
        }
    }

    private static boolean isCopy(String name) {
        return name.matches(COPY + "[0-9a-f]{16}-[0-9]+\\.so");
    }

    private static void deleteOld(Path file, Path own) throws IOException {
        LinkOption asItIs = LinkOption.NOFOLLOW_LINKS;
        if (Files.isRegularFile(file, asItIs) &&
                Files.getLastModifiedTime(file, asItIs).toMillis() <
                        System.currentTimeMillis() - DAY &&
                Files.getAttribute(file, "unix:uid", asItIs)
                        .equals(Files.getAttribute(own, "unix:uid", asItIs))) {
            Files.delete(file);
        }
    }

    // --- The machine -----------------------------------------------------------

    /** The next bytes of the plan. */
    private static native boolean part(byte[] bytes, int n);
    private static native String up(String[] words, Object[] found);
    /** Undoes all that these have done; false if the process ends meanwhile. */
    private static native boolean down();
    /** What the activation has, and above it what the state is to be when it returns. */
    static native long entered(int state, int method);
    /** The same of what a lambda may have run that was called at a site. */
    static native long opened(int state, int method, int site);
    /** The same of a method that is no entry, if nothing was recorded of what is below. */
    static native long arrived(int state);
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
    /** So many activations, or handlers that have caught, were not recorded. */
    static native void unrecorded(int cause, int n);

    /** Asked by the machine of a state that may be stale, of the frames below the method
        that is entered: bit 0: the caller is of the component, bit 1: any is; above, the
        level of the last run of component frames: of the first 0, else one more than the
        run below, but the same if an initialiser begins it. What native methods call is
        called from outside. */
    static int frames() {  // -1: the JVM does not show all of them
        StackTraceElement[] frame = new Throwable().getStackTrace();
        int entered = 0, level = -1;
        while (entered < frame.length && frame[entered].getClassName().startsWith(inPackage)) {
            entered++;
        }
        if (frame.length == 0 || frame.length >= deepest) {
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

    /** A class of the component? */
    static native boolean isOwn(String name);
}
