// SPDX-License-Identifier: MIT
// Arrays of classes that only a class literal names as such, and what is in them.

import java.lang.reflect.Array;
import java.util.Arrays;

public class ReflectedArrays {
    static class Job {
        String run() {
            return "job";
        }
    }

    static class One extends Job {
        @Override
        String run() {
            return "one";
        }
    }

    static class Two extends Job {
        @Override
        String run() {
            return "two";
        }
    }

    static class Three extends Job {
        @Override
        String run() {
            return "three";
        }
    }

    static class Other extends Job {
        @Override
        String run() {
            return "other";
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T[] make(Class<T> of, T first) {
        T[] array = (T[]) Array.newInstance(of, 2);
        array[0] = first;
        return array;
    }

    public static void main(String[] args) {
        One[] ones = make(One.class, new One());
        System.out.println(ones.clone()[0].run());
        Object grid = Array.newInstance(Two.class, 1, 1);
        ((Job[][]) grid)[0][0] = new Two();
        System.out.println(((Two[][]) grid)[0][0].run());
        Job[] copy = Arrays.copyOf(new Object[] {new Three()}, 1,
                Three[].class);
        System.out.println(copy[0].run());
        Object others = Array.newInstance(
                new Other[0].getClass().getComponentType(), 1);
        Array.set(others, 0, new Other());
        System.out.println(((Job) Array.get(others, 0)).run()
                + Array.getLength(others));
    }
}
// expect: one
// expect: two
// expect: three
// expect: other1
