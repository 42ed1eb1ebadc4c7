// SPDX-License-Identifier: MIT
// Small hierarchies of classes that no compiler would pass, and which method
// or field this JVM runs or reads for calls between them, as lines
// "question<TAB>answer" for tests/tools/resolve.
//
// usage: java -XX:+UnlockDiagnosticVMOptions \
//     -XX:-BytecodeVerificationRemote -cp CLASSES:asm.jar \
//     ResolveCases SEED COUNT DIR
//
// The classes are made with ASM and loaded from memory; DIR gets their files.
// First come the cases that are written out below, with every call that can be
// made, then COUNT random ones with a sample. Each method m and field f gives
// the name of its class; every call site is a case of the switch in the method
// `call` of the calling class, and what it gives is the answer. A LinkageError
// is "-". Verification is off, since it would refuse most of this before the
// linker sees it; so the rule that only it applies (protected members, of
// objects of the using class) is not asked for.
//
// Left out: calls on a class C that end at a default method when C or a
// superclass has a private method of that name, and C's superclass inherits a
// method from an interface. JVMS 5.4.6 passes over the private one; HotSpot
// (17 and 25) makes no default methods for C then, and throws an
// AbstractMethodError.
//
// Nor has a class of a random case a method m if a superclass Y has a
// package-private one and Y's superclass inherits an m from an interface: it
// leaves an entry of Y's method table empty, on which HotSpot (17 and 25)
// crashes while it links the class, with one seed in ten of 1000 cases.

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

