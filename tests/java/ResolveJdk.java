// SPDX-License-Identifier: MIT
// Questions about the classes of the running JDK, drawn at random, and what
// this JVM answers, as lines "question<TAB>answer" for tests/tools/resolve.
//
// usage: java --add-modules ALL-SYSTEM \
//     --add-opens java.base/java.lang.invoke=ALL-UNNAMED \
//     ResolveJdk SEED COUNT
//
// COUNT questions of each kind. No class is initialised. The answers come from
// the trusted lookup of java.lang.invoke, which asks the JVM's own linker:
//
// sub       Class.isAssignableFrom: exact.
// field     findGetter, findStaticGetter: the linker's field, exact.
// resolve   findSpecial(O, .., O) links as invokespecial does, which does not
//           move away from O when it is the caller: the resolved method, exact
//           unless it is abstract. An abstract one is asked for by findVirtual,
//           which names O instead of an interface when O is a class, so that
//           is believed only when it is a class that declares the method.
// select    the same in the receiver's class C: resolution in C finds the
//           first declaration going up, selection the first that overrides the
//           resolved method. The two agree if what is found is neither static
//           nor private and the method resolved in O is public or protected;
//           other pairs are left to ResolveCases, which runs them.
// call [i]special
//           findSpecial(O, .., FROM), which goes to FROM's superclass, exact.
// class, may, mayfield
//           accessClass, findVirtual, findStatic, findGetter of a lookup in
//           FROM with all its rights. Modules have rules of their own, so
//           FROM, C and O are of one module. A lookup is kinder than the
//           linker where O is not on one line with FROM (it narrows the
//           receiver's type), and stricter in an interface (it has no
//           protected members of Object): such protected instance members are
//           left to ResolveCases.
//
// HotSpot adds methods and fields to subclasses of jdk.internal.event.Event
// when it loads them: these classes are not drawn.

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class ResolveJdk {
    private final MethodHandles.Lookup trusted;
    private final Random random;
    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Module, List<Class<?>>> of = new HashMap<>();
    private final StringBuilder out = new StringBuilder();
    private int said;

    private ResolveJdk(long seed) throws ReflectiveOperationException {
        Field f = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        f.setAccessible(true);
        trusted = (MethodHandles.Lookup) f.get(null);
        random = new Random(seed);
    }

    public static void main(String[] args) throws Exception {
        ResolveJdk r = new ResolveJdk(Long.parseLong(args[0]));
        int count = Integer.parseInt(args[1]);
        r.draw(count);
        r.repeat(count, r::askSub);
        r.repeat(count, r::askMethod);
        r.repeat(count, r::askSpecial);
        r.repeat(count, r::askField);
        r.repeat(count, r::askAccess);
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
                // lookup fails for signature-polymorphic methods.
                if (!(e instanceof NoClassDefFoundError)
                        && !"appendix".equals(e.getMessage())) {
                    throw new IllegalStateException(e);
                }
            }
        }
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
                Class<?> c = Class.forName(name, false,
                        ClassLoader.getSystemClassLoader());
                if (supers(c).stream().noneMatch(s -> s.getName()
                        .equals("jdk.internal.event.Event"))) {
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
        Method[] all = t.getDeclaredMethods();
        return all.length == 0 ? null : all[random.nextInt(all.length)];
    }

    private static MethodType type(Method m) {
        return MethodType.methodType(m.getReturnType(), m.getParameterTypes());
    }

    private static String words(Method m) {
        return m.getName() + " " + type(m).toMethodDescriptorString();
    }

    /** What invokespecial of o.m in `from` runs; null for an error. */
    private Method special(Class<?> from, Class<?> o, Method m) {
        try {
            return declared(trusted.findSpecial(o, m.getName(), type(m), from),
                    m);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /** The declared method of m's name and type, or null. */
    private static Method declared(Class<?> c, Method m) {
        for (Method d : c.getDeclaredMethods()) {
            if (d.getName().equals(m.getName()) && type(d).equals(type(m))) {
                return d;
            }
        }
        return null;
    }

    private Method declared(MethodHandle h, Method m) {
        return declared(trusted.revealDirect(h).getDeclaringClass(), m);
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
        try {
            return declared(trusted.findStatic(o, m.getName(), type(m)), m);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            // neither
        }
        try {
            return declared(trusted.findVirtual(o, m.getName(), type(m)), m);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
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
        Method m = drawMethod(o);
        if (m != null && !Modifier.isStatic(m.getModifiers())
                && resolved(o, m) != null) {
            say((o.isInterface() ? "call ispecial " : "call special ")
                    + name(c) + " " + name(o) + " " + words(m) + " -",
                    declarer(special(c, o, m)));
        }
    }

    // --- Fields --------------------------------------------------------------

    private Field drawField(Class<?> c) {
        Class<?> t = random.nextInt(10) == 0 ? any(classes) : any(supers(c));
        Field[] all = t.getDeclaredFields();
        return all.length == 0 ? null : all[random.nextInt(all.length)];
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
            Member m) {
        return Modifier.isProtected(m.getModifiers())
                && !Modifier.isStatic(m.getModifiers())
                && (from.isInterface()
                || !o.isAssignableFrom(from) && !from.isAssignableFrom(o));
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
        if (!isOfModule(o, from)) {
            return;
        }
        MethodHandles.Lookup l = trusted.in(from);
        askClass(l, random.nextInt(5) == 0 ? o.arrayType() : o);
        Method m = drawMethod(o);
        Method r = m == null ? null : resolved(o, m);
        if (r != null && !isSpecialToLookups(from, o, r)) {
            say("may " + name(from) + " " + name(o) + " " + words(m),
                    String.valueOf(mayCall(l, o, m)));
        }
        Field f = drawField(o);
        if (f != null && getter(trusted, o, f) != null
                && !isSpecialToLookups(from, o, f)) {
            say("mayfield " + name(from) + " " + name(o) + " " + words(f),
                    String.valueOf(getter(l, o, f) != null));
        }
    }

    private void askClass(MethodHandles.Lookup l, Class<?> c) {
        boolean may = true;
        try {
            l.accessClass(c);
        } catch (IllegalAccessException e) {
            may = false;
        }
        say("class " + name(l.lookupClass()) + " " + name(c),
                String.valueOf(may));
    }

    private static boolean mayCall(MethodHandles.Lookup l, Class<?> o,
            Method m) {
        try {
            l.findVirtual(o, m.getName(), type(m));
            return true;
        } catch (NoSuchMethodException | IllegalAccessException e) {
            // static, or not for us
        }
        try {
            l.findStatic(o, m.getName(), type(m));
            return true;
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return false;
        }
    }
}
