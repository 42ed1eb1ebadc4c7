// SPDX-License-Identifier: MIT
// A recursive-descent parser: from text to objects, which are summed up.
package json;

import java.util.ArrayList;
import java.util.List;

public final class Main {
    private static final String TEXT = new Writer(29).text(5);

    private Main() { }

    /** Parses the text n times. */
    public static long run(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + new Parser(TEXT).parse().sum();
        }
        return sum;
    }

    /** A random text, the same each time. */
    private static final class Writer {
        private final StringBuilder out = new StringBuilder();
        private int seed;

        Writer(int seed) {
            this.seed = seed;
        }

        private int next(int bound) {
            seed = seed * 1103515245 + 12345;
            return (seed >>> 16) % bound;
        }

        String text(int depth) {
            value(depth);
            return out.toString();
        }

        private void value(int depth) {
            int kind = depth == 0 ? 2 + next(3) : next(6) == 5 ? 2 + next(3) : next(2);
            switch (kind) {
            case 0:
                out.append("{ ");
                for (int i = 0, n = 2 + next(4); i < n; i++) {
                    out.append(i > 0 ? ", " : "").append("\"key").append(i).append("\": ");
                    value(depth - 1);
                }
                out.append(" }");
                break;
            case 1:
                out.append('[');
                for (int i = 0, n = 3 + next(4); i < n; i++) {
                    out.append(i > 0 ? ",\n  " : "");
                    value(depth - 1);
                }
                out.append(']');
                break;
            case 2:
                out.append(next(30000) - 1000);
                break;
            case 3:
                out.append('"');
                for (int i = 0, n = 2 + next(12); i < n; i++) {
                    out.append((char) ('a' + next(26)));
                }
                out.append(next(4) == 0 ? "\\n\"" : "\"");
                break;
            default:
                out.append(next(2) == 0 ? "true" : "null");
            }
        }
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Value parse() {
            Value v = value();
            skip();
            if (at != text.length()) {
                throw error("end");
            }
            return v;
        }

        private IllegalStateException error(String wanted) {
            return new IllegalStateException(at + ": " + wanted + " wanted");
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : 0;
        }

        private char next() {
            char c = peek();
            at++;
            return c;
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\n';
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private void skip() {
            while (isBlank(peek())) {
                next();
            }
        }

        private boolean take(char c) {
            skip();
            if (peek() != c) {
                return false;
            }
            next();
            return true;
        }

        private void need(char c) {
            if (!take(c)) {
                throw error(String.valueOf(c));
            }
        }

        private Value value() {
            skip();
            char c = peek();
            if (c == '{') {
                return object();
            } else if (c == '[') {
                return array();
            } else if (c == '"') {
                return new Text(string());
            } else if (c == '-' || isDigit(c)) {
                return new Number(number());
            }
            return word();
        }

        private Value object() {
            ObjectValue o = new ObjectValue();
            need('{');
            if (!take('}')) {
                do {
                    skip();
                    String key = string();
                    need(':');
                    o.put(key, value());
                } while (take(','));
                need('}');
            }
            return o;
        }

        private Value array() {
            Array a = new Array();
            need('[');
            if (!take(']')) {
                do {
                    a.add(value());
                } while (take(','));
                need(']');
            }
            return a;
        }

        private String string() {
            need('"');
            int from = at;
            boolean escaped = false;
            for (char c = next(); c != '"'; c = next()) {
                if (c == '\\') {
                    escaped = true;
                    next();
                }
            }
            String raw = text.substring(from, at - 1);
            return escaped ? raw.replace("\\n", "\n") : raw;
        }

        private long number() {
            boolean minus = take('-');
            long n = 0;
            while (isDigit(peek())) {
                n = n * 10 + (next() - '0');
            }
            return minus ? -n : n;
        }

        private Value word() {
            int from = at;
            while (peek() >= 'a' && peek() <= 'z') {
                next();
            }
            return new Word(text.substring(from, at));
        }
    }

    interface Value {
        long sum();
    }

    static final class Number implements Value {
        private final long n;

        Number(long n) {
            this.n = n;
        }

        @Override
        public long sum() {
            return n;
        }
    }

    static final class Text implements Value {
        private final String s;

        Text(String s) {
            this.s = s;
        }

        @Override
        public long sum() {
            return s.length();
        }
    }

    static final class Word implements Value {
        private final boolean truth;

        Word(String word) {
            truth = word.equals("true");
        }

        @Override
        public long sum() {
            return truth ? 1 : 0;
        }
    }

    static final class Array implements Value {
        private final List<Value> items = new ArrayList<>();

        void add(Value v) {
            items.add(v);
        }

        @Override
        public long sum() {
            long sum = 7;
            for (int i = 0; i < items.size(); i++) {
                sum = sum * 3 + items.get(i).sum();
            }
            return sum;
        }
    }

    static final class ObjectValue implements Value {
        private final List<String> keys = new ArrayList<>();
        private final List<Value> values = new ArrayList<>();

        void put(String key, Value v) {
            keys.add(key);
            values.add(v);
        }

        @Override
        public long sum() {
            long sum = 11;
            for (int i = 0; i < keys.size(); i++) {
                sum = sum * 5 + keys.get(i).length() + values.get(i).sum();
            }
            return sum;
        }
    }
}