public final class ResolveCases implements Opcodes {
    // Classes are cut at ';'. kind package.Name < superclass + interface
    // ^ nest host * nest member | flags of m | flags of f. Flags: public,
    // protected, package, private; abstract, static. Kinds: class, abstract,
    // interface; with "hidden" in front the class is not public.
    private static final String[] CASES = {
        // Package-private methods: overridden in their package only ...
        "class p.A | package; class q.B < p.A | public;"
            + "class p.C < q.B | public; class q.D < p.C | public",
        "class p.A | package; class q.B < p.A | package;"
            + "class p.C < q.B | package; class q.D < p.C | package",
        "class p.A | package; class q.B < p.A | private;"
            + "class p.C < q.B | protected; class r.D < p.C | public",
        // ... or by way of a method that did.
        "class p.A | package; class p.B < p.A | public;"
            + "class q.C < p.B | public; class q.D < q.C",
        "class p.A | package; class p.B < p.A | protected;"
            + "class q.C < p.B | protected; class r.D < q.C | public",
        "class p.A | package; class q.B < p.A | public;"
            + "class r.C < q.B | public; class p.D < r.C | package",
        // Private methods of one name above and below.
        "class p.A | public; class p.B < p.A | private;"
            + "class p.C < p.B; class p.D < p.C | public",
        "class p.A | private; class p.B < p.A | public;"
            + "class q.C < p.B | private; class q.D < q.C",
        // Static ones.
        "class p.A | public; class p.B < p.A | public static;"
            + "class p.C < p.B | public; class p.D < p.B",
        "class p.A | public static; class p.B < p.A | public;"
            + "interface p.I | public; class p.C < p.B + p.I;"
            + "class p.D < p.A + p.I",
        "interface p.I | public static; interface p.J + p.I;"
            + "class p.A + p.J; class p.B < p.A | public",
        // Diamonds of interfaces.
        "interface p.I | public; interface p.J + p.I; interface p.K + p.I;"
            + "class p.A + p.J + p.K",
        "interface p.I | public; interface p.J + p.I | public;"
            + "interface p.K + p.I; class p.A + p.J + p.K;"
            + "class p.B + p.K + p.J",
        "interface p.I | public; interface p.J + p.I | public;"
            + "interface p.K + p.I | public; class p.A + p.J + p.K;"
            + "class p.B < p.A | public; class p.C < p.A",
        "interface p.J | public; interface p.K | public abstract;"
            + "class p.A + p.J + p.K; class p.B + p.K + p.J",
        "interface p.J | public abstract; interface p.K | public abstract;"
            + "class p.A + p.J + p.K; abstract p.B + p.J;"
            + "class p.C < p.B | public",
        "interface p.I | public; interface p.J + p.I | public abstract;"
            + "class p.A + p.J; class p.B + p.I; class p.C < p.A + p.I;"
            + "class p.D < p.B + p.J",
        "interface p.I | public; interface p.J + p.I | public abstract;"
            + "interface p.K + p.J | public; class p.A + p.I + p.J + p.K;"
            + "class p.B + p.J + p.I; interface p.L + p.J;"
            + "class p.C < p.B + p.L + p.K",
        // Classes come before defaults, wherever they have it from.
        "interface p.I | public; class p.A | public; class p.B < p.A + p.I;"
            + "abstract p.C < p.A + p.I | public abstract; class p.D < p.C",
        "interface p.I | public; class p.A | protected;"
            + "class p.B < p.A + p.I; class q.C < p.B",
        "interface p.I | public; class p.A | package;"
            + "class p.B < p.A + p.I; class q.C < p.A + p.I",
        "interface p.I | public; class p.A | private;"
            + "class p.B < p.A + p.I; class q.C < p.A + p.I;"
            + "class p.D + p.I | private",
        "interface p.I | public; class p.A + p.I; interface p.J + p.I | public;"
            + "class p.B < p.A + p.J; class p.C < p.A + p.I",
        // Private methods of interfaces.
        "interface p.I | private; interface p.J + p.I | public;"
            + "class p.A + p.J; class p.B + p.I | public",
        "interface p.I | public; interface p.J + p.I | private;"
            + "class p.A + p.J; class p.B + p.J + p.I",
        // Fields: own, then of interfaces, then of the superclass.
        "interface p.I || public static; class p.A || public static;"
            + "class p.B < p.A + p.I; class p.C < p.B || private;"
            + "class q.D < p.C",
        "interface p.L || public static; interface p.J + p.L || public static;"
            + "interface p.K || public static; interface p.I + p.J + p.K;"
            + "interface p.M + p.L + p.J; class p.A + p.I;"
            + "class p.B + p.K + p.J; class p.C < p.A + p.L; class p.D + p.M",
        "class p.A || public; class p.B < p.A || protected static;"
            + "class q.C < p.B || package; class p.D < q.C",
        // Nest mates, and those that are not.
        "class p.H * p.A * p.B | private | private;"
            + "class p.A ^ p.H | private | private static;"
            + "class p.B < p.A ^ p.H; class p.C < p.A ^ p.H | private",
        "interface p.H * p.A * q.B | private; class p.A + p.H ^ p.H | private;"
            + "class q.B + p.H ^ p.H | private; class p.C ^ p.A | private",
        // Classes that were compiled when their supers looked different.
        "class p.A; class p.B < p.A | public abstract; class p.C < p.B;"
            + "interface p.I | public abstract; class p.D + p.I;"
            + "class p.E + p.I | package; class p.F + p.I | protected;"
            + "class p.G < p.E + p.I | public static",
        "hidden class p.A | public | public; class p.B < p.A;"
            + "class q.C < p.B; hidden interface p.I | public;"
            + "class p.D < p.A + p.I; class q.E < p.D",
        // Protected members of another package.
        "class p.A | protected | protected; class q.B < p.A; class q.C < q.B;"
            + "class r.D < p.A | protected; class q.E < r.D;"
            + "interface q.I; class q.F < r.D + q.I",
        "class p.A | protected static | protected static;"
            + "class q.B < p.A; class r.D < p.A; class q.E < r.D",
    };

    private static final String STRING = "Ljava/lang/String;";
    private static final String M = "()" + STRING;

