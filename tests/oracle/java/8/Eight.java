// SPDX-License-Identifier: MIT
// Code for release 8: StringBuilder for concatenation, accessors for private
// members of nested classes, lambdas that are private synthetic methods.

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

public class Eight {
    private int count;

    private static String hidden(Object o) {
        return "hidden " + o;
    }

    class Inner {
        private String text = "t";

        String show() {
            count++;
            return hidden(this) + count;
        }

        @Override
        public String toString() {
            return "inner " + text;
        }
    }

    static class Worker {
        private Worker() {
        }

        private String work() {
            return "work";
        }
    }

    interface Op {
        int apply(int n);

        default Op then(Op next) {
            return n -> next.apply(apply(n));
        }
    }

    enum Way {
        IN, OUT
    }

    static String name(Way way) {
        switch (way) {
        case IN:
            return "in";
        default:
            return "out";
        }
    }

    public static void main(String[] args) {
        Eight e = new Eight();
        Inner inner = e.new Inner();
        System.out.println(inner.show() + inner.text);
        System.out.println(new Worker().work());
        Op inc = n -> n + 1;
        System.out.println(inc.then(n -> n * 3).apply(2));
        Function<String, Integer> length = String::length;
        List<String> list = new ArrayList<>();
        list.add("abc");
        list.forEach(t -> System.out.println(length.apply(t)));
        System.out.println(name(Way.IN) + name(Way.OUT));
        try {
            System.out.println(list.get(5));
        } catch (IndexOutOfBoundsException x) {
            System.out.println("out of bounds");
        } finally {
            System.out.println("finally " + e.count);
        }
    }
}
// expect: hidden inner t1t
// expect: work
// expect: 9
// expect: 3
// expect: inout
// expect: out of bounds
// expect: finally 1
