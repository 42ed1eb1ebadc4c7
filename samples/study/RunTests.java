// SPDX-License-Identifier: MIT
// RunTests.java - runs the tests of a folder of classes with JUnit (3, 4 and 5, by their
// engines), and writes a line for each: passed, failed or skipped, and its name.

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * usage: RunTests RESULTS LOG FOLDER [PATTERN...]
 *
 * <p>Classes of tests are those that Surefire takes (Test*, *Test, *Tests, *TestCase), in the
 * order of their names. A test or class whose unique id has a PATTERN in it is left out.
 */
public final class RunTests {
    private static final Pattern TESTS =
            Pattern.compile("(?:.*[.])?(?:Test[^.]*|[^.]*(?:Test|Tests|TestCase))");

    private static final class Results implements TestExecutionListener {
        private final TreeMap<String, String> byName = new TreeMap<>();
        private final StringWriter log = new StringWriter();

        /** Names come with the numbers of their dynamic tests, so each is there once. */
        private void note(String status, TestIdentifier id) {
            byName.merge(id.getUniqueId(), status, (a, b) -> a + "+" + b);
        }

        @Override
        public synchronized void executionSkipped(TestIdentifier id, String reason) {
            note("skipped", id);
        }

        @Override
        public synchronized void executionFinished(
                TestIdentifier id, TestExecutionResult result) {
            switch (result.getStatus()) {
            case SUCCESSFUL:
                if (id.isTest()) {
                    note("passed", id);
                }
                return;
            case ABORTED:
                note("skipped", id);
                return;
            default:
                note("failed", id);
                log.write(id.getUniqueId() + "\n");
                result.getThrowable().ifPresent(
                        t -> t.printStackTrace(new PrintWriter(log, true)));
            }
        }
    }

    private static Set<String> classes(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(folder::relativize).map(Path::toString)
                    .filter(f -> f.endsWith(".class") && f.indexOf('$') < 0)
                    .map(f -> f.substring(0, f.length() - 6).replace('/', '.'))
                    .filter(n -> TESTS.matcher(n).matches())
                    .forEach(names::add);
        }
        return names;
    }

    public static void main(String[] args) throws IOException {
        Path results = Path.of(args[0]).toAbsolutePath();
        Path log = Path.of(args[1]).toAbsolutePath();
        List<Pattern> out = new ArrayList<>();
        for (int i = 3; i < args.length; i++) {
            out.add(Pattern.compile(args[i]));
        }
        List<DiscoverySelector> tests = new ArrayList<>();
        for (String name : classes(Path.of(args[2]))) {
            tests.add(DiscoverySelectors.selectClass(name));
        }
        PostDiscoveryFilter wanted = test -> FilterResult.includedIf(
                out.stream().noneMatch(p -> p.matcher(test.getUniqueId().toString()).find()));
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests).filters(wanted).build();
        Results listener = new Results();
        LauncherFactory.create().execute(request, listener);

        StringBuilder lines = new StringBuilder();
        listener.byName.forEach(
                (name, status) -> lines.append(status).append('\t').append(name).append('\n'));
        Files.writeString(log, listener.log.toString());
        Files.writeString(results, lines.toString());
        // Tests may leave threads behind.
        System.exit(0);
    }
}