    private final Random random;
    private final Path dir;
    private final StringBuilder out = new StringBuilder();

    private ResolveCases(long seed, Path dir) {
        random = new Random(seed);
        this.dir = dir;
    }

    public static void main(String[] args) throws Exception {
        ResolveCases r = new ResolveCases(Long.parseLong(args[0]),
                Path.of(args[2]));
        int n = 0;
        for (String text : CASES) {
            r.run(r.parse(text, n++), 1);
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            r.run(r.randomCase(n++), 0.12);
        }
        System.out.print(r.out);
    }

    // --- A case --------------------------------------------------------------

    private static final class Type {
        String name; // with '/'
        String pack;
        boolean isInterface;
        int access = ACC_PUBLIC;
        int m = -1; // access flags; -1: has none
        int f = -1;
        Type superclass;
        List<Type> interfaces = new ArrayList<>();
        String host;
        List<String> members = new ArrayList<>();
        List<String[]> sites = new ArrayList<>(); // questions without "call"

        boolean isConcrete() {
            return (access & (ACC_ABSTRACT | ACC_INTERFACE)) == 0;
        }

        boolean hasMember(boolean isField, boolean isStatic) {
            int flags = isField ? f : m;
            return flags >= 0 && (flags & ACC_STATIC) != 0 == isStatic
                    || superclass != null
                    && superclass.hasMember(isField, isStatic)
                    || interfaces.stream()
                            .anyMatch(i -> i.hasMember(isField, isStatic));
        }

        /** A default is to be selected behind a private method. */
        boolean isOddToHotSpot() {
            boolean isPrivate = false;
            for (Type k = this; k != null; k = k.superclass) {
                if (k.m >= 0 && (k.m & ACC_STATIC) == 0) {
                    isPrivate |= (k.m & ACC_PRIVATE) != 0;
                    if ((k.m & ACC_PRIVATE) == 0) {
                        return false;
                    }
                }
            }
            return isPrivate && superclass != null
                    && superclass.inheritsFromInterface();
        }

        /** A method of a subclass may crash HotSpot. */
        boolean crashesHotSpot() {
            final int access = ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE;
            for (Type k = this; k.superclass != null; k = k.superclass) {
                if (k.m >= 0 && (k.m & (access | ACC_STATIC)) == 0
                        && k.superclass.inheritsFromInterface()) {
                    return true;
                }
            }
            return false;
        }

        private boolean inheritsFromInterface() {
            return isInterface && m >= 0
                    && (m & (ACC_STATIC | ACC_PRIVATE)) == 0
                    || superclass != null && superclass.inheritsFromInterface()
                    || interfaces.stream()
                            .anyMatch(Type::inheritsFromInterface);
        }

        boolean isSubtypeOf(Type t) {
            return this == t || superclass != null && superclass.isSubtypeOf(t)
                    || interfaces.stream().anyMatch(i -> i.isSubtypeOf(t));
        }
    }

    private static Type newType(int n, String pack, String simple,
            boolean isInterface) {
        Type t = new Type();
        t.pack = "c" + n + pack;
        t.name = t.pack + "/" + simple;
        t.isInterface = isInterface;
        if (isInterface) {
            t.access |= ACC_INTERFACE | ACC_ABSTRACT;
        }
        return t;
    }

