// SPDX-License-Identifier: MIT
// Links every class of jars, so that the JVM's own verifier judges each method.
//
//     java -Xverify:all VerifyAll [options] TARGET...
//     java -Xverify:all VerifyAll [options] --compare ORIG NEW [ORIG NEW ...]
//
// TARGET is a jar, a jmod, a directory, jrt: (every module of the running
// image), jrt:NAME (one module) or patched:JAR (the module named like the
// jar, which must have been put in its place with --patch-module; each class
// must then be served with exactly the jar's bytes).
//     --classpath A:B      libraries that the classes may need
//     --classpath-list F   the same, one jar per line
//     --baseline F         earlier output: failures in it are not counted
//     --strict-50          only classes of version 50, linked as version 51:
//                          HotSpot forgives 50 a wrong StackMapTable
//
// How a class is linked without being initialised. Class.forName(n, false, l)
// loads and verifies nothing. The getDeclared... methods link in HotSpot
// before they look at a single member, and linking verifies; no initialiser
// runs. Afterwards they resolve the types in signatures, and that may fail
// for want of a library although the bodies are fine. So three are tried, and
// a class counts as linked as soon as one of them answers. At the start a
// broken class is defined; unless it draws a VerifyError, verification is off
// and the program ends with status 2, for then it would prove nothing.
//
// Which loader defines a class: see LinkJar.java.
//
// With --compare each class of NEW is linked beside that of ORIG in separate
// loaders, and fails only if ORIG's linked, or lacked a library only, and
// NEW's does not do likewise. Names and order of class entries must agree,
// but for entries that a later one of the same name hides from the JVM.

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class VerifyAll {
    enum Kind { LINKED, MISSING, TOO_NEW, FORBIDDEN, FAILED }

    /** What became of one class. */
    static final class Outcome {
        final Kind kind;
        final String message;

        Outcome(Kind kind, String message) {
            this.kind = kind;
            this.message = message;
        }
    }

    /** Three ways to have it linked; see the head of this file. */
    static Outcome link(Class<?> c) {
        Outcome first = null;
        for (int way = 0; way < 3; way++) {
            try {
                switch (way) {
                    case 0:
                        c.getDeclaredMethods();
                        break;
                    case 1:
                        c.getDeclaredConstructors();
                        break;
                    default:
                        c.getDeclaredFields();
                        break;
                }
                return new Outcome(Kind.LINKED, "");
            } catch (LinkageError | TypeNotPresentException e) {
                Outcome o = outcome(e);
                if (o.kind != Kind.MISSING) {
                    return o;
                }
                first = first == null ? o : first;
            }
        }
        return first;
    }

    static Outcome outcome(Throwable e) {
        String text = String.valueOf(e).replaceAll("\\s+", " ");
        Kind kind = Kind.FAILED;
        if (e instanceof UnsupportedClassVersionError) {
            kind = Kind.TOO_NEW;
        } else if (e instanceof NoClassDefFoundError
                || e instanceof ClassNotFoundException
                || e instanceof TypeNotPresentException) {
            kind = Kind.MISSING;
        }
        return new Outcome(kind,
                text.length() > 400 ? text.substring(0, 400) : text);
    }

    /** Totals of one jar or of all. */
    static final class Count {
        private final int[] of = new int[Kind.values().length];
        private int classes;
        private int both;
        private int changed;

        void add(Kind k) {
            classes++;
            of[k.ordinal()]++;
        }

        void add(Count c) {
            for (int i = 0; i < of.length; i++) {
                of[i] += c.of[i];
            }
            classes += c.classes;
            both += c.both;
            changed += c.changed;
        }

        int failed() {
            return of[Kind.FAILED.ordinal()];
        }

        @Override
        public String toString() {
            return "classes " + classes
                    + " linked " + of[Kind.LINKED.ordinal()]
                    + " missing-deps " + of[Kind.MISSING.ordinal()]
                    + " failed " + failed()
                    + " failed-in-both " + both
                    + " too-new " + of[Kind.TOO_NEW.ordinal()]
                    + " java-package " + of[Kind.FORBIDDEN.ordinal()]
                    + " changed " + changed;
        }
    }

    private final List<Path> classpath = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();
    private final Set<String> baseline = new HashSet<>();
    private final Count total = new Count();
    private boolean strict50;
    private boolean compare;
    private LinkJar.Index index;

    public static void main(String[] args) throws IOException {
        if (!verifierIsOn()) {
            System.err.println("VerifyAll: a broken class was accepted:"
                    + " verification is off (start java with -Xverify:all)");
            System.exit(2);
        }
        VerifyAll v = new VerifyAll();
        if (!v.parse(args)) {
            System.err.println("usage: VerifyAll [--classpath A:B]"
                    + " [--classpath-list F] [--baseline F] [--strict-50]"
                    + " TARGET... | --compare ORIG NEW ...");
            System.exit(2);
        }
        v.run();
        System.out.println(v.total);
        System.exit(v.total.failed() == 0 ? 0 : 1);
    }

    private boolean parse(String[] args) throws IOException {
        int i = 0;
        for (; i < args.length && args[i].startsWith("--"); i++) {
            if (args[i].equals("--compare")) {
                compare = true;
                continue;
            }
            if (args[i].equals("--strict-50")) {
                strict50 = true;
                continue;
            }
            if (i + 1 == args.length || !option(args[i], args[i + 1])) {
                return false;
            }
            i++;
        }
        targets.addAll(Arrays.asList(args).subList(i, args.length));
        index = new LinkJar.Index(classpath);
        return !targets.isEmpty() && (!compare || targets.size() % 2 == 0);
    }

    private boolean option(String name, String value) throws IOException {
        switch (name) {
            case "--classpath":
                for (String s : value.split(File.pathSeparator)) {
                    classpath.add(Paths.get(s));
                }
                return true;
            case "--classpath-list":
                for (String s : Files.readAllLines(Paths.get(value))) {
                    classpath.add(Paths.get(s));
                }
                return true;
            case "--baseline":
                for (String s : Files.readAllLines(Paths.get(value))) {
                    if (s.startsWith("FAIL ")) {
                        baseline.add(s.substring(5, s.indexOf(": ")));
                    }
                }
                return true;
            default:
                return false;
        }
    }

    private void run() {
        for (int i = 0; i < targets.size(); i += compare ? 2 : 1) {
            String t = targets.get(i);
            Count c = new Count();
            try {
                if (compare) {
                    compare(Paths.get(t), Paths.get(targets.get(i + 1)), c);
                } else if (t.startsWith("jrt:")) {
                    image(t.substring(4), c);
                } else if (t.startsWith("patched:")) {
                    patched(Paths.get(t.substring(8)), c);
                } else {
                    plain(Paths.get(t), c);
                }
            } catch (IOException | RuntimeException e) {
                fail(c, t, e.toString());
            }
            System.out.println("jar " + t + ": " + c);
            total.add(c);
        }
    }

    private boolean wanted(LinkJar.Unit u) {
        return !strict50 || u.major == 50;
    }

    private void plain(Path p, Count c) throws IOException {
        LinkJar jar = new LinkJar(JarBytes.read(p), index, strict50);
        for (LinkJar.Unit u : jar.units) {
            if (wanted(u)) {
                count(c, u.entry, jar.link(u));
            }
        }
    }

    private void count(Count c, String entry, Outcome o) {
        if (o.kind == Kind.FAILED && baseline.contains(entry)) {
            c.classes++;
            c.both++;
        } else if (o.kind == Kind.FAILED) {
            fail(c, entry, o.message);
        } else {
            c.add(o.kind);
        }
    }

    private static void fail(Count c, String entry, String message) {
        c.add(Kind.FAILED);
        System.out.println("FAIL " + entry + ": " + message);
    }

    private void compare(Path orig, Path now, Count c) throws IOException {
        List<JarBytes.Entry> before = JarBytes.read(orig);
        List<JarBytes.Entry> after = JarBytes.read(now);
        LinkJar a = new LinkJar(after.size() < before.size()
                ? JarBytes.lastOfEach(before) : before, index, strict50);
        LinkJar b = new LinkJar(after, index, strict50);
        if (!names(a).equals(names(b))) {
            fail(c, now.toString(), "class entries differ from the original");
            return;
        }
        for (int i = 0; i < a.units.size(); i++) {
            LinkJar.Unit x = a.units.get(i);
            LinkJar.Unit y = b.units.get(i);
            if (!wanted(x)) {
                continue;
            }
            if (!Arrays.equals(x.source.bytes(), y.source.bytes())) {
                c.changed++;
            }
            judge(c, x.entry, a.link(x), b.link(y));
        }
    }

    private static void judge(Count c, String entry, Outcome was,
            Outcome is) {
        if (is.kind == Kind.LINKED || is.kind == was.kind
                && is.kind != Kind.FAILED) {
            c.add(is.kind);
        } else if (was.kind == Kind.FAILED) {
            c.classes++;
            c.both++;
        } else {
            fail(c, entry, is.message + (was.kind == Kind.LINKED ? ""
                    : " (original: " + was.message + ")"));
        }
    }

    private static List<String> names(LinkJar j) {
        return j.units.stream().map(u -> u.entry)
                .collect(Collectors.toList());
    }

    /** Every class that the running image has, or those of one module. */
    private void image(String module, Count c) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("/modules");
        try (Stream<Path> walk = Files.walk(module.isEmpty() ? root
                : root.resolve(module))) {
            List<Path> files = walk
                    .filter(p -> p.toString().endsWith(".class"))
                    .sorted().collect(Collectors.toList());
            for (Path p : files) {
                String m = p.getName(1).toString();
                String n = p.subpath(2, p.getNameCount()).toString();
                if (!n.equals("module-info.class")) {
                    count(c, m + "/" + n, inModule(m, n, null));
                }
            }
        }
    }

    private void patched(Path jar, Count c) throws IOException {
        String m = jar.getFileName().toString().replaceAll("\\.jar$", "");
        for (JarBytes.Entry e : JarBytes.read(jar)) {
            if (e.isClass() && !e.name.endsWith("module-info.class")) {
                count(c, m + "/" + e.name, inModule(m, e.name, e.bytes()));
            }
        }
    }

    private static Outcome inModule(String module, String entry,
            byte[] bytes) throws IOException {
        Module m = ModuleLayer.boot().findModule(module).orElse(null);
        if (m == null) {
            return new Outcome(Kind.FAILED, "module is not in the boot layer"
                    + " (start java with --add-modules)");
        }
        if (bytes != null) {
            try (InputStream in = m.getResourceAsStream(entry)) {
                if (in == null || !Arrays.equals(in.readAllBytes(), bytes)) {
                    return new Outcome(Kind.FAILED, "the module does not"
                            + " serve the bytes of the patch");
                }
            }
        }
        try {
            Class<?> c = Class.forName(m, entry.substring(0,
                    entry.length() - 6).replace('/', '.'));
            return c == null ? new Outcome(Kind.MISSING, "not found")
                    : link(c);
        } catch (LinkageError e) {
            return outcome(e);
        }
    }

    /** static void f() { pop } - nothing is on the stack to pop. */
    private static boolean verifierIsOn() throws IOException {
        ByteArrayOutputStream buf = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(buf);
        d.writeInt(0xcafebabe);
        d.writeInt(52);
        String[] names = {"Broken", "java/lang/Object", "f", "()V", "Code"};
        d.writeShort(8);
        for (String s : names) {
            d.writeByte(1);
            d.writeUTF(s);
        }
        d.write(new byte[] {7, 0, 1, 7, 0, 2});
        d.write(new byte[] {0, 0x21, 0, 6, 0, 7, 0, 0, 0, 0, 0, 1});
        d.write(new byte[] {0, 9, 0, 3, 0, 4, 0, 1, 0, 5});
        d.write(new byte[] {0, 0, 0, 14, 0, 1, 0, 0, 0, 0, 0, 2});
        d.write(new byte[] {0x57, (byte) 0xb1, 0, 0, 0, 0, 0, 0});
        byte[] b = buf.toByteArray();
        ClassLoader l = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, b, 0, b.length);
            }
        };
        try {
            return link(l.loadClass("Broken")).message
                    .contains("VerifyError");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
