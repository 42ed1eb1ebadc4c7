// SPDX-License-Identifier: MIT
// CheckClients.java - looks up what clients of a component did in its lists.
//
//     java -cp RUNNER:DEPS CheckClients edges JAR RUNS LISTS GAPS LABEL ANALYSIS...
//     java -cp RUNNER CheckClients roots JAR RUNS
//
// The second prints the methods of the library that reflection entered, for --roots:
// what the JDK finds by computed names (locale data) is no business of clients.
//
// RUNS has a folder for each client with its record.tsv (tests/oracle/README.md),
// classes and lambdas.tsv; LISTS has ANALYSIS.component, .entries and .exits as
// `ccinstr graph` prints them. README.md tells what is compared. Prints one TAP line
// for each client, without a number. A miss is one of
//
//   entry        a component's method that code outside entered is no entry
//   edge         the site lacks the target, or that it leaves the component
//   receiver     it has that, but not with this receiver
//   exit         a site that led outside by other ways than calls is no exit
//   consequence  the caller is not in the lists at all
//
// Records are held in memory, the lists stream by.

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

public final class CheckClients {
    /** A recorded edge, and who had it. */
    static final class Edge {
        String caller, callee, receiver, how;
        String offset;
        final Set<String> clients = new TreeSet<>();
        boolean hasTarget, hasReceiver;

        @Override public String toString() {
            return String.join("\t", caller, offset, callee, receiver, how);
        }
    }

    private static final Pattern CLIENT = Pattern.compile("^client/|(^|/)Client[0-9]+[.$]");

    record Gap(Pattern program, Pattern caller, Pattern offset, Pattern callee) { }

    private final Set<String> component = new HashSet<>();
    private final Map<String, String> lambdas = new HashMap<>();  // method, type
    private final Map<String, Edge> edges = new TreeMap<>();
    private final Map<String, List<Edge>> bySite = new HashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<URL> path = new ArrayList<>();
    private final Map<String, StringBuilder> misses = new TreeMap<>();  // by client
    private final Map<String, Boolean> subtypes = new HashMap<>();
    private final Set<String> roots = new TreeSet<>();
    private ClassLoader loader;

    // Of one analysis.
    private Set<String> entries, inGraph, exits;

    public static void main(String[] args) throws IOException {
        CheckClients check = new CheckClients();
        check.readJar(Path.of(args[1]));
        try (Stream<Path> runs = Files.list(Path.of(args[2]))) {
            for (Path run : (Iterable<Path>) runs.sorted()::iterator) {
                check.readRun(run);
            }
        }
        if (args[0].equals("roots")) {
            check.roots.forEach(System.out::println);
            return;
        }
        String label = args[5];
        check.readGaps(Path.of(args[4]));
        check.loader = new URLClassLoader(check.path.toArray(new URL[0]),
            CheckClients.class.getClassLoader());
        for (String analysis : Arrays.asList(args).subList(6, args.length)) {
            check.readLists(Path.of(args[3]), analysis);
            check.judge(label, analysis);
        }
        System.exit(check.tell(label) ? 0 : 1);
    }

    // --- Reading ---------------------------------------------------------------------

