// SPDX-License-Identifier: MIT
// Compares two jars entry by entry: names, order, contents.
//
//     SameEntries [--nop | --written] ORIG NEW [ORIG NEW ...]
//
// Without an option every entry must have the same bytes. With --nop the bytes
// of class entries may differ (their number is told), nothing else may, except
// that a signed jar loses its signature files and the digests in its manifest,
// and that an archive inside differs when one of its own entries does. Where
// the new jar has fewer entries, those may be gone that a later entry of the
// same name hides from the JVM. --written is the same for a jar whose classes
// were all written again: the bytes of their entries may not differ, either.
// It does not trust its own loop: it counts the class names in each jar's
// central directory a second time with java.util.zip and fails if fewer were
// compared. Exit status 1 if anything differs.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

final class SameEntries {
    private static final int SHOWN = 20;

    private final String mode;
    private int compared;
    private int classes;
    private int changed;
    private int failures;

    private SameEntries(String mode) {
        this.mode = mode;
    }

    public static void main(String[] args) throws IOException {
        boolean any = args.length > 0
                && (args[0].equals("--nop") || args[0].equals("--written"));
        String mode = any ? args[0] : "";
        int first = any ? 1 : 0;
        if (args.length == first || (args.length - first) % 2 != 0) {
            System.err.println("usage: SameEntries [--nop|--written] ORIG NEW ...");
            System.exit(2);
        }
        int failures = 0;
        for (int i = first; i < args.length; i += 2) {
            failures += new SameEntries(mode).pair(Paths.get(args[i]),
                    Paths.get(args[i + 1]));
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    private int pair(Path orig, Path now) {
        try {
            compare(JarBytes.read(orig), JarBytes.read(now));
            long expected = countClasses(orig);
            if (classes < expected) {
                fail(orig.toString(), "compared only " + classes + " of "
                        + expected + " class entries");
            }
        } catch (IOException | RuntimeException e) {
            fail(now.toString(), e.toString());
        }
        System.out.println("jar " + orig + ": entries "
                + compared + " classes " + classes + " changed " + changed
                + " failed " + failures);
        return failures;
    }

    private void compare(List<JarBytes.Entry> orig, List<JarBytes.Entry> now)
            throws IOException {
        List<JarBytes.Entry> a = orig;
        if (!mode.isEmpty() && now.size() < a.size()) {
            a = unsigned(a);
        }
        if (now.size() < a.size()) {
            a = JarBytes.lastOfEach(a);
        }
        int n = Math.min(a.size(), now.size());
        for (int i = 0; i < n; i++) {
            JarBytes.Entry x = a.get(i);
            JarBytes.Entry y = now.get(i);
            if (!x.name.equals(y.name)) {
                fail(x.name, "here the new jar has " + y.name);
                return;
            }
            compared++;
            classes += x.isClass() ? 1 : 0;
            if (!Arrays.equals(x.bytes(), y.bytes())) {
                changed++;
                if (!mayChange(x)) {
                    fail(x.name, "bytes differ");
                }
            }
        }
        if (a.size() != now.size()) {
            fail("entries", a.size() + " before, " + now.size() + " now");
        }
    }

    private boolean mayChange(JarBytes.Entry e) {
        return e.isClass() ? mode.equals("--nop")
                : !mode.isEmpty() && (e.nestedParent
                || e.name.equalsIgnoreCase("META-INF/MANIFEST.MF"));
    }

    private static List<JarBytes.Entry> unsigned(List<JarBytes.Entry> all) {
        List<JarBytes.Entry> kept = new ArrayList<>();
        for (JarBytes.Entry e : all) {
            if (!isSignature(e.name.toUpperCase(Locale.ROOT))) {
                kept.add(e);
            }
        }
        return kept;
    }

    private static boolean isSignature(String upper) {
        int nested = upper.lastIndexOf("!/");
        String name = nested < 0 ? upper : upper.substring(nested + 2);
        return name.matches("META-INF/([^/]*\\.(SF|RSA|DSA|EC)|SIG-[^/]*)");
    }

    /** Distinct names; where none is hidden that is all of them. */
    private static long countClasses(Path p) throws IOException {
        if (Files.isDirectory(p)) {
            try (Stream<Path> walk = Files.walk(p)) {
                return walk.filter(f -> f.toString().endsWith(".class"))
                        .count();
            }
        }
        try (ZipFile z = new ZipFile(p.toFile())) {
            return z.stream().map(ZipEntry::getName).distinct()
                    .filter(n -> n.endsWith(".class")).count();
        }
    }

    private void fail(String entry, String message) {
        failures++;
        if (failures <= SHOWN) {
            System.out.println("FAIL " + entry + ": " + message);
        }
    }
}