    private Map<String, Type> parse(String text, int n) {
        Map<String, Type> all = new LinkedHashMap<>();
        for (String one : text.split(";")) {
            String[] part = one.split("\\|", -1);
            String[] w = part[0].trim().split(" +");
            int i = w[0].equals("hidden") ? 1 : 0;
            String[] dotted = w[i + 1].split("\\.");
            Type t = newType(n, dotted[0], dotted[1], w[i].equals("interface"));
            t.access ^= i == 1 ? ACC_PUBLIC : 0;
            t.access |= w[i].equals("abstract") ? ACC_ABSTRACT : 0;
            for (i += 2; i < w.length; i += 2) {
                String other = "c" + n + w[i + 1].replace('.', '/');
                switch (w[i]) {
                    case "<" -> t.superclass = all.get(other);
                    case "+" -> t.interfaces.add(all.get(other));
                    case "^" -> t.host = other;
                    case "*" -> t.members.add(other);
                    default -> throw new IllegalArgumentException(one);
                }
            }
            t.m = part.length > 1 ? flags(part[1]) : -1;
            t.f = part.length > 2 ? flags(part[2]) : -1;
            if (t.f >= 0 && t.isInterface) {
                t.f |= ACC_FINAL;
            }
            all.put(t.name, t);
        }
        outsiders(all, n);
        return all;
    }

    private static int flags(String text) {
        int flags = text.isBlank() ? -1 : 0;
        for (String w : text.trim().split(" +")) {
            switch (w) {
                case "public" -> flags |= ACC_PUBLIC;
                case "protected" -> flags |= ACC_PROTECTED;
                case "private" -> flags |= ACC_PRIVATE;
                case "abstract" -> flags |= ACC_ABSTRACT;
                case "static" -> flags |= ACC_STATIC;
                case "package", "" -> flags |= 0;
                default -> throw new IllegalArgumentException(w);
            }
        }
        return flags;
    }

    private static void outsiders(Map<String, Type> all, int n) {
        for (String pack : List.of("p", "q")) {
            Type t = newType(n, pack, "Out", false);
            all.put(t.name, t);
        }
    }

    private int roll(int... weights) {
        int sum = 0;
        for (int w : weights) {
            sum += w;
        }
        int dice = random.nextInt(sum);
        int i = 0;
        while (dice >= weights[i]) {
            dice -= weights[i++];
        }
        return i;
    }

    private static boolean canExtend(Type t, Type s) {
        return (s.access & ACC_PUBLIC) != 0 || s.pack.equals(t.pack);
    }

