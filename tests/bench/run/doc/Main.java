// SPDX-License-Identifier: MIT
// A reader of documents, which hashes and prints them: strings and maps of the JDK
// between the calls of its own, as in most programs.
package doc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Main {
    private static final String TEXT = text();

    private Main() { }

    /** Reads, hashes and prints the document n times. */
    public static long run(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Document d = new Reader(TEXT).read();
            Printer p = new Printer();
            d.accept(p);
            sum = sum * 31 + new Hasher().hash(d) + p.result().hashCode();
        }
        return sum;
    }

    private static String text() {
        StringBuilder out = new StringBuilder();
        int seed = 5;
        for (int s = 0; s < 12; s++) {
            out.append("# Section ").append(s).append('\n');
            for (int i = 0; i < 9; i++) {
                seed = seed * 1103515245 + 12345;
                int r = seed >>> 16 & 0xFFFF;
                if (r % 3 == 0) {
                    out.append("name").append(r % 7).append(" = value ").append(r).append('\n');
                } else if (r % 3 == 1) {
                    out.append("- item ").append(r % 100).append(" of list\n");
                } else {
                    out.append("some words of text, number ").append(r).append(".\n");
                }
            }
        }
        return out.toString();
    }
}

interface Visitor {
    void section(String title);

    void paragraph(String text);

    void item(String text);

    void pair(String key, String value);
}

abstract class Block {
    abstract void accept(Visitor v);

    abstract int words(Words w);
}

final class Paragraph extends Block {
    private final String text;

    Paragraph(String text) {
        this.text = text;
    }

    @Override
    void accept(Visitor v) {
        v.paragraph(text);
    }

    @Override
    int words(Words w) {
        return w.count(text);
    }
}

final class Item extends Block {
    private final String text;

    Item(String text) {
        this.text = text;
    }

    @Override
    void accept(Visitor v) {
        v.item(text);
    }

    @Override
    int words(Words w) {
        return w.count(text);
    }
}

final class Pair extends Block {
    private final String key, value;

    Pair(String key, String value) {
        this.key = key;
        this.value = value;
    }

    @Override
    void accept(Visitor v) {
        v.pair(key, value);
    }

    @Override
    int words(Words w) {
        return w.add(key) + w.count(value);
    }
}

final class Section extends Block {
    private final String title;
    private final List<Block> blocks = new ArrayList<>();

    Section(String title) {
        this.title = title;
    }

    void add(Block b) {
        blocks.add(b);
    }

    @Override
    void accept(Visitor v) {
        v.section(title);
        for (Block b : blocks) {
            b.accept(v);
        }
    }

    @Override
    int words(Words w) {
        int n = w.count(title);
        for (Block b : blocks) {
            n += b.words(w);
        }
        return n;
    }
}

final class Document {
    private final Map<String, Section> sections = new LinkedHashMap<>();

    Section section(String title) {
        Section s = sections.get(title);
        if (s == null) {
            s = new Section(title);
            sections.put(title, s);
        }
        return s;
    }

    void accept(Visitor v) {
        for (Section s : sections.values()) {
            s.accept(v);
        }
    }

    int words(Words w) {
        int n = 0;
        for (Section s : sections.values()) {
            n += s.words(w);
        }
        return n;
    }
}

final class Reader {
    private final String text;
    private final Document document = new Document();
    private Section section = document.section("");
    private int at;

    Reader(String text) {
        this.text = text;
    }

    Document read() {
        for (String line = line(); line != null; line = line()) {
            if (isTitle(line)) {
                section = document.section(rest(line, 1));
            } else {
                section.add(block(line));
            }
        }
        return document;
    }

    private String line() {
        if (at >= text.length()) {
            return null;
        }
        int end = text.indexOf('\n', at);
        String line = text.substring(at, end);
        at = end + 1;
        return line;
    }

    private static boolean isTitle(String line) {
        return line.startsWith("#");
    }

    private static String rest(String line, int from) {
        return line.substring(from).trim();
    }

    private Block block(String line) {
        if (line.startsWith("-")) {
            return new Item(rest(line, 1));
        }
        int sign = line.indexOf(" = ");
        return sign < 0 ? new Paragraph(line) : pair(line, sign);
    }

    private Pair pair(String line, int sign) {
        return new Pair(line.substring(0, sign), rest(line, sign + 3));
    }
}

/** How often each word is there. */
final class Words {
    private final Map<String, int[]> counts = new HashMap<>();

    int count(String text) {
        int n = 0;
        for (int from = next(text, 0), to; from < text.length(); from = next(text, to)) {
            to = end(text, from);
            n += add(text.substring(from, to));
        }
        return n;
    }

    private static int next(String text, int from) {
        while (from < text.length() && !Character.isLetterOrDigit(text.charAt(from))) {
            from++;
        }
        return from;
    }

    private static int end(String text, int from) {
        while (from < text.length() && Character.isLetterOrDigit(text.charAt(from))) {
            from++;
        }
        return from;
    }

    int add(String word) {
        int[] n = counts.get(word);
        if (n == null) {
            n = new int[1];
            counts.put(word, n);
        }
        n[0]++;
        return 1;
    }

    long hash() {
        long h = 0;
        for (Map.Entry<String, int[]> e : counts.entrySet()) {
            h += mix(e.getKey(), e.getValue()[0]);
        }
        return h;
    }

    private static long mix(String word, int n) {
        return (long) word.hashCode() * n;
    }
}

final class Hasher {
    long hash(Document d) {
        Words w = new Words();
        return d.words(w) + w.hash();
    }
}

final class Printer implements Visitor {
    private final StringBuilder out = new StringBuilder();
    private int number;

    private Printer indent(int n) {
        for (int i = 0; i < n; i++) {
            out.append("  ");
        }
        return this;
    }

    private Printer put(String s) {
        out.append(s);
        return this;
    }

    private void end() {
        out.append('\n');
    }

    @Override
    public void section(String title) {
        number = 0;
        put("== ").put(title).put(" ==").end();
    }

    @Override
    public void paragraph(String text) {
        indent(1).put(text).end();
    }

    @Override
    public void item(String text) {
        indent(2).put(String.valueOf(++number)).put(". ").put(text).end();
    }

    @Override
    public void pair(String key, String value) {
        indent(1).put(key.toUpperCase()).put(": ").put(value).end();
    }

    String result() {
        return out.toString();
    }
}
