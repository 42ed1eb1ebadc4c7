// SPDX-License-Identifier: MIT
// Generics and varargs: calls through type variables and erased arrays.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Generics {
    interface Shape {
        String draw();
    }

    static class Circle implements Shape {
        @Override
        public String draw() {
            return "o";
        }
    }

    static class Cross implements Shape, Cloneable {
        @Override
        public String draw() {
            return "x";
        }
    }

    static class Box<T extends Shape> {
        private final T content;

        Box(T content) {
            this.content = content;
        }

        T get() {
            return content;
        }

        String draw() {
            return "[" + content.draw() + "]";
        }

        <R extends Shape> Box<R> with(R other) {
            return new Box<>(other);
        }
    }

    static <T extends Shape & Cloneable> String both(T t) {
        return t.draw();
    }

    @SafeVarargs
    static <T extends Shape> String all(T... shapes) {
        StringBuilder b = new StringBuilder();
        for (T shape : shapes) {
            b.append(shape.draw());
        }
        return b.toString();
    }

    static String any(Object... objects) {
        return objects == null ? "null" : "" + objects.length;
    }

    static String wild(List<? extends Shape> list, List<? super Cross> sink) {
        sink.add(new Cross());
        return list.get(0).draw();
    }

    public static void main(String[] args) {
        Box<Circle> box = new Box<>(new Circle());
        System.out.println(box.draw() + box.with(new Cross()).draw());
        System.out.println(box.get().draw() + both(new Cross()));
        System.out.println(all(new Circle(), new Cross()));
        System.out.println(any() + any(1, "a") + any((Object[]) null));
        List<Shape> sink = new ArrayList<>();
        System.out.println(wild(Arrays.asList(new Circle()), sink));
        System.out.println(sink.get(0).draw());
    }
}
// expect: [o][x]
// expect: ox
// expect: ox
// expect: 02null
// expect: o
// expect: x
