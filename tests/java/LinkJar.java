// SPDX-License-Identifier: MIT
// The classes of one jar, each in the loader that it belongs to.
//
// A loader is child-first, since jars bring their own copies of what the JDK
// has too, and goes by the name inside the class file, since entry names may
// differ from it. A second class of the same name (duplicates, variants under
// META-INF/versions) is defined in a loader of its own.

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

final class LinkJar {
    private static final Pattern VERSIONS =
            Pattern.compile("(.*!/)?META-INF/versions/(\\d+)/.*");
    private static final Pattern NEST = Pattern.compile("(.*!/)?[^!]*");

    /** One class entry. */
    static final class Unit {
        final String entry;
        final JarBytes.Entry source;
        final String name;
        final int major;

        Unit(JarBytes.Entry source) throws IOException {
            byte[] b = source.bytes();
            String n = JarBytes.className(b);
            this.entry = source.name;
            this.source = source;
            this.name = n == null ? null : n.replace('/', '.');
            this.major = JarBytes.major(b);
        }
    }

    /** Defines its units itself and asks the libraries for the rest. */
    static final class Loader extends ClassLoader {
        private final Map<String, Unit> own;
        private final boolean strict50;

        Loader(Map<String, Unit> own, ClassLoader parent, boolean strict50) {
            super(parent);
            this.own = own;
            this.strict50 = strict50;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve)
                throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) {
                    return c;
                }
                Unit u = own.get(name);
                return u == null || name.startsWith("java.")
                        ? super.loadClass(name, resolve) : define(u);
            }
        }

        Class<?> define(Unit u) throws ClassNotFoundException {
            try {
                byte[] b = u.source.bytes();
                if (strict50 && u.major == 50) {
                    b[7] = 51;
                }
                return defineClass(u.name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(u.entry, e);
            }
        }
    }

    /** All jars that may be needed, indexed at the first miss. */
    static final class Index {
        private final List<Path> jars;
        private Map<String, ZipFile> entries;

        Index(List<Path> jars) {
            this.jars = jars;
        }

        byte[] find(String entry) throws IOException {
            if (entries == null) {
                entries = build();
            }
            ZipFile z = entries.get(entry);
            if (z == null) {
                return null;
            }
            try (InputStream in = z.getInputStream(z.getEntry(entry))) {
                return in.readAllBytes();
            }
        }

        private Map<String, ZipFile> build() {
            Map<String, ZipFile> map = new HashMap<>();
            for (Path p : jars) {
                try {
                    ZipFile z = new ZipFile(p.toFile());
                    z.stream().map(ZipEntry::getName)
                            .filter(n -> n.endsWith(".class"))
                            .forEach(n -> map.putIfAbsent(n, z));
                } catch (IOException e) {
                    System.err.println("classpath: " + p + ": " + e);
                }
            }
            return map;
        }
    }

    /**
     * One for each jar: a loader that two jars with classes of the same name
     * shared would hold one jar's classes against the other's.
     */
    static final class Libraries extends ClassLoader {
        private final Index index;

        Libraries(Index index) {
            super(ClassLoader.getPlatformClassLoader());
            this.index = index;
        }

        @Override
        protected Class<?> findClass(String name)
                throws ClassNotFoundException {
            try {
                byte[] b = index.find(name.replace('.', '/') + ".class");
                if (b != null) {
                    return defineClass(name, b, 0, b.length);
                }
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
            throw new ClassNotFoundException(name);
        }
    }

    final List<Unit> units = new ArrayList<>();
    private final Map<Unit, Loader> loaders = new HashMap<>();
    private final ClassLoader libs;
    private final boolean strict50;

    LinkJar(List<JarBytes.Entry> entries, Index index, boolean strict50)
            throws IOException {
        this.libs = new Libraries(index);
        this.strict50 = strict50;
        for (JarBytes.Entry e : entries) {
            if (e.isClass()) {
                units.add(new Unit(e));
            }
        }
        assign();
    }

    /** One loader per nested archive and version, newer over older. */
    private void assign() {
        Map<String, TreeMap<Integer, List<Unit>>> nests = new HashMap<>();
        for (Unit u : units) {
            Matcher v = VERSIONS.matcher(u.entry);
            int version = v.matches() ? Integer.parseInt(v.group(2)) : 0;
            Matcher m = NEST.matcher(u.entry);
            String nest = m.matches() && m.group(1) != null
                    ? m.group(1) : "";
            nests.computeIfAbsent(nest, k -> new TreeMap<>())
                    .computeIfAbsent(version, k -> new ArrayList<>())
                    .add(u);
        }
        Map<String, Unit> outer = new HashMap<>();
        Loader top = new Loader(outer, libs, strict50);
        for (Map.Entry<String, TreeMap<Integer, List<Unit>>> n
                : nests.entrySet()) {
            boolean nested = !n.getKey().isEmpty();
            Map<String, Unit> below = new HashMap<>();
            for (List<Unit> group : n.getValue().values()) {
                Map<String, Unit> map = new HashMap<>(below);
                group.forEach(u -> map.put(u.name, u));
                Loader l = new Loader(map, nested ? top : libs,
                        strict50);
                group.forEach(u -> loaders.put(u, l));
                below = map;
                if (!nested && outer.isEmpty()) {
                    outer.putAll(map);
                }
            }
        }
    }

    VerifyAll.Outcome link(Unit u) {
        if (u.name == null) {
            return new VerifyAll.Outcome(VerifyAll.Kind.FAILED,
                    "ClassFormatError: no class");
        }
        if (u.name.startsWith("java.")) {
            return new VerifyAll.Outcome(VerifyAll.Kind.FORBIDDEN,
                    "package java");
        }
        Loader l = loaders.get(u);
        try {
            Class<?> c = l.own.get(u.name) == u ? l.loadClass(u.name)
                    : new Loader(l.own, l, strict50).define(u);
            return VerifyAll.link(c);
        } catch (ClassNotFoundException | LinkageError e) {
            return VerifyAll.outcome(e);
        }
    }
}
