// SPDX-License-Identifier: MIT
// Questions about the classes of the running JDK, drawn at random, and what
// this JVM answers, as lines "question<TAB>answer" for tests/tools/resolve.
//
// usage: java --add-modules ALL-SYSTEM \
//     --add-opens java.base/java.lang.invoke=ALL-UNNAMED \
//     --add-exports java.base/jdk.internal.reflect=ALL-UNNAMED \
//     ResolveJdk SEED COUNT
//
// First come the pairs of classes that are written out below, with every member
// that O has, then COUNT questions of each kind. The same seed gives the same
// questions on the same JDK. No class is initialised. The answers come from the
// JVM's own linker, by way of what java.lang.invoke asks of it; of methods they
// come straight from there (MethodHandleNatives.resolve), since a lookup has
// rules of its own behind those of the linker.
//
// sub       Class.isAssignableFrom: exact.
// field     findGetter, findStaticGetter of the trusted lookup: the linker's
//           field, exact.
// resolve   invokespecial of O.m in O does not move away from O: the resolved
//           method, exact unless it is abstract. An abstract one is asked for
//           by invokevirtual, where the linker names O instead of an interface
//           when O is a class, so that is believed only when it is a class
//           that declares the method.
// select    the same in the receiver's class C: resolution in C finds the
//           first declaration going up, selection the first that overrides the
//           resolved method. The two agree if what is found is neither static
//           nor private and the method resolved in O is public or protected;
//           other pairs are left to ResolveCases, which runs them.
// call [i]special
//           may FROM name O, then invokespecial of O.m in FROM, which goes to
//           FROM's superclass: exact.
// class     accessClass of a lookup in FROM with all its rights. Modules have
//           rules of their own, so FROM, C and O are of one module (for a call,
//           if FROM may not name O).
// may       may FROM name O, then the method linked for code in FROM: exact.
// mayfield  findGetter, findStaticGetter of that lookup: the linker does not
//           check fields for it. A lookup is kinder than the linker to instance
//           members where O is not on one line with FROM (it narrows the
//           receiver's type), and stricter to static ones (JVMS 5.4.4 has that
//           rule for instance members only): such protected fields are left to
//           ResolveCases.
// visible, visiblefield
//           Reflection.verifyMemberAccess, which Method.invoke and Field.get ask:
//           exact, across modules too. The package that is exported above is left out.
//
// HotSpot adds methods and fields to subclasses of jdk.internal.event.Event
// when it loads them, and in JDK 17 those of MagicAccessorImpl may use
// everything: these classes are not drawn.

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class ResolveJdk {
    // FROM and O. Both are in every JDK from 17 on.
    private static final String[][] PAIRS = {
        // A protected static method of a class above both of them.
        {"jdk.internal.loader.BuiltinClassLoader", "java.net.URLClassLoader"},
        {"javax.swing.text.StringContent$RemoveUndo",
            "javax.swing.text.StringContent$InsertUndo"},
        // Protected methods of instances of a class above both.
        {"javax.swing.text.html.HTMLDocument",
            "javax.swing.text.PlainDocument"},
        // An interface is no subclass of Object.
        {"java.security.spec.KeySpec", "java.lang.Object"},
        // JTextComponent, between them, has a method in a package of its own.
        {"javax.swing.JTextPane", "javax.swing.JComponent"},
    };

    // The kinds of references, JVMS 4.4.8.
    private static final byte VIRTUAL = 5;
    private static final byte STATIC = 6;
    private static final byte SPECIAL = 7;
    private static final byte INTERFACE = 9;
    private static final int ALL_MODES = MethodHandles.Lookup.PUBLIC
            | MethodHandles.Lookup.PRIVATE | MethodHandles.Lookup.PROTECTED
            | MethodHandles.Lookup.PACKAGE | MethodHandles.Lookup.MODULE;

    private final MethodHandles.Lookup trusted;
    private final Method resolve;
    private final Constructor<?> newName;
    private final Random random;
    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Module, List<Class<?>>> of = new HashMap<>();
    private final StringBuilder out = new StringBuilder();
    private int said;

    private ResolveJdk(long seed) throws ReflectiveOperationException {
        Field f = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        f.setAccessible(true);
        trusted = (MethodHandles.Lookup) f.get(null);
        Class<?> name = Class.forName("java.lang.invoke.MemberName");
        resolve = Class.forName("java.lang.invoke.MethodHandleNatives")
                .getDeclaredMethod("resolve", name, Class.class, int.class,
                        boolean.class);
        resolve.setAccessible(true);
        newName = name.getDeclaredConstructor(Class.class, String.class,
                MethodType.class, byte.class);
        newName.setAccessible(true);
        random = new Random(seed);
    }

    public static void main(String[] args) throws Exception {
        ResolveJdk r = new ResolveJdk(Long.parseLong(args[0]));
        int count = Integer.parseInt(args[1]);
        for (String[] pair : PAIRS) {
            r.askPair(load(pair[0]), load(pair[1]));
        }
        r.draw(count);
        r.repeat(count, r::askSub);
        r.repeat(count, r::askMethod);
        r.repeat(count, r::askSpecial);
        r.repeat(count, r::askField);
        r.repeat(count, r::askAccess);
        r.repeat(count, r::askVisible);
        System.out.print(r.out);
    }

    private interface Question {
        void ask() throws Throwable;
    }

    /** Until that many lines were added. */
    private void repeat(int count, Question q) {
        int end = said + count;
        while (said < end) {
            try {
                q.ask();
            } catch (Throwable e) {
                // Classes of optional libraries are missing in every JDK; the
                // linker fails for signature-polymorphic methods.
                if (!(e instanceof NoClassDefFoundError)
                        && !"appendix".equals(e.getMessage())) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, ClassLoader.getSystemClassLoader());
    }

    /** HotSpot has rules of its own for it. */
    private static boolean isOdd(Class<?> c) {
        return supers(c).stream().map(Class::getName)
                .anyMatch(s -> s.equals("jdk.internal.event.Event")
                        || s.equals("jdk.internal.reflect.MagicAccessorImpl"));
    }

    /** A sample of the classes of all modules that can be loaded. */
    private void draw(int count) throws IOException {
        FileSystem jrt = FileSystems.getFileSystem(URI.create("jrt:/"));
        List<String> names;
        try (Stream<Path> all = Files.walk(jrt.getPath("/modules"))) {
            names = all.map(p -> p.toString())
                    .filter(p -> p.endsWith(".class")
                            && !p.endsWith("-info.class"))
                    .map(p -> p.substring(p.indexOf('/', 9) + 1,
                            p.length() - 6).replace('/', '.'))
                    .sorted().collect(Collectors.toList());
        }
        Set<Class<?>> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            String name = names.get(random.nextInt(names.size()));
            try {
                Class<?> c = load(name);
                if (!isOdd(c)) {
                    drawn.add(c);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // of a module that is not in the boot layer
            }
        }
        classes.addAll(drawn);
        for (Class<?> c : classes) {
            of.computeIfAbsent(c.getModule(), m -> new ArrayList<>()).add(c);
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** c and all its super types. */
    private static List<Class<?>> supers(Class<?> c) {
        Set<Class<?>> all = new LinkedHashSet<>();
        List<Class<?>> todo = new ArrayList<>(List.of(c));
        while (!todo.isEmpty()) {
            Class<?> k = todo.remove(todo.size() - 1);
            if (all.add(k)) {
                todo.addAll(List.of(k.getInterfaces()));
                if (k.getSuperclass() != null) {
                    todo.add(k.getSuperclass());
                }
            }
        }
        if (c.isInterface()) {
            all.add(Object.class);
        }
        return new ArrayList<>(all);
    }

    private static String name(Class<?> c) {
        return c.getName().replace('.', '/');
    }

    private void say(String question, String answer) {
        said++;
        out.append(question).append('\t').append(answer).append('\n');
    }

    private void askSub() {
        Class<?> a = any(classes);
        Class<?> b = random.nextInt(3) == 0 ? any(classes) : any(supers(a));
        if (random.nextInt(4) == 0) {
            a = arrays(random.nextInt(5) == 0 ? int.class : a);
            b = random.nextInt(3) == 0 ? a : arrays(b);
        } else if (random.nextInt(8) == 0) {
            a = arrays(random.nextInt(3) == 0 ? long.class : a);
            b = List.of(Object.class, Cloneable.class, b, int[].class,
                    java.io.Serializable.class, Cloneable[].class)
                    .get(random.nextInt(6));
        }
        if (random.nextInt(4) == 0) {
            Class<?> swap = a;
            a = b;
            b = swap;
        }
        say("sub " + name(a) + " " + name(b),
                String.valueOf(b.isAssignableFrom(a)));
    }

    private Class<?> arrays(Class<?> c) {
        Class<?> a = c.arrayType();
        for (int n = random.nextInt(3); n > 0; n--) {
            a = a.arrayType();
        }
        return a;
    }

    // --- Methods -------------------------------------------------------------

    /** A method of a super type of c, or of any class. */
    private Method drawMethod(Class<?> c) {
        Class<?> t = random.nextInt(10) == 0 ? any(classes) : any(supers(c));
        Method[] all = methods(t);
        return all.length == 0 ? null : all[random.nextInt(all.length)];
    }

    /** Its own in an order that does not change from run to run. */
    private static Method[] methods(Class<?> c) {
        Method[] all = c.getDeclaredMethods();
        Arrays.sort(all, Comparator.comparing(ResolveJdk::words));
        return all;
    }

    private static MethodType type(Method m) {
        return MethodType.methodType(m.getReturnType(), m.getParameterTypes());
    }

    private static String words(Method m) {
        return m.getName() + " " + type(m).toMethodDescriptorString();
    }

    private static String words(Constructor<?> k) {
        return "<init> " + MethodType.methodType(void.class,
                k.getParameterTypes()).toMethodDescriptorString();
    }

    /**
     * The class of the method that the JVM's linker finds for o.m in code of
     * class `from`, or in code that may use everything; null for an error.
     */
    private Class<?> linked(byte kind, Class<?> from, Class<?> o, Method m) {
        try {
            Object name = resolve.invoke(null,
                    newName.newInstance(o, m.getName(), type(m), kind), from,
                    ALL_MODES, true);
            return name == null ? null : ((Member) name).getDeclaringClass();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte virtual(Class<?> o) {
        return o.isInterface() ? INTERFACE : VIRTUAL;
    }

    /** What invokespecial of o.m in `from` runs; null for an error. */
    private Method special(Class<?> from, Class<?> o, Method m) {
        return declared(linked(SPECIAL, from, o, m), m);
    }

    /** The declared method of m's name and type, or null. */
    private static Method declared(Class<?> c, Method m) {
        if (c == null) {
            return null;
        }
        for (Method d : c.getDeclaredMethods()) {
            if (d.getName().equals(m.getName()) && type(d).equals(type(m))) {
                return d;
            }
        }
        return null;
    }

    private static String declarer(Method m) {
        return m == null ? "-" : name(m.getDeclaringClass());
    }

    /** The method that o.m is resolved to; null for an error or not known. */
    private Method resolved(Class<?> o, Method m) {
        // As a method of Object, if Object has it: not what was resolved.
        Method found = o.isInterface() ? declared(o, m) : null;
        if (found != null) {
            return found;
        }
        found = special(o, o, m);
        if (found != null) {
            return found;
        }
        found = declared(linked(STATIC, null, o, m), m);
        return found != null ? found
                : declared(linked(virtual(o), null, o, m), m);
    }

    private boolean isNowhere(Class<?> o, Method m) {
        if (MethodHandle.class.isAssignableFrom(o)
                || VarHandle.class.isAssignableFrom(o)) {
            return false; // they have some methods of any type
        }
        for (Class<?> s : supers(o)) {
            if (declared(s, m) != null) {
                return false;
            }
        }
        return true;
    }

    private void askMethod() {
        Class<?> c = any(classes);
        Method m = drawMethod(c);
        if (m == null) {
            return;
        }
        Class<?> o = random.nextBoolean() ? m.getDeclaringClass()
                : any(supers(c));
        Method r = resolved(o, m);
        String resolve = "resolve " + name(o) + " " + words(m);
        if (r != null) {
            say(resolve, declarer(r));
        } else if (isNowhere(o, m)) {
            say(resolve, "-");
        }
        if (r == null || c.isInterface() || !o.isAssignableFrom(c)
                || Modifier.isStatic(r.getModifiers())
                || (r.getModifiers()
                & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0) {
            return;
        }
        Method s = special(c, c, m);
        Method first = s == null ? null : declared(s.getDeclaringClass(), m);
        if (s != null && (first == null || (first.getModifiers()
                & (Modifier.STATIC | Modifier.PRIVATE)) != 0)) {
            return;
        }
        say("select " + name(c) + " " + name(o) + " " + words(m),
                declarer(s));
    }

    private void askSpecial() {
        Class<?> c = any(classes);
        List<Class<?>> direct = new ArrayList<>(List.of(c.getInterfaces()));
        for (Class<?> k = c; k != null; k = k.getSuperclass()) {
            direct.add(k);
        }
        Class<?> o = any(direct);
        saySpecial(c, o, drawMethod(o));
    }

    private void saySpecial(Class<?> c, Class<?> o, Method m) {
        boolean may = mayName(c, o);
        if (m != null && !Modifier.isStatic(m.getModifiers())
                && (may || c.getModule() == o.getModule())
                && resolved(o, m) != null) {
            say((o.isInterface() ? "call ispecial " : "call special ")
                    + name(c) + " " + name(o) + " " + words(m) + " -",
                    declarer(may ? special(c, o, m) : null));
        }
    }

    // --- Fields --------------------------------------------------------------

    private Field drawField(Class<?> c) {
        Class<?> t = random.nextInt(10) == 0 ? any(classes) : any(supers(c));
        Field[] all = fields(t);
        return all.length == 0 ? null : all[random.nextInt(all.length)];
    }

    private static Field[] fields(Class<?> c) {
        Field[] all = c.getDeclaredFields();
        Arrays.sort(all, Comparator.comparing(ResolveJdk::words));
        return all;
    }

    private MethodHandle getter(MethodHandles.Lookup l, Class<?> o, Field f) {
        try {
            return l.findGetter(o, f.getName(), f.getType());
        } catch (NoSuchFieldException | IllegalAccessException e) {
            // not an instance field, or not for us
        }
        try {
            return l.findStaticGetter(o, f.getName(), f.getType());
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return null;
        }
    }

    private static String words(Field f) {
        return f.getName() + " " + f.getType().descriptorString();
    }

    private void askField() {
        Class<?> c = any(classes);
        Field f = drawField(c);
        if (f == null) {
            return;
        }
        Class<?> o = random.nextInt(4) == 0 ? f.getDeclaringClass() : c;
        MethodHandle h = getter(trusted, o, f);
        String d = h == null ? "-"
                : name(trusted.revealDirect(h).getDeclaringClass());
        say("field " + name(o) + " " + words(f), d);
    }

    // --- Access --------------------------------------------------------------

    private boolean isOfModule(Class<?> o, Class<?> from) {
        for (Class<?> s : supers(o)) {
            if (s.getModule() != from.getModule()
                    && s.getModule() != Object.class.getModule()) {
                return false;
            }
        }
        return o.getModule() == from.getModule();
    }

    private static boolean isSpecialToLookups(Class<?> from, Class<?> o,
            Field f) {
        return Modifier.isProtected(f.getModifiers())
                && !o.isAssignableFrom(from) && !from.isAssignableFrom(o);
    }

    /** One that is near: of the same package, a super type, or a nest mate. */
    private Class<?> near(Class<?> c) {
        int dice = random.nextInt(4);
        if (dice == 0) {
            return any(of.get(c.getModule()));
        } else if (dice == 1) {
            return any(List.of(c.getNestMembers()));
        }
        return any(supers(c));
    }

    private void askAccess() throws Throwable {
        Class<?> from = any(classes);
        Class<?> o = near(from);
        if (random.nextInt(3) == 0) {
            Class<?> swap = from;
            from = o;
            o = swap;
        }
        if (!isOfModule(o, from) || isOdd(from) || isOdd(o)) {
            return;
        }
        sayClass(from, random.nextInt(5) == 0 ? o.arrayType() : o);
        sayMay(from, o, drawMethod(o));
        sayMayField(from, o, drawField(o));
    }

    /** All that can be asked of all members of o. */
    private void askPair(Class<?> from, Class<?> o) {
        sayClass(from, o);
        for (Class<?> t : supers(o)) {
            for (Method m : methods(t)) {
                sayMay(from, o, m);
                if (o.isAssignableFrom(from) && !o.isInterface()) {
                    saySpecial(from, o, m);
                }
            }
            for (Field f : fields(t)) {
                sayMayField(from, o, f);
            }
        }
    }

    /** By reflection, in any module and in none. */
    private void askVisible() throws Throwable {
        Class<?> from = any(classes);
        Class<?> o = random.nextInt(4) == 0 ? any(classes) : near(from);
        if (random.nextInt(8) == 0) {
            from = ResolveJdk.class;
        } else if (random.nextInt(3) == 0) {
            Class<?> swap = from;
            from = o;
            o = swap;
        }
        if (isOdd(from) || isOdd(o)
                || o.getPackageName().equals("jdk.internal.reflect")) {
            return;
        }
        for (Field f : fields(o)) {
            sayVisible("visiblefield", from, f, words(f));
        }
        Constructor<?>[] made = o.getDeclaredConstructors();
        Arrays.sort(made, Comparator.comparing(ResolveJdk::words));
        for (Constructor<?> k : made) {
            sayVisible("visible", from, k, words(k));
        }
        for (Method m : methods(o)) {
            sayVisible("visible", from, m, words(m));
        }
    }

    private void sayVisible(String kind, Class<?> from, Member m,
            String words) throws ReflectiveOperationException {
        if (random.nextInt(6) != 0) {
            return;
        }
        Class<?> o = m.getDeclaringClass();
        List<Class<?>> objects = List.of(o, from, any(classes));
        Class<?> on = random.nextInt(4) == 0 ? null : any(objects);
        Class<?> target = m instanceof Constructor ? o
                : Modifier.isStatic(m.getModifiers()) ? null : on;
        boolean may = (Boolean) Class.forName("jdk.internal.reflect.Reflection")
                .getMethod("verifyMemberAccess", Class.class, Class.class,
                        Class.class, int.class)
                .invoke(null, from, o, target, m.getModifiers());
        say(kind + " " + name(from) + " " + name(o) + " " + words + " "
                + (on == null ? "-" : name(on)), String.valueOf(may));
    }

    private boolean mayName(Class<?> from, Class<?> c) {
        try {
            trusted.in(from).accessClass(c);
            return true;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private void sayClass(Class<?> from, Class<?> c) {
        say("class " + name(from) + " " + name(c),
                String.valueOf(mayName(from, c)));
    }

    private void sayMay(Class<?> from, Class<?> o, Method m) {
        if (m != null && resolved(o, m) != null) {
            boolean may = mayName(from, o)
                    && (linked(virtual(o), from, o, m) != null
                    || linked(STATIC, from, o, m) != null);
            say("may " + name(from) + " " + name(o) + " " + words(m),
                    String.valueOf(may));
        }
    }

    private void sayMayField(Class<?> from, Class<?> o, Field f) {
        if (f != null && getter(trusted, o, f) != null
                && !isSpecialToLookups(from, o, f)) {
            boolean may = getter(trusted.in(from), o, f) != null;
            say("mayfield " + name(from) + " " + name(o) + " " + words(f),
                    String.valueOf(may));
        }
    }
}
