// SPDX-License-Identifier: MIT
// Objects that travel through native copying: System.arraycopy, Object.clone.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class Copies {
    static class Item implements Cloneable {
        Part part = new Part();

        String show() {
            return "item " + part.show();
        }

        @Override
        public Item clone() {
            try {
                return (Item) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Special extends Item {
        @Override
        String show() {
            return "special " + part.show();
        }
    }

    static class Part {
        String show() {
            return "part";
        }
    }

    static class Stuck {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) {
        Item[] from = {new Item(), new Special()};
        Object[] to = new Object[3];
        System.arraycopy(from, 0, to, 1, 2);
        System.out.println(((Item) to[1]).show());
        System.out.println(((Item) to[2]).show());
        System.out.println(from[1].clone().show());
        try {
            new Stuck().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e.getMessage());
        }
        List<Item> list = new ArrayList<>();
        Collections.addAll(list, from);
        list.add(0, new Special());
        System.out.println(list.get(1).show());
        System.out.println(list.toArray(new Item[0])[2].show());
        System.out.println(Arrays.copyOfRange(from, 1, 2)[0].show());
        System.out.println(Arrays.asList(from).get(0).show());
        try {
            System.arraycopy(from, 0, new Part[2], 0, 2);
        } catch (ArrayStoreException e) {
            System.out.println("no parts");
        }
    }
}
// expect: item part
// expect: special part
// expect: special part
// expect: Copies$Stuck
// expect: item part
// expect: special part
// expect: special part
// expect: item part
// expect: no parts
