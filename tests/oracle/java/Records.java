// SPDX-License-Identifier: MIT
// Records: the methods made by the compiler call those of the components.

import java.util.HashSet;
import java.util.Set;

public class Records {
    static class Key {
        final int n;

        Key(int n) {
            this.n = n;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).n == n;
        }

        @Override
        public int hashCode() {
            return n;
        }

        @Override
        public String toString() {
            return "key" + n;
        }
    }

    static class SubKey extends Key {
        SubKey(int n) {
            super(n);
        }

        @Override
        public String toString() {
            return "sub" + super.toString();
        }
    }

    interface Named {
        String name();

        default String upper() {
            return name().toUpperCase();
        }
    }

    record Pair(Key key, Object value) {
    }

    record Person(String name, int age, double size, int[] more)
            implements Named {
        Person {
            if (age < 0) {
                throw new IllegalArgumentException("age");
            }
        }

        Person(String name) {
            this(name, 0, 1.5, new int[1]);
        }

        static Person of(String name) {
            return new Person(name);
        }
    }

    record Own<T extends Named>(T inner) {
        @Override
        public String toString() {
            return "own " + inner.upper();
        }

        @Override
        public T inner() {
            return inner;
        }
    }

    record Empty() {
    }

    public static void main(String[] args) {
        Pair a = new Pair(new Key(1), new SubKey(2));
        Pair b = new Pair(new Key(1), new SubKey(2));
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()));
        System.out.println(a);
        Set<Object> set = new HashSet<>();
        set.add(a);
        set.add(b);
        set.add(new Empty());
        System.out.println(set.size());
        Person p = Person.of("ann");
        System.out.println(p.upper() + p.age() + p.size());
        System.out.println(p.equals(new Person("ann")));
        System.out.println(new Own<>(p) + new Own<>(p).inner().name());
        try {
            new Person("x", -1, 0, null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Empty() + "" + new Pair(null, 5));
    }
}
// expect: true true
// expect: Pair[key=key1, value=subkey2]
// expect: 2
// expect: ANN01.5
// expect: false
// expect: own ANNann
// expect: age
// expect: Empty[]Pair[key=null, value=5]
