// SPDX-License-Identifier: MIT
// Native code and reflection that call back into the program.

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class Reflections {
    static class Named {
        static {
            System.out.println("Named is ready");
        }

        private final String text;

        Named() {
            this("default");
        }

        private Named(String text) {
            this.text = text;
        }

        String text() {
            return helper();
        }

        private String helper() {
            return text;
        }

        static void fail() {
            throw new IllegalStateException("failed");
        }
    }

    static class Lazy {
        static String field = start();

        static String start() {
            System.out.println("Lazy is ready");
            return "lazy";
        }
    }

    public static class Sub extends Named {
        public Sub() {
        }

        @Override
        public String text() {
            return "sub " + super.text();
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("Reflections$Named");
        Constructor<?> make = c.getDeclaredConstructor(String.class);
        Object named = make.newInstance("made");
        Method text = c.getDeclaredMethod("text");
        for (int i = 0; i < 20; i++) {
            text.invoke(named);
        }
        System.out.println(text.invoke(named));
        System.out.println(text.invoke(Sub.class.getConstructor()
                .newInstance()));
        try {
            c.getDeclaredMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
        Field field = Class.forName("Reflections$Lazy", false,
                Reflections.class.getClassLoader()).getDeclaredField("field");
        System.out.println(field.get(null));
        Object array = Array.newInstance(c, 2);
        Array.set(array, 0, named);
        System.out.println(((Named) Array.get(array, 0)).text());
        try {
            Class.forName("no.such.Thing");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
// expect: Named is ready
// expect: made
// expect: sub default
// expect: failed
// expect: Lazy is ready
// expect: lazy
// expect: made
// expect: no.such.Thing