    private Map<String, Type> randomCase(int n) {
        Map<String, Type> all = new LinkedHashMap<>();
        int count = 4 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            Type t = newType(n, List.of("p", "q", "r").get(roll(5, 3, 1)),
                    "T" + i, roll(3, 2) == 1);
            t.access ^= roll(6, 1) == 1 ? ACC_PUBLIC : 0;
            List<Type> earlier = new ArrayList<>(all.values());
            for (int k = 0; k < 2 * i; k++) {
                Type s = earlier.get(random.nextInt(i));
                if (!canExtend(t, s)) {
                    continue;
                }
                if (!s.isInterface && !t.isInterface && t.superclass == null) {
                    t.superclass = s;
                } else if (s.isInterface && !t.interfaces.contains(s)
                        && roll(2, 1) == 1) {
                    t.interfaces.add(s);
                }
            }
            randomMembers(t);
            all.put(t.name, t);
        }
        randomNest(new ArrayList<>(all.values()));
        outsiders(all, n);
        return all;
    }

    private static final int[] ACCESS = {
        ACC_PUBLIC, ACC_PROTECTED, 0, ACC_PRIVATE};

    private void randomMembers(Type t) {
        if (t.isInterface) {
            t.m = new int[] {-1, ACC_PUBLIC | ACC_ABSTRACT, ACC_PUBLIC,
                ACC_PRIVATE, ACC_PUBLIC | ACC_STATIC,
                ACC_PRIVATE | ACC_STATIC}[roll(12, 8, 9, 2, 2, 1)];
            t.f = roll(2, 1) == 1 ? ACC_PUBLIC | ACC_STATIC | ACC_FINAL : -1;
            return;
        }
        t.access |= roll(3, 1) == 1 ? ACC_ABSTRACT : 0;
        if (roll(2, 3) == 1) {
            t.m = ACCESS[roll(5, 2, 4, 2)];
            if (roll(7, 1) == 1) {
                t.m |= ACC_STATIC;
            } else if (t.m != ACC_PRIVATE && roll(6, 1) == 1) {
                t.m |= ACC_ABSTRACT;
            }
        }
        if (roll(1, 1) == 1) {
            t.f = ACCESS[roll(4, 3, 3, 3)] | (roll(1, 1) == 1 ? ACC_STATIC : 0);
        }
        if (t.superclass != null && t.superclass.crashesHotSpot()) {
            t.m = -1;
        }
    }

    private void randomNest(List<Type> types) {
        Type host = types.get(random.nextInt(types.size()));
        for (Type t : types) {
            if (t != host && roll(1, 2) == 1) {
                t.host = host.name;
                if (roll(1, 4) == 1) {
                    host.members.add(t.name);
                }
            }
        }
    }

    // --- Call sites ----------------------------------------------------------

    private void sites(Map<String, Type> all, double share) {
        for (Type from : all.values()) {
            for (Type o : all.values()) {
                List<String> kinds = new ArrayList<>(List.of("static",
                        "istatic", "virtual", "interface"));
                if (from == o || o.isInterface && from.interfaces.contains(o)
                        || !o.isInterface && from.isSubtypeOf(o)) {
                    kinds.add(o.isInterface ? "ispecial" : "special");
                }
                for (String kind : kinds) {
                    calls(all, from, o, kind, share);
                }
                if (random.nextDouble() < 2 * share * hope(o, true, true)) {
                    from.sites.add(new String[] {"static", o.name, null});
                }
                double take = share * hope(o, true, false);
                receivers(all, o).filter(c -> random.nextDouble() < take)
                        .forEach(c -> from.sites.add(
                                new String[] {"field", o.name, c.name}));
            }
        }
    }

    private static java.util.stream.Stream<Type> receivers(
            Map<String, Type> all, Type o) {
        return all.values().stream()
                .filter(c -> c.isConcrete() && c.isSubtypeOf(o));
    }

    /** A tenth where no super type has such a member: all fail alike. */
    private static double hope(Type o, boolean isField, boolean isStatic) {
        return o.hasMember(isField, isStatic) ? 1 : 0.1;
    }

    private void calls(Map<String, Type> all, Type from, Type o, String kind,
            double share) {
        boolean isStatic = kind.endsWith("static");
        double take = share * hope(o, false, isStatic);
        if (kind.startsWith("i") != o.isInterface) {
            take /= 10; // the wrong kind of reference
        }
        List<Type> list = receivers(all, kind.endsWith("special") ? from : o)
                .toList();
        for (Type c : isStatic ? List.of(o) : list) {
            if (random.nextDouble() < take
                    && (isStatic || !c.isOddToHotSpot())) {
                from.sites.add(new String[] {"call " + kind, o.name,
                    isStatic ? "-" : c.name});
            }
        }
    }

    // --- Class files ---------------------------------------------------------

    private static byte[] make(Type t, Map<String, Type> all) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String up = t.superclass == null ? "java/lang/Object"
                : t.superclass.name;
        w.visit(V17, t.access | (t.isInterface ? 0 : ACC_SUPER), t.name, null,
                up, t.interfaces.stream().map(i -> i.name)
                        .toArray(String[]::new));
        if (t.host != null) {
            w.visitNestHost(t.host);
        }
        t.members.forEach(w::visitNestMember);
        if (t.f >= 0) {
            w.visitField(t.f, "f", STRING, null,
                    (t.f & ACC_STATIC) != 0 ? t.name : null).visitEnd();
        }
        if (!t.isInterface) {
            constructor(w, t, up);
        }
        if (t.m >= 0) {
            MethodVisitor m = w.visitMethod(t.m, "m", M, null, null);
            if ((t.m & ACC_ABSTRACT) == 0) {
                m.visitCode();
                m.visitLdcInsn(t.name);
                m.visitInsn(ARETURN);
                m.visitMaxs(0, 0);
            }
            m.visitEnd();
        }
        caller(w, t);
        w.visitEnd();
        return w.toByteArray();
    }

    private static void constructor(ClassWriter w, Type t, String up) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null,
                null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, up, "<init>", "()V", false);
        if (t.f >= 0 && (t.f & ACC_STATIC) == 0) {
            m.visitVarInsn(ALOAD, 0);
            m.visitLdcInsn(t.name);
            m.visitFieldInsn(PUTFIELD, t.name, "f", STRING);
        }
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    private static void caller(ClassWriter w, Type t) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "call",
                "(ILjava/lang/Object;)" + STRING, null, null);
        Label[] at = new Label[t.sites.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = new Label();
        }
        Label none = new Label();
        m.visitCode();
        m.visitVarInsn(ILOAD, 0);
        if (at.length > 0) {
            m.visitTableSwitchInsn(0, at.length - 1, none, at);
        }
        for (int i = 0; i < at.length; i++) {
            m.visitLabel(at[i]);
            site(m, t.sites.get(i));
            m.visitInsn(ARETURN);
        }
        m.visitLabel(none);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    private static void site(MethodVisitor m, String[] s) {
        if (!s[0].endsWith("static")) {
            m.visitVarInsn(ALOAD, 1);
        }
        boolean itf = s[0].startsWith("call i");
        switch (s[0]) {
            case "static" -> m.visitFieldInsn(GETSTATIC, s[1], "f", STRING);
            case "field" -> m.visitFieldInsn(GETFIELD, s[1], "f", STRING);
            case "call virtual" ->
                m.visitMethodInsn(INVOKEVIRTUAL, s[1], "m", M, false);
            case "call interface" ->
                m.visitMethodInsn(INVOKEINTERFACE, s[1], "m", M, true);
            case "call static", "call istatic" ->
                m.visitMethodInsn(INVOKESTATIC, s[1], "m", M, itf);
            default -> m.visitMethodInsn(INVOKESPECIAL, s[1], "m", M, itf);
        }
    }

    // --- Running -------------------------------------------------------------

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> bytes = new HashMap<>();

        @Override
        protected Class<?> findClass(String name)
                throws ClassNotFoundException {
            byte[] b = bytes.get(name);
            if (b == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, b, 0, b.length);
        }
    }

    private void run(Map<String, Type> all, double share)
            throws ReflectiveOperationException, IOException {
        sites(all, share);
        Loader loader = new Loader();
        for (Type t : all.values()) {
            byte[] b = make(t, all);
            loader.bytes.put(t.name.replace('/', '.'), b);
            Path file = dir.resolve(t.name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, b);
        }
        Map<String, Object> object = new HashMap<>();
        for (Type t : all.values()) {
            if (t.isConcrete()) {
                Constructor<?> c = loader.loadClass(t.name.replace('/', '.'))
                        .getDeclaredConstructor();
                c.setAccessible(true);
                object.put(t.name, c.newInstance());
            }
        }
        for (Type t : all.values()) {
            Method call = loader.loadClass(t.name.replace('/', '.'))
                    .getDeclaredMethod("call", int.class, Object.class);
            call.setAccessible(true);
            for (int i = 0; i < t.sites.size(); i++) {
                String[] s = t.sites.get(i);
                say(t, s, answer(call, i, object.get(s[2])));
            }
        }
    }

    private static String answer(Method call, int site, Object receiver)
            throws IllegalAccessException {
        try {
            return String.valueOf(call.invoke(null, site, receiver));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof LinkageError) {
                return "-";
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void say(Type from, String[] s, String answer) {
        boolean isCall = s[0].startsWith("call ");
        out.append(isCall ? "" : "get ").append(s[0]).append(' ')
                .append(from.name).append(' ').append(s[1])
                .append(isCall ? " m " + M + " " + s[2] : " f " + STRING)
                .append('\t').append(answer).append('\n');
    }
}
