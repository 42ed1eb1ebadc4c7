// SPDX-License-Identifier: MIT
// Bridge methods: generics, covariant returns, visibility, and in interfaces.

import java.util.Iterator;
import java.util.NoSuchElementException;

public class Bridges {
    abstract static class Node<T> implements Comparable<Node<T>> {
        T value;

        abstract Node<T> self();

        void set(T value) {
            this.value = value;
        }

        @Override
        public int compareTo(Node<T> o) {
            return rank() - o.rank();
        }

        int rank() {
            return 0;
        }
    }

    static class Text extends Node<String> {
        @Override
        Text self() {
            return this;
        }

        @Override
        void set(String value) {
            super.set(value + "!");
        }

        @Override
        int rank() {
            return value.length();
        }
    }

    static class Number extends Node<Integer> {
        @Override
        Number self() {
            return this;
        }
    }

    interface Source<T> {
        T next();
    }

    interface TextSource extends Source<String> {
        @Override
        String next();
    }

    static class Fixed implements TextSource {
        @Override
        public String next() {
            return "fixed";
        }
    }

    static class Range implements Iterator<Integer>, Iterable<Integer> {
        int at;

        @Override
        public boolean hasNext() {
            return at < 3;
        }

        @Override
        public Integer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return at++;
        }

        @Override
        public Range iterator() {
            return this;
        }
    }

    static class PackageBase {
        public String open() {
            return "open";
        }
    }

    public static class Public extends PackageBase {
    }

    static <T> void fill(Node<T> node, T value) {
        node.set(value);
        System.out.println(node.self().value);
    }

    static <T> T pull(Source<T> source) {
        return source.next();
    }

    static <T extends Comparable<T>> int order(T a, T b) {
        return a.compareTo(b);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Text text = new Text();
        fill(text, "abc");
        fill(new Number(), 5);
        System.out.println(pull(new Fixed()).length());
        System.out.println(order(text.self(), text));
        int sum = 0;
        for (int n : new Range()) {
            sum += n;
        }
        System.out.println(sum + new Public().open());
        Node raw = new Text();
        try {
            raw.set(7);
        } catch (ClassCastException e) {
            System.out.println("no text");
        }
    }
}
// expect: abc!
// expect: 5
// expect: 5
// expect: 0
// expect: 3open
// expect: no text
