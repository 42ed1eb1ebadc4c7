// SPDX-License-Identifier: MIT
// Writes the larger inputs of the workloads into a directory; the seed is fixed, so they never change.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

public class Gen {
    private static final String[] WORDS = {
        "arrow", "basin", "cedar", "delta", "ember", "fjord", "grain", "harbour", "inlet", "juniper",
        "kiln", "lantern", "meadow", "nectar", "orchard", "pebble", "quarry", "ridge", "slate", "timber",
    };
    private static final int CLASSES = 24;
    private final Random random = new Random(20240229);

    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        Gen gen = new Gen();
        Files.createDirectories(dir.resolve("java"));
        Files.writeString(dir.resolve("book.xml"), gen.book(12));
        Files.writeString(dir.resolve("small.xml"), gen.book(3));
        Files.writeString(dir.resolve("text.txt"), gen.text());
        for (int i = 0; i < CLASSES; i++) {
            Files.writeString(dir.resolve("java").resolve("K" + i + ".java"), gen.source(i));
        }
        Files.writeString(dir.resolve("java").resolve("Base.java"), BASE);
    }

    private String words(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) {
            b.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return b.toString();
    }

    private String text() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            b.append(i).append(' ').append(words(3 + random.nextInt(12))).append('\n');
        }
        return b.toString();
    }

    private String book(int chapters) {
        StringBuilder b = new StringBuilder("<?xml version=\"1.0\"?>\n<book><title>" + words(3) + "</title>\n");
        for (int c = 0; c < chapters; c++) {
            b.append("<chapter id=\"c" + c + "\"><title>" + words(3) + "</title>\n");
            for (int s = 0; s < 4; s++) {
                b.append("<section><title>" + words(4) + "</title>\n");
                b.append("<para role=\"" + WORDS[random.nextInt(5)] + "\">" + words(60)
                    + " <emphasis>" + words(2) + "</emphasis> see <xref linkend=\"c" + random.nextInt(chapters)
                    + "\"/> &amp; <literal>" + words(1) + "</literal>.</para>\n<itemizedlist>");
                for (int i = 0; i < 3; i++) {
                    b.append("<listitem><para>" + words(8) + "</para></listitem>");
                }
                b.append("</itemizedlist>\n<table><title>" + words(2)
                    + "</title><tgroup cols=\"2\"><tbody><row><entry>" + words(1) + "</entry><entry>"
                    + random.nextInt(1000) + "</entry></row></tbody></tgroup></table></section>\n");
            }
            b.append("</chapter>\n");
        }
        return b.append("</book>\n").toString();
    }

    private static final String BASE = "package gen;\n"
        + "public abstract class Base<T extends Comparable<T>> {\n"
        + "    protected T held;\n"
        + "    public abstract int step(int n) throws Exception;\n"
        + "    public interface Visitor<R> { R visit(Base<?> b); default R none() { return null; } }\n"
        + "    public enum Kind { SMALL { int w() { return 1; } }, LARGE; int w() { return 9; } }\n"
        + "}\n";

    /** One class of many language features, so that compilers and checkers work through most of their code. */
    private String source(int i) {
        StringBuilder b = new StringBuilder("package gen;\n\nimport java.util.*;\nimport java.util.function.*;\n\n"
            + "public class K" + i + " extends Base<String> {\n    private final Map<String, List<Integer>> m = new TreeMap<>();\n");
        for (int k = 0; k < 12; k++) {
            b.append(method(i, k));
        }
        b.append("    @Override public int step(int n) throws Exception {\n        int r = n;\n");
        for (int k = 0; k < 12; k++) {
            b.append("        r = r * 31 + m" + k + "(r & 15, \"" + words(1) + "\");\n");
        }
        return b.append("        return r;\n    }\n}\n").toString();
    }

    private String method(int i, int k) {
        String head = "    int m" + k + "(int a, String s) throws Exception {\n        long x = " + random.nextInt(999) + "L;\n";
        String[] bodies = {
            "        for (String w : s.split(\"" + "e" + "\")) { m.computeIfAbsent(w, z -> new ArrayList<>()).add(a); }\n",
            "        try { x += Integer.parseInt(s); } catch (NumberFormatException | NullPointerException e) { x--; }"
                + " finally { x ^= a; }\n",
            "        switch (s) { case \"ember\": x++; break; case \"slate\": x--; default: x *= 3; }\n",
            "        Supplier<Integer> f = () -> a + s.length(); IntUnaryOperator g = Math::abs;"
                + " x += f.get() + g.applyAsInt(-a);\n",
            "        outer: while (true) { for (int j = 0; ; j++) { if (j > a) { break outer; }"
                + " if (j % 2 == 0) { continue; } x += j << 2; } }\n",
            "        synchronized (m) { Object o = new Object() { public int hashCode() { return a * " + k
                + "; } }; x += o.hashCode(); }\n",
            "        switch (a) { case 0: case 1: x = 7; break; case 5: x = a > 2 ? 1 : 2; break; case 9: return 4; }\n",
            "        int[][] g = new int[a + 1][3]; g[a][1] += a; x += g[a][1]++ + g.length; assert x != 5 : s;\n",
            "        try (java.io.StringReader r = new java.io.StringReader(s)) { x += r.read(); }\n",
            "        x += Kind.values()[a & 1].w() + (held instanceof String ? held.compareTo(s) : ~a >>> 3);\n",
        };
        return head + bodies[(k + i) % bodies.length] + bodies[(k * 7 + i * 3) % bodies.length]
            .replace("outer", "again").replace(" f =", " ff =").replace("f.get", "ff.get").replace(" g =", " gg =")
            .replace("g.apply", "gg.apply").replace("g[a]", "gg[a]").replace("g.length", "gg.length")
            .replace("Object o ", "Object oo ").replace("o.hash", "oo.hash").replace("StringReader r ", "StringReader rr ")
            .replace("r.read", "rr.read") + "        return (int) x;\n    }\n\n";
    }
}
