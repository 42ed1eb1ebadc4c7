// SPDX-License-Identifier: MIT
// Enums: bodies, switches, maps and sets of them, and what Enum itself does.

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class Enums {
    enum Op {
        ADD("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MUL("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }

            @Override
            public String toString() {
                return "times";
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    interface Level {
        int number();
    }

    enum Size implements Level {
        SMALL, BIG;

        @Override
        public int number() {
            return ordinal() + 1;
        }

        Size next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    static String name(Size size) {
        switch (size) {
        case SMALL:
            return "klein";
        default:
            return "gross";
        }
    }

    static int of(String text) {
        return switch (text) {
            case "one" -> 1;
            case "two" -> 2;
            default -> 0;
        };
    }

    static String arrow(Size size) {
        return switch (size) {
            case SMALL -> "s";
            case BIG -> {
                String text = "b";
                yield text + size.number();
            }
        };
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + op.sign + op.apply(3, 4));
        }
        System.out.println(Op.valueOf("ADD").getDeclaringClass()
                .getSimpleName());
        System.out.println(name(Size.SMALL) + name(Size.SMALL.next()));
        System.out.println(arrow(Size.SMALL) + arrow(Size.BIG));
        System.out.println(of("two") + of("three"));
        Map<Size, String> map = new EnumMap<>(Size.class);
        map.put(Size.BIG, "b");
        map.put(Size.SMALL, "s");
        System.out.println(map);
        EnumSet<Op> set = EnumSet.allOf(Op.class);
        set.remove(Op.ADD);
        System.out.println(set);
        Level level = Size.BIG;
        System.out.println(level.number() + Size.BIG.compareTo(Size.SMALL));
        try {
            Size.valueOf("HUGE");
        } catch (IllegalArgumentException e) {
            System.out.println("no such size");
        }
    }
}
// expect: ADD+7
// expect: times*12
// expect: Op
// expect: kleingross
// expect: sb2
// expect: 2
// expect: {SMALL=s, BIG=b}
// expect: [times]
// expect: 3
// expect: no such size
