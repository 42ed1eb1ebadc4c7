// SPDX-License-Identifier: MIT
// RandomClient.java - writes small random clients of a component (README.md).
//
//     java -cp RUNNER:COMPONENT.jar:DEPS RandomClient INT SEED COUNT OUT [SKIP]
//
// reads the members of an interface file (`ccinstr graph --interface-out`), and
// writes and compiles COUNT clients, OUT/SEED, OUT/SEED+1 and so on, each a folder
// with sources, classes and lambdas.tsv. Members that match the pattern SKIP are left
// out. The same seed gives the same bytes.
//
// A client is a list of statements, each a method of its own: constructors, calls,
// reads and writes of fields and of elements of arrays, with values that are chosen
// at run time among those that came back (Pool.java), and with new objects of library
// types. Statements that need access to a package are in a class of that package.
// What javac does not take (inference, ambiguous calls) is left out and counted.

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public final class RandomClient {
    /** A member of Int; c declares or inherits it. */
    record Use(Class<?> c, Member member) {
        boolean isStatic() {
            return Modifier.isStatic(member.getModifiers());
        }

        Class<?> gives() {
            return member instanceof Method m ? m.getReturnType()
                : member instanceof Field f ? f.getType() : c;
        }
    }

    // What would end or block the run, or leave the process.
    private static final Pattern NEVER = Pattern.compile(
        "main|exit|halt|sleep|wait|notify|notifyAll|join|await.*|finalize|park.*"
        + "|loadLibrary|load|exec|interrupt|suspend|stop|acquire.*|take|lock.*");
    private static final Pattern NO_VALUES = Pattern.compile(
        "java\\.lang\\.(Thread|ThreadGroup|Class|ClassLoader|Process.*|Runtime|Module.*"
        + "|System|Package)|java\\.lang\\.(reflect|invoke|instrument|management)\\..*"
        + "|java\\.net\\..*|java\\.nio\\.(file|channels)\\..*|java\\.(awt|rmi|sql)\\..*"
        + "|java\\.io\\.(File|Console|RandomAccessFile|File.*)|javax\\..*|jdk\\..*|sun\\..*"
        + "|java\\.util\\.(Timer.*|ServiceLoader|logging\\..*|prefs\\..*)"
        + "|java\\.util\\.concurrent\\..*(Executor|Pool|Service|Queue|Deque|Future).*"
        + "|java\\.util\\.(jar|zip)\\..*File");

    private final List<Use> uses = new ArrayList<>();
    private final Set<Class<?>> made = new LinkedHashSet<>();      // arrays
    private final Set<Class<?>> indexed = new LinkedHashSet<>();
    private final Map<Class<?>, List<Use>> byClass = new LinkedHashMap<>();
    private final List<Class<?>> library = new ArrayList<>();  // relevant ones
    private final Pattern skip;
    private int unresolved, unreachable;

    public static void main(String[] args) throws IOException {
        if (args.length < 4 || args.length > 5) {
            System.err.println("usage: RandomClient INT SEED COUNT OUT [SKIP]");
            System.exit(2);
        }
        RandomClient all = new RandomClient(
            Pattern.compile(args.length > 4 ? args[4] : "(?!)"));
        all.read(Path.of(args[0]));
        long seed = Long.parseLong(args[1]);
        int count = Integer.parseInt(args[2]);
        System.out.println("# " + all.uses.size() + " members, " + all.unresolved
            + " not resolved, " + all.unreachable + " not to be used by clients");
        int dropped = 0, written = 0;
        for (int i = 0; i < count; i++) {
            Client c = new Client(all, seed + i);
            c.write();
            c.compile(Path.of(args[3], Long.toString(seed + i)));
            dropped += c.dropped;
            written += c.statements.size();
        }
        System.out.println("# " + count + " clients, " + written + " statements, " + dropped
            + " more that javac does not take");
        if (written < 10 * count || dropped > written) {
            System.out.println("# these are too few");
            System.exit(1);
        }
    }

    private RandomClient(Pattern skip) {
        this.skip = skip;
    }

    // --- Int -----------------------------------------------------------------------

    private void read(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                readLine(line);
            }
        }
        for (Use u : uses) {
            byClass.computeIfAbsent(u.c, k -> new ArrayList<>()).add(u);
        }
        findLibrary();
    }

    private void readLine(String line) {
        if (line.startsWith("instantiated ") || line.startsWith("accessed ")) {
            Class<?> c = load(line.substring(line.indexOf(' ') + 1));
            if (c == null) {
                unresolved++;
            } else if (line.startsWith("i")) {
                made.add(c);
            } else {
                indexed.add(c);
            }
            return;
        }
        int hash = line.indexOf('#');
        Class<?> c = hash < 0 ? null : load(line.substring(0, hash));
        try {
            if (c == null || !readMember(c, line.substring(hash + 1))) {
                unresolved++;
            }
        } catch (LinkageError e) {
            unresolved++;  // a class of a signature is not there
        }
    }

    private static Class<?> load(String name) {
        try {
            int n = 0;
            for (; name.endsWith("[]"); n++) {
                name = name.substring(0, name.length() - 2);
            }
            Class<?> c = primitive(name);
            c = c != null ? c : Class.forName(name, false, RandomClient.class.getClassLoader());
            for (; n > 0; n--) {
                c = c.arrayType();
            }
            return c;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static Class<?> primitive(String name) {
        for (Class<?> c : new Class<?>[] {int.class, long.class, byte.class, short.class,
            char.class, boolean.class, float.class, double.class}) {
            if (c.getName().equals(name)) {
                return c;
            }
        }
        return null;
    }

    private boolean readMember(Class<?> c, String text) {
        List<Member> found = new ArrayList<>();
        int open = text.indexOf('(');
        String name = open < 0 ? text : text.substring(0, open);
        String params = open < 0 ? null : text.substring(open + 1, text.indexOf(')'));
        for (Class<?> k : withSupers(c)) {
            for (Member m : declared(k)) {
                boolean init = m instanceof Constructor;
                if ((!init || k == c) && (text.equals("*") ? !Modifier.isPrivate(m.getModifiers())
                    : name.equals(init ? "<init>" : m.getName())
                        && (params == null ? m instanceof Field
                            : m instanceof Executable e && params.equals(names(e))))) {
                    found.add(m);
                    if (!text.equals("*")) {
                        add(c, found);
                        return true;
                    }
                }
            }
        }
        add(c, found);
        return !found.isEmpty();
    }

    private void add(Class<?> c, List<Member> found) {
        for (Member m : found) {
            String text = c.getName() + "#" + m.getName();
            if (access(m, c) == null || NEVER.matcher(m.getName()).matches()
                || skip.matcher(text).find()
                || (m instanceof Constructor && (Modifier.isAbstract(c.getModifiers())
                    || c.isEnum()))) {
                unreachable++;
            } else {
                uses.add(new Use(c, m));
            }
        }
    }

    /** The class, its superclasses, then its interfaces, each once. */
    private static Set<Class<?>> withSupers(Class<?> c) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> k = c; k != null; k = k.getSuperclass()) {
            all.add(k);
        }
        List<Class<?>> queue = new ArrayList<>(all);
        for (int i = 0; i < queue.size(); i++) {
            for (Class<?> k : queue.get(i).getInterfaces()) {
                if (all.add(k)) {
                    queue.add(k);
                }
            }
        }
        if (c.isInterface()) {
            all.add(Object.class);
        }
        return all;
    }

    /** In an order of our own: reflection promises none. */
    private static List<Member> declared(Class<?> c) {
        List<Member> all = new ArrayList<>();
        all.addAll(Arrays.asList(c.getDeclaredConstructors()));
        all.addAll(Arrays.asList(c.getDeclaredMethods()));
        all.addAll(Arrays.asList(c.getDeclaredFields()));
        all.sort(Comparator.comparing(Object::toString));
        return all;
    }

    private static String names(Executable e) {
        StringBuilder text = new StringBuilder();
        for (Class<?> p : e.getParameterTypes()) {
            text.append(text.length() > 0 ? "," : "").append(binary(p));
        }
        return text.toString();
    }

    private static String binary(Class<?> c) {
        return c.isArray() ? binary(c.getComponentType()) + "[]" : c.getName();
    }

    // Types outside the component that signatures of Int name, and those above them.
    private void findLibrary() {
        Set<Class<?>> all = new TreeSet<>(Comparator.comparing(Class::getName));
        for (Use u : uses) {
            List<Class<?>> types = new ArrayList<>(List.of(u.gives()));
            if (u.member instanceof Executable e) {
                types.addAll(List.of(e.getParameterTypes()));
            }
            for (Class<?> t : types) {
                if (!t.isPrimitive() && !t.isArray() && isLibrary(t)) {
                    all.addAll(withSupers(t));
                }
            }
        }
        for (Class<?> t : all) {
            if ("".equals(access(t)) && t.getMethods().length > 0
                && !NO_VALUES.matcher(t.getName()).matches()) {
                library.add(t);
            }
        }
    }

    static boolean isLibrary(Class<?> c) {
        return c.getClassLoader() != RandomClient.class.getClassLoader();
    }

    // --- Access ----------------------------------------------------------------------

    // The package that code has to be in to use something: "" for any, null if there
    // is none.

    static String access(Class<?> c) {
        while (c.isArray()) {
            c = c.getComponentType();
        }
        if (c.isPrimitive()) {
            return "";
        }
        if (c.getCanonicalName() == null || c.getPackageName().isEmpty()
            || c.getName().contains("$$")) {
            return null;
        }
        String needed = "";
        for (Class<?> k = c; k != null; k = k.getDeclaringClass()) {
            needed = both(needed, access(k.getModifiers(), k));
        }
        return c.isSynthetic() ? null : needed;
    }

    private static String access(int modifiers, Class<?> of) {
        return Modifier.isPublic(modifiers) ? ""
            : Modifier.isPrivate(modifiers) || of.getPackageName().startsWith("java.") ? null
            : of.getPackageName();
    }

    static String access(Member m, Class<?> c) {
        String needed = both(access(c), access(m.getModifiers(), m.getDeclaringClass()));
        if (m.isSynthetic()) {
            return null;
        }
        if (m instanceof Field f) {
            return both(needed, access(f.getType()));
        }
        for (Class<?> p : ((Executable) m).getParameterTypes()) {
            needed = both(needed, access(p));
        }
        return needed;
    }

    static String both(String a, String b) {
        return a == null || b == null ? null
            : a.isEmpty() || a.equals(b) ? b : b.isEmpty() ? a : null;
    }

    // --- One client ---------------------------------------------------------------------

    /** A statement: the body of a method that gives an Object, and what it needs. */
    record Statement(String pack, String body, List<String> helpers) { }

    static final class Client {
        private static final int LENGTH = 120, DEPTH = 3;
        private final RandomClient all;
        private final Random random;
        private final long seed;
        private final Values values;
        final List<Statement> statements = new ArrayList<>();
        private final Set<Class<?>> given = new LinkedHashSet<>();
        int dropped;

        Client(RandomClient all, long seed) {
            this.all = all;
            this.seed = seed;
            random = new Random(seed * 0x5deece66dL + 7);
            random.nextInt();
            values = new Values(this, random, seed);
        }

        String name() {
            return "Client" + seed;
        }

        <T> T one(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        void write() {
            List<Class<?>> classes = new ArrayList<>(all.byClass.keySet());
            if (classes.isEmpty()) {
                return;
            }
            List<Class<?>> focus = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                focus.add(one(classes));
            }
            for (int tries = 0; statements.size() < LENGTH && tries < 10 * LENGTH; tries++) {
                int kind = random.nextInt(20);
                if (kind < 4 && !all.library.isEmpty()) {
                    use(one(all.library));
                } else if (kind == 4 && !all.indexed.isEmpty()) {
                    element(one(new ArrayList<>(all.indexed)));
                } else {
                    member(one(all.byClass.get(one(kind < 16 ? focus : classes))), DEPTH);
                }
            }
        }

        // A statement that uses a member; before it, others that make what it needs.
        private void member(Use u, int depth) {
            String pack = access(u.member, u.c);
            if (!u.isStatic() && !(u.member instanceof Constructor)
                && !ensure(u.c, depth) && random.nextInt(4) > 0) {
                return;
            }
            List<String> helpers = new ArrayList<>();
            String text = u.member instanceof Field f ? field(u, f, pack, helpers, depth)
                : call(u, (Executable) u.member, pack, helpers, depth);
            given.add(u.gives());
            statements.add(new Statement(pack, text, helpers));
        }

        private String call(Use u, Executable e, String pack, List<String> helpers, int depth) {
            List<String> args = new ArrayList<>();
            for (Class<?> p : e.getParameterTypes()) {
                ensure(p, depth);
                args.add("(" + p.getCanonicalName() + ") " + values.of(p, pack, helpers));
            }
            if (e instanceof Method m) {
                String call = target(u) + "." + m.getName() + "(" + String.join(", ", args) + ")";
                return m.getReturnType() == void.class ? call + "; return null;"
                    : "return " + call + ";";
            }
            Class<?> outer = u.c.getDeclaringClass();
            if (outer != null && !Modifier.isStatic(u.c.getModifiers()) && !args.isEmpty()) {
                String first = args.remove(0);
                return "return (" + first + ").new " + u.c.getSimpleName() + "("
                    + String.join(", ", args) + ");";
            }
            return "return new " + u.c.getCanonicalName() + "(" + String.join(", ", args) + ");";
        }

        private String target(Use u) {
            String name = u.c.getCanonicalName();
            return u.isStatic() ? name : "client.Pool.pick(" + name + ".class)";
        }

        private String field(Use u, Field f, String pack, List<String> helpers, int depth) {
            String place = target(u) + "." + f.getName();
            if (Modifier.isFinal(f.getModifiers()) || random.nextBoolean()) {
                return "return " + place + ";";
            }
            ensure(f.getType(), depth);
            return place + " = (" + f.getType().getCanonicalName() + ") "
                + values.of(f.getType(), pack, helpers) + "; return null;";
        }

        private void element(Class<?> array) {
            String pack = access(array);
            Class<?> of = array.getComponentType();
            if (pack == null) {
                return;
            }
            ensure(array, 1);
            ensure(of, DEPTH);
            List<String> helpers = new ArrayList<>();
            String place = "client.Pool.pick(" + array.getCanonicalName() + ".class)[" +
                random.nextInt(3) + "]";
            statements.add(new Statement(pack, random.nextBoolean() ? "return " + place + ";"
                : place + " = (" + of.getCanonicalName() + ") "
                    + values.of(of, pack, helpers) + "; return null;", helpers));
        }

        // Calls a method of a library type on a value that came back.
        private void use(Class<?> type) {
            List<Method> methods = new ArrayList<>();
            for (Method m : type.getMethods()) {
                if (!Modifier.isStatic(m.getModifiers()) && "".equals(access(m, type))
                    && !NEVER.matcher(m.getName()).matches()) {
                    methods.add(m);
                }
            }
            if (!methods.isEmpty()) {
                methods.sort(Comparator.comparing(Object::toString));
                Method m = one(methods);
                List<String> helpers = new ArrayList<>();
                statements.add(new Statement("", call(new Use(type, m), m, "", helpers, 1),
                    helpers));
            }
        }

        // Statements that give a value of a component's type, if none did before. False
        // if nothing gives one.
        private boolean ensure(Class<?> type, int depth) {
            if (depth == 0 || type.isPrimitive()
                || (random.nextInt(4) > 0 && given.stream().anyMatch(type::isAssignableFrom))) {
                return true;
            }
            if (type.isArray()) {
                if (all.made.contains(type) && access(type) != null) {
                    statements.add(new Statement(access(type), "return new "
                        + dims(type, random.nextInt(4)) + ";", List.of()));
                    given.add(type);
                }
                return true;
            }
            if (isLibrary(type)) {
                return true;
            }
            List<Use> makers = new ArrayList<>();
            for (Use u : all.uses) {
                if (type.isAssignableFrom(u.gives()) && (depth > 1 || u.isStatic()
                    || u.member instanceof Constructor)) {
                    makers.add(u);
                    if (u.member instanceof Constructor || u.isStatic()) {
                        makers.add(u);
                        makers.add(u);
                    }
                }
            }
            if (!makers.isEmpty()) {
                member(one(makers), depth - 1);
            }
            return !makers.isEmpty();
        }

        static String dims(Class<?> array, int n) {
            String elem = array.getCanonicalName();
            int at = elem.indexOf('[');
            return elem.substring(0, at) + "[" + n + "]" + elem.substring(at + 2);
        }

        boolean isMade(Class<?> array) {
            return all.made.contains(array) && all.indexed.contains(array);
        }

        /** Component classes that client code may name anywhere. */
        List<Class<?>> classes() {
            List<Class<?>> found = new ArrayList<>();
            for (Class<?> c : all.byClass.keySet()) {
                if ("".equals(access(c))) {
                    found.add(c);
                }
            }
            return found;
        }

        // --- Sources and classes ----------------------------------------------------

        // Where in which file a statement is.
        record Place(String file, long first, long last, Statement of) { }

        private final List<Place> places = new ArrayList<>();

        private Map<String, String> sources() {
            Map<String, StringBuilder> files = new TreeMap<>();
            places.clear();
            for (int i = 0; i < statements.size(); i++) {
                Statement s = statements.get(i);
                String pack = s.pack.isEmpty() ? "client" : s.pack;
                StringBuilder text = files.computeIfAbsent(pack, p -> new StringBuilder(
                    "package " + p + ";\n\npublic final class " + name() + " {\n"));
                long first = lines(text);
                text.append("    public static Object s" + i + "() throws Throwable {\n        "
                    + s.body.replace("; return null;", ";\n        return null;") + "\n    }\n\n");
                for (String helper : s.helpers) {
                    text.append(helper);
                }
                places.add(new Place(pack, first, lines(text), s));
            }
            StringBuilder main = files.computeIfAbsent("client", p -> new StringBuilder(
                "package client;\n\npublic final class " + name() + " {\n"));
            main.append("    public static void main(String[] args) {\n        Pool.begin("
                + seed + ", Integer.parseInt(args[0]));\n");
            for (int i = 0; i < statements.size(); i++) {
                String pack = statements.get(i).pack;
                main.append("        try { Pool.gave(" + (pack.isEmpty() ? "" : pack + "."
                    + name() + ".") + "s" + i + "()); } catch (Throwable t) { Pool.threw(t); }\n");
            }
            main.append("        Pool.end();\n    }\n");
            Map<String, String> done = new TreeMap<>();
            files.forEach((pack, text) -> done.put(pack, text + "}\n"));
            return done;
        }

        private static long lines(CharSequence text) {
            return text.chars().filter(c -> c == '\n').count() + 1;
        }

        // Compiles, leaves out the statements with errors, and compiles again.
        void compile(Path dir) throws IOException {
            JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
            Path classes = Files.createDirectories(dir.resolve("classes"));
            for (int tries = 0; tries < 9; tries++) {
                List<File> files = save(dir.resolve("src"));
                DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
                try (StandardJavaFileManager fm =
                    javac.getStandardFileManager(found, null, null)) {
                    StringWriter other = new StringWriter();
                    if (javac.getTask(other, fm, found, List.of("-nowarn", "-Xlint:none",
                        "-proc:none", "-g:none", "-Xmaxerrs", "9999", "-d", classes.toString()),
                        null, fm.getJavaFileObjectsFromFiles(files)).call()) {
                        saveLambdas(dir.resolve("lambdas.tsv"));
                        return;
                    }
                }
                drop(found, dir.resolve("errors.txt"));
            }
            throw new IOException("seed " + seed + " does not compile");
        }

        private List<File> save(Path dir) throws IOException {
            List<File> files = new ArrayList<>();
            for (Map.Entry<String, String> e : sources().entrySet()) {
                Path file = dir.resolve(e.getKey().replace('.', '/')).resolve(name() + ".java");
                Files.createDirectories(file.getParent());
                Files.writeString(file, e.getValue());
                files.add(file.toFile());
            }
            return files;
        }

        private void drop(DiagnosticCollector<JavaFileObject> found, Path log)
            throws IOException {
            Set<Statement> bad = new LinkedHashSet<>();
            StringBuilder why = new StringBuilder();
            for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
                if (d.getKind() != Diagnostic.Kind.ERROR || d.getSource() == null) {
                    continue;
                }
                why.append(d).append('\n');
                String file = d.getSource().toUri().getPath();
                for (Place p : places) {
                    if (d.getLineNumber() >= p.first && d.getLineNumber() < p.last
                        && file.endsWith("/src/" + p.file.replace('.', '/') + "/" + name()
                            + ".java")) {
                        bad.add(p.of);
                    }
                }
            }
            Files.writeString(log, why.toString(), java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND);
            if (bad.isEmpty()) {
                throw new IOException("seed " + seed + ": errors outside of statements: " + why);
            }
            dropped += bad.size();
            statements.removeIf(s -> bad.stream().anyMatch(b -> b == s));
        }

        // What the agent calls the clients' method references, and their types.
        private void saveLambdas(Path file) throws IOException {
            StringBuilder text = new StringBuilder();
            for (Statement s : statements) {
                String pack = s.pack.isEmpty() ? "client" : s.pack;
                for (String helper : s.helpers) {
                    text.append(pack.replace('.', '/') + "/" + name() + "."
                        + helper.replaceFirst("(?s).*// (\\w+) is a (\\S+)\n.*", "$1\t$2") + "\n");
                }
            }
            Files.writeString(file, text.toString());
        }
    }

    // --- Values ------------------------------------------------------------------------

    /** Expressions for values of a type. */
    static final class Values {
        private static final String[] STRINGS = {"", "a", "abc", "1", "12", "-5", "0x1F",
            "true", "a,b;c", "%s", "[a-z]+", "2020-01-01", "\\u00e9", "en_US", " x ",
            "{\\\"a\\\":[1,2.5,null]}", "(a|b)*c", "A", "1e3", "key=value", "<a b='c'>d</a>",
            "java.lang.String", "UTF-8", "yyyy-MM-dd"};
        private static final String[] INTS = {"0", "1", "2", "3", "-1", "7", "16", "100",
            "255", "65", "1000"};
        private static final Map<String, String[]> LIBRARY = new TreeMap<>();

        // $ stands for any value, @ for a string.
        static {
            give("java.util.List", "new java.util.ArrayList(java.util.Arrays.asList($, $))",
                "java.util.Arrays.asList(@, @, @)", "new java.util.LinkedList()",
                "java.util.List.of(1, 2, 3)");
            give("java.util.Collection", "new java.util.ArrayList(java.util.Arrays.asList($))",
                "new java.util.HashSet(java.util.Arrays.asList(@, @))", "new java.util.ArrayDeque()");
            give("java.lang.Iterable", "new java.util.ArrayList(java.util.Arrays.asList($, @))",
                "java.util.Collections.singleton($)");
            give("java.util.Set", "new java.util.LinkedHashSet(java.util.Arrays.asList(@, @))",
                "new java.util.HashSet()", "java.util.Collections.singleton($)");
            give("java.util.SortedSet", "new java.util.TreeSet(java.util.Arrays.asList(@, @))");
            give("java.util.NavigableSet", "new java.util.TreeSet(java.util.Arrays.asList(@, @))");
            give("java.util.Map", "new java.util.HashMap(java.util.Collections.singletonMap(@, $))",
                "new java.util.LinkedHashMap()", "new java.util.TreeMap()");
            give("java.util.SortedMap",
                "new java.util.TreeMap(java.util.Collections.singletonMap(@, $))");
            give("java.util.NavigableMap",
                "new java.util.TreeMap(java.util.Collections.singletonMap(@, $))");
            give("java.util.Map$Entry", "new java.util.AbstractMap.SimpleEntry($, $)");
            give("java.util.Iterator", "java.util.Arrays.asList($, $).iterator()");
            give("java.util.ListIterator",
                "new java.util.ArrayList(java.util.Arrays.asList($, $)).listIterator()");
            give("java.util.Enumeration",
                "java.util.Collections.enumeration(java.util.Arrays.asList(@, @))");
            give("java.lang.CharSequence", "@", "new StringBuilder(@)", "@",
                "java.nio.CharBuffer.wrap(@)");
            give("java.lang.Appendable", "new StringBuilder()", "new java.io.StringWriter()");
            give("java.lang.StringBuilder", "new StringBuilder(@)");
            give("java.lang.StringBuffer", "new StringBuffer(@)");
            give("java.io.Reader", "new java.io.StringReader(@)");
            give("java.io.Writer", "new java.io.StringWriter()");
            give("java.io.InputStream", "new java.io.ByteArrayInputStream(@.getBytes())",
                "new java.io.ByteArrayInputStream(new byte[] {1, 0, 2, 3, 4, 5, 6, 7, 8, 9})");
            give("java.io.OutputStream", "new java.io.ByteArrayOutputStream()");
            give("java.io.PrintStream",
                "new java.io.PrintStream(new java.io.ByteArrayOutputStream())");
            give("java.io.PrintWriter", "new java.io.PrintWriter(new java.io.StringWriter())");
            give("java.io.DataInput",
                "new java.io.DataInputStream(new java.io.ByteArrayInputStream(@.getBytes()))");
            give("java.io.DataOutput",
                "new java.io.DataOutputStream(new java.io.ByteArrayOutputStream())");
            give("java.io.File", "new java.io.File(\"absent/none\")");
            give("java.nio.file.Path", "java.nio.file.Path.of(\"absent/none\")");
            give("java.util.Comparator", "java.util.Comparator.naturalOrder()",
                "java.util.Collections.reverseOrder()", "String.CASE_INSENSITIVE_ORDER");
            give("java.lang.Comparable", "@", "Integer.valueOf(3)");
            give("java.util.Locale", "java.util.Locale.ROOT", "java.util.Locale.GERMANY");
            give("java.nio.charset.Charset", "java.nio.charset.StandardCharsets.UTF_8");
            give("java.util.TimeZone", "java.util.TimeZone.getTimeZone(\"UTC\")");
            give("java.util.Date", "new java.util.Date(86400000L)");
            give("java.util.Calendar", "java.util.Calendar.getInstance()");
            give("java.util.Random", "new java.util.Random(5L)");
            give("java.lang.Number", "Integer.valueOf(3)", "Double.valueOf(2.5)");
            give("java.lang.Throwable", "new RuntimeException(@)", "new java.io.IOException(@)");
            give("java.lang.Exception", "new RuntimeException(@)", "new java.io.IOException(@)");
            give("java.lang.Enum", "java.util.concurrent.TimeUnit.SECONDS");
            give("java.util.regex.Pattern", "java.util.regex.Pattern.compile(\"[a-z]+\")");
            give("java.lang.Object", "@", "Integer.valueOf(7)", "new Object()", "Boolean.TRUE",
                "Long.valueOf(-1L)", "Double.valueOf(0.5)", "Character.valueOf('c')");
            give("java.io.Serializable", "@", "Integer.valueOf(7)");
            give("java.lang.Cloneable", "new java.util.Date(5L)", "new int[] {1}");
            give("java.util.Properties", "new java.util.Properties()");
            give("java.util.BitSet", "new java.util.BitSet(9)");
            give("java.net.URI", "java.net.URI.create(\"a:b\")");
            give("java.lang.ClassLoader", "ClassLoader.getSystemClassLoader()");
        }

        private static void give(String type, String... texts) {
            LIBRARY.put(type, texts);
        }

        private final Client client;
        private final Random random;
        private int helpers;

        Values(Client client, Random random, long seed) {
            this.client = client;
            this.random = random;
        }

        private String one(String... texts) {
            return texts[random.nextInt(texts.length)];
        }

        /** Code in this package may use it; methods it needs are added to helpers. */
        String of(Class<?> type, String pack, List<String> to) {
            if (type.isPrimitive()) {
                return number(type);
            }
            if (random.nextInt(25) == 0) {
                return "null";
            }
            if (type == String.class) {
                return random.nextInt(5) == 0 ? pick(type) : string();
            }
            if (type.isArray()) {
                return array(type, pack, to);
            }
            return isLibrary(type) ? library(type, to) : pick(type);
        }

        private static String pick(Class<?> type) {
            return "client.Pool.pick(" + type.getCanonicalName() + ".class)";
        }

        private String string() {
            return "\"" + one(STRINGS) + "\"";
        }

        private String number(Class<?> type) {
            String n = one(INTS);
            return type == boolean.class ? one("true", "false")
                : type == char.class ? one("'a'", "'0'", "' '", "','", "'\\u00e9'")
                : type == double.class ? one("0.0", "1.0", "-2.5", "0.25", "1e9", n)
                : type == int.class && random.nextInt(6) == 0 ? "client.Pool.number()"
                : "(" + n + ")";
        }

        private String array(Class<?> type, String pack, List<String> to) {
            Class<?> of = type.getComponentType();
            if (!of.isPrimitive() && (!client.isMade(type) || random.nextInt(3) == 0)) {
                return pick(type);
            }
            List<String> elements = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                elements.add("(" + of.getCanonicalName() + ") " + of(of, pack, to));
            }
            return "new " + type.getCanonicalName() + " {" + String.join(", ", elements) + "}";
        }

        private String library(Class<?> type, List<String> to) {
            if (type == Class.class) {
                List<Class<?>> classes = client.classes();
                return random.nextBoolean() || classes.isEmpty()
                    ? one("String.class", "Integer.class", "Object.class", "int[].class")
                    : client.one(classes).getCanonicalName() + ".class";
            }
            String made = random.nextInt(3) == 0 ? null : made(type, to);
            return made == null ? pick(type)
                : random.nextInt(3) > 0 ? made : "client.Pool.pick(" + type.getCanonicalName()
                    + ".class, (" + type.getCanonicalName() + ") " + made + ")";
        }

        private String made(Class<?> type, List<String> to) {
            String[] known = LIBRARY.get(type.getName());
            if (random.nextInt(known != null ? 3 : 2) == 0 && isOpen(type)) {
                String own = own(type, to);
                if (own != null) {
                    return own;
                }
            }
            if (known != null) {
                return fill(one(known));
            }
            return NO_VALUES.matcher(type.getName()).matches() || !"".equals(access(type))
                ? null : constructed(type);
        }

        private String fill(String text) {
            StringBuilder filled = new StringBuilder();
            for (char c : text.toCharArray()) {
                filled.append(c == '@' ? string()
                    : c == '$' ? random.nextBoolean() ? "client.Pool.pick(Object.class)"
                        : fill(one(LIBRARY.get("java.lang.Object")))
                    : String.valueOf(c));
            }
            return filled.toString();
        }

        // By a public constructor or static method of it, or one of its constants.
        private String constructed(Class<?> type) {
            List<String> ways = new ArrayList<>();
            for (Member m : declared(type)) {
                boolean init = m instanceof Constructor
                    && !Modifier.isAbstract(type.getModifiers());
                boolean gives = Modifier.isStatic(m.getModifiers())
                    && (m instanceof Method method ? method.getReturnType() == type
                        : m instanceof Field field && field.getType() == type);
                if ((!init && !gives) || !"".equals(access(m, type))) {
                    continue;
                }
                if (m instanceof Field) {
                    ways.add(type.getCanonicalName() + "." + m.getName());
                } else if (isSimple((Executable) m)) {
                    ways.add((init ? "new " + type.getCanonicalName()
                        : type.getCanonicalName() + "." + m.getName())
                        + "(" + arguments((Executable) m) + ")");
                }
            }
            return ways.isEmpty() ? null : client.one(ways);
        }

        private static boolean isSimple(Executable e) {
            for (Class<?> p : e.getParameterTypes()) {
                if (!p.isPrimitive() && !LIBRARY.containsKey(p.getName()) && p != String.class) {
                    return false;
                }
            }
            return true;
        }

        private String arguments(Executable e) {
            List<String> args = new ArrayList<>();
            for (Class<?> p : e.getParameterTypes()) {
                args.add("(" + p.getCanonicalName() + ") " + (p.isPrimitive() ? number(p)
                    : p == String.class ? string() : fill(one(LIBRARY.get(p.getName())))));
            }
            return String.join(", ", args);
        }

        // --- Clients' own classes ------------------------------------------------------

        private static boolean isOpen(Class<?> type) {
            return "".equals(access(type)) && !Modifier.isFinal(type.getModifiers())
                && !type.isSealed() && !type.isAnnotation() && !type.isEnum()
                && (type.isInterface() || (Modifier.isAbstract(type.getModifiers())
                    && type != Enum.class && !NO_VALUES.matcher(type.getName()).matches()));
        }

        private static List<Method> open(Class<?> type) {
            Map<String, Method> found = new TreeMap<>();
            for (Class<?> k : withSupers(type)) {
                for (Member m : declared(k)) {
                    if (m instanceof Method f && !Modifier.isStatic(f.getModifiers())
                        && !Modifier.isPrivate(f.getModifiers())) {
                        String key = f.getName() + "(" + names(f) + ")";
                        Method before = found.get(key);
                        // The first is that of the most derived class; a class's body
                        // counts for what interfaces leave open.
                        if (before == null || (isAbstract(before) && (k == Object.class
                            || before.getReturnType() != f.getReturnType()
                            && before.getReturnType().isAssignableFrom(f.getReturnType())))) {
                            found.put(key, f);
                        }
                    }
                }
            }
            found.values().removeIf(m -> !isAbstract(m));
            return new ArrayList<>(found.values());
        }

        private static boolean isAbstract(Method m) {
            return Modifier.isAbstract(m.getModifiers());
        }

        // A method reference, or an object of an anonymous class.
        private String own(Class<?> type, List<String> to) {
            List<Method> open = open(type);
            if (open.size() > 30) {
                return null;
            }
            for (Method m : open) {
                if (!"".equals(access(m, type)) && !Modifier.isProtected(m.getModifiers())) {
                    return null;
                }
            }
            if (type.isInterface() && open.size() == 1 && random.nextBoolean()) {
                Method m = open.get(0);
                String name = "lambda" + helpers++;
                to.add("    // " + name + " is a " + type.getName().replace('.', '/') + "\n"
                    + "    static " + method(m, name, "    ") + "\n");
                return "(" + type.getCanonicalName() + ") " + client.name() + "::" + name;
            }
            StringBuilder text = new StringBuilder("new " + type.getCanonicalName() + "("
                + (type.isInterface() ? "" : superArguments(type)) + ") {\n");
            for (Method m : open) {
                text.append("            public " + method(m, m.getName(), "            "));
            }
            return text + "        }";
        }

        private String superArguments(Class<?> type) {
            for (Member m : declared(type)) {
                if (m instanceof Constructor<?> c && isSimple(c)
                    && !Modifier.isPrivate(c.getModifiers())
                    && (Modifier.isPublic(c.getModifiers())
                        || Modifier.isProtected(c.getModifiers()))) {
                    return arguments(c);
                }
            }
            return "";
        }

        private String method(Method m, String name, String indent) {
            StringBuilder text = new StringBuilder(m.getReturnType().getCanonicalName() + " "
                + name + "(");
            StringBuilder body = new StringBuilder();
            Class<?>[] params = m.getParameterTypes();
            for (int i = 0; i < params.length; i++) {
                text.append((i > 0 ? ", " : "") + params[i].getCanonicalName() + " p" + i);
                if (!params[i].isPrimitive()) {
                    body.append(indent + "    client.Pool.keep(p" + i + ");\n");
                }
            }
            Class<?> r = m.getReturnType();
            body.append(indent + "    client.Pool.mayThrow();\n");
            if (r == boolean.class) {
                body.append(indent + "    return client.Pool.next(2) == 0;\n");
            } else if (r.isPrimitive() && r != void.class) {
                body.append(indent + "    return (" + r + ") client.Pool.number();\n");
            } else if (r != void.class) {
                body.append(indent + "    return " + result(r) + ";\n");
            }
            return text + ") {\n" + body + indent + "}\n";
        }

        private String result(Class<?> r) {
            return r == String.class ? "client.Pool.pick(String.class, " + string() + ")"
                : r == Object.class ? "client.Pool.pick(Object.class, " + string() + ")"
                : "".equals(access(r)) ? pick(r) : "null";
        }
    }
}