    private void readGaps(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String[] field = line.strip().split("\\s+", 5);
            if (!line.isBlank() && !line.startsWith("#")) {
                gaps.add(new Gap(glob(field[0]), glob(field[1]), glob(field[2]),
                    glob(field[3])));
            }
        }
    }

    private static Pattern glob(String text) {
        return Pattern.compile(("\\Q" + text + "\\E").replace("*", "\\E.*\\Q"));
    }

    private void readJar(Path jar) throws IOException {
        path.add(jar.toUri().toURL());
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream().map(e -> e.getName().replaceFirst("^META-INF/versions/[0-9]+/", ""))
                .filter(n -> n.endsWith(".class"))
                .forEach(n -> component.add(n.substring(0, n.length() - 6)));
        }
    }

    private void readRun(Path run) throws IOException {
        if (!Files.isDirectory(run)) {
            return;
        }
        path.add(run.resolve("classes").toUri().toURL());
        for (String line : Files.readAllLines(run.resolve("lambdas.tsv"))) {
            String[] field = line.split("\t");
            lambdas.put(field[0], field[1]);
        }
        String client = run.getFileName().toString();
        misses.put(client, new StringBuilder());
        for (String line : Files.readAllLines(run.resolve("record.tsv"))) {
            String[] field = line.split("\t", -1);
            if (field.length != 5) {
                throw new IOException(run + ": a line has not five columns");
            }
            if (isComponent(field[0]) || isComponent(field[2])) {
                addEdge(line, field, client);
            } else if (field[4].equals("reflect") && !CLIENT.matcher(field[2]).find()) {
                roots.add(field[2]);
            }
        }
    }

    private void addEdge(String line, String[] field, String client) {
        Edge e = edges.get(line);
        if (e == null) {
            e = new Edge();
            e.caller = field[0];
            e.offset = field[1];
            e.callee = field[2];
            e.receiver = field[3];
            e.how = field[4];
            edges.put(line, e);
            bySite.computeIfAbsent(e.caller + "\t" + e.offset, k -> new ArrayList<>()).add(e);
        }
        e.clients.add(client);
    }

    private boolean isComponent(String method) {
        int dot = method.lastIndexOf('.', method.indexOf(':'));
        return dot > 0 && component.contains(method.substring(0, dot));
    }

    private void readLists(Path dir, String analysis) throws IOException {
        entries = new HashSet<>();
        inGraph = new HashSet<>();
        exits = new HashSet<>();
        for (Edge e : edges.values()) {
            e.hasTarget = false;
            e.hasReceiver = false;
        }
        each(dir.resolve(analysis + ".entries"), 5, field -> {
            entries.add(field[0]);
            inGraph.add(field[0]);
        });
        each(dir.resolve(analysis + ".exits"), 7, field -> exits.add(field[0] + "\t" + field[1]));
        each(dir.resolve(analysis + ".component"), 7, this::match);
    }

    private interface Line {
        void take(String[] field);
    }

    private static void each(Path list, int columns, Line to) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(list)) {
            int n = 0;
            for (String line; (line = in.readLine()) != null; n++) {
                String[] field = line.split("\t", -1);
                if (field.length < columns) {
                    throw new IOException(list + ": fewer than " + columns + " columns");
                }
                if (!line.startsWith("#")) {
                    to.take(field);
                }
            }
            if (n < 2) {
                throw new IOException(list + " is empty");
            }
        }
    }

    // One line of --component.
    private void match(String[] field) {
        inGraph.add(field[0]);
        inGraph.add(field[5]);
        for (Edge e : bySite.getOrDefault(field[0] + "\t" + field[1], List.of())) {
            boolean leaves = !isComponent(e.callee);
            if (leaves ? field[5].equals("external") : field[5].equals(e.callee)) {
                e.hasTarget = true;
                e.hasReceiver |= isReceiver(e.receiver, field[4]);
            }
        }
    }

    // --- Receivers -------------------------------------------------------------------

    private boolean isReceiver(String recorded, String label) {
        if (recorded.equals("-") || label.equals("-") || recorded.equals(label)) {
            return true;
        }
        String type = label.startsWith("client:") ? label.substring(7) : null;
        if (recorded.startsWith("lambda:")) {
            return isLambda(recorded.substring(7), label, type);
        }
        return type != null && isSubtype(recorded, type);
    }

    // Lambdas of a component have their own labels; others are told by the type that
    // the client gave them, or, of the library, not at all.
    private boolean isLambda(String method, String label, String type) {
        if (isComponent(method)) {
            return false;
        }
        if (method.equals("?")) {
            return type != null || label.startsWith("lambda:");
        }
        int colon = method.indexOf(':');
        String own = lambdas.get(colon < 0 ? method : method.substring(0, colon));
        return label.equals("lambda:-")
            || (type != null && (own == null || isSubtype(own, type)));
    }

    private boolean isSubtype(String name, String of) {
        return subtypes.computeIfAbsent(name + " " + of, k -> {
            try {
                return load(of).isAssignableFrom(load(name));
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        });
    }

    private Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), false, loader);
    }

    // --- What is missing ---------------------------------------------------------------

    private void judge(String label, String analysis) {
        Set<String> excused = new HashSet<>();
        List<Edge> missed = new ArrayList<>();
        for (Edge e : edges.values()) {
            if (missing(e) == null) {
                continue;
            }
            if (isKnown(label + "/" + analysis, e)) {
                excused.add(e.callee);
            } else {
                missed.add(e);
            }
        }
        // What known gaps lead to.
        for (boolean isNew = true; isNew;) {
            isNew = false;
            for (Edge e : edges.values()) {
                if (excused.contains(e.caller) && !inGraph.contains(e.callee)) {
                    isNew |= excused.add(e.callee);
                }
            }
        }
        for (Edge e : missed) {
            String what = missing(e);
            if (!what.equals("consequence") || !excused.contains(e.caller)) {
                for (String client : e.clients) {
                    misses.get(client).append(
                        "# " + analysis + ": " + what + "\t" + e + "\n");
                }
            }
        }
    }

    private String missing(Edge e) {
        boolean isFrom = isComponent(e.caller), isTo = isComponent(e.callee);
        boolean isCall = e.how.equals("call") || e.how.equals("lambda");
        if (isTo && (!isFrom || !isCall)) {
            return entries.contains(e.callee) ? null : "entry";
        }
        if (!isFrom) {
            return null;
        }
        if (!inGraph.contains(e.caller)) {
            return "consequence";
        }
        if (isCall) {
            return e.hasReceiver ? null : e.hasTarget ? "receiver" : "edge";
        }
        boolean isExit = e.how.equals("proxy") || e.how.equals("handle") || e.how.equals("indy");
        return isExit && !exits.contains(e.caller + "\t" + e.offset) ? "exit" : null;
    }

    private boolean isKnown(String label, Edge e) {
        return gaps.stream().anyMatch(g -> g.program.matcher(label).matches()
            && g.caller.matcher(e.caller).matches() && g.offset.matcher(e.offset).matches()
            && g.callee.matcher(e.callee).matches());
    }

    private boolean tell(String label) {
        boolean isGood = !misses.isEmpty();
        for (Map.Entry<String, StringBuilder> m : misses.entrySet()) {
            long calls = 0, entered = 0;
            for (Edge e : edges.values()) {
                if (e.clients.contains(m.getKey())) {
                    calls += isComponent(e.caller) ? 1 : 0;
                    entered += isComponent(e.callee) && !isComponent(e.caller) ? 1 : 0;
                }
            }
            boolean isFine = m.getValue().length() == 0 && calls > 0;
            isGood &= isFine;
            System.out.print(m.getValue());
            System.out.println((isFine ? "ok - " : "not ok - ") + label + ", client " + m.getKey()
                + ": " + calls + " edges from the component, " + entered + " into it");
        }
        return isGood;
    }
}
