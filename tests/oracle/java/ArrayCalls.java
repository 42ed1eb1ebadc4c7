// SPDX-License-Identifier: MIT
// Arrays as receivers, as elements, and with elements of a subclass.

import java.util.Arrays;

public class ArrayCalls {
    static class Fruit {
        String name() {
            return "fruit";
        }
    }

    static class Apple extends Fruit {
        @Override
        String name() {
            return "apple";
        }
    }

    static class Pear extends Fruit {
        @Override
        String name() {
            return "pear";
        }
    }

    static boolean isSame(Object a, Object b) {
        return a.equals(b) && a.hashCode() == b.hashCode();
    }

    static String kind(Object o) {
        return o.toString().startsWith("[") ? o.getClass().getSimpleName() : "-";
    }

    public static void main(String[] args) {
        Fruit[] apples = new Apple[] {new Apple()};
        Fruit[] copy = apples.clone();
        int[][] deep = {{1, 2}, {3}};
        int[][] deepCopy = deep.clone();
        System.out.println(copy[0].name() + deepCopy[1][0]);
        System.out.println(isSame(apples, apples) + " " + isSame(deep, copy));
        System.out.println(kind(apples) + kind(deep) + kind(new char[2]));
        Object[] objects = new Object[3];
        objects[0] = new Pear();
        objects[1] = new Apple[0];
        objects[2] = new long[][] {{5}};
        System.out.println(((Fruit) objects[0]).name());
        Fruit[][] grid = new Fruit[2][1];
        grid[0] = apples;
        grid[1][0] = new Pear();
        for (Fruit[] row : grid) {
            for (Fruit fruit : row) {
                System.out.println(fruit.name());
            }
        }
        try {
            apples[0] = new Pear();
        } catch (ArrayStoreException e) {
            System.out.println("no pears");
        }
        Fruit[] more = Arrays.copyOf(grid[1], 2);
        more[1] = copy[0];
        System.out.println(more[0].name() + more[1].name());
        System.out.println(Arrays.deepToString(new Object[] {deep, "x"}));
    }
}
// expect: apple3
// expect: true false
// expect: Apple[]int[][]char[]
// expect: pear
// expect: apple
// expect: pear
// expect: no pears
// expect: pearapple
// expect: [[[1, 2], [3]], x]
