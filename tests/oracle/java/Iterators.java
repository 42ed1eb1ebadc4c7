// SPDX-License-Identifier: MIT
// Loops over collections of the program, and resources that are closed.

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

public class Iterators {
    static class Squares extends AbstractList<Integer> {
        @Override
        public Integer get(int i) {
            return i * i;
        }

        @Override
        public int size() {
            return 4;
        }
    }

    static class Chain implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new Iterator<String>() {
                private int n;

                @Override
                public boolean hasNext() {
                    return n < 2;
                }

                @Override
                public String next() {
                    return "link" + n++;
                }
            };
        }
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("close " + name);
        }
    }

    static class Bad extends Resource {
        Bad() {
            super("bad");
        }

        @Override
        public void close() {
            super.close();
            throw new IllegalStateException("while closing");
        }
    }

    static int total(Collection<Integer> numbers) {
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(total(new Squares()));
        System.out.println(total(new ArrayList<>(new Squares())));
        System.out.println(total(List.of(1, 2)));
        System.out.println(total(new Squares().subList(1, 3)));
        for (String link : new Chain()) {
            System.out.println(link);
        }
        new Chain().forEach(System.out::println);
        System.out.println(new Squares().contains(9) + "" + new Squares());
        try (Resource a = new Resource("a"); Resource b = new Bad()) {
            System.out.println(a.name + b.name);
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " "
                    + e.getSuppressed()[0].getMessage());
        }
    }
}
// expect: 14
// expect: 14
// expect: 3
// expect: 5
// expect: link0
// expect: link1
// expect: link0
// expect: link1
// expect: true[0, 1, 4, 9]
// expect: abad
// expect: close bad
// expect: close a
// expect: body while closing
