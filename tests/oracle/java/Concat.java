// SPDX-License-Identifier: MIT
// String concatenation: who converts an operand.

public class Concat {
    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public String toString() {
            return "(" + x + ")";
        }
    }

    static class Sub extends Point {
        Sub() {
            super(9);
        }

        @Override
        public String toString() {
            return "sub" + super.toString();
        }
    }

    static class Null {
        @Override
        public String toString() {
            return null;
        }
    }

    interface Named {
        @Override
        String toString();
    }

    static String join(Object a, Object b) {
        return a + ", " + b;
    }

    static String longer(Point p, Named n, StringBuilder b, Integer i) {
        return p + " " + n + " " + b + " " + i + " " + null + 1.5f + 'c' + true
                + 7L + 2.25;
    }

    public static void main(String[] args) {
        System.out.println(join(new Point(1), new Sub()));
        System.out.println(join(null, new Null()));
        System.out.println(longer(new Sub(), new Named() {
            @Override
            public String toString() {
                return "named";
            }
        }, new StringBuilder("b"), 3));
        String s = "x";
        s += new Point(4);
        System.out.println(s + args.length);
        StringBuilder b = new StringBuilder();
        b.append(new Point(5)).append((Object) "o").append(new char[] {'d'});
        System.out.println(b);
        System.out.println("" + new Point(6));
        System.out.println(String.valueOf(new Sub()).concat("!"));
        System.out.println(String.join("-", "a", new StringBuilder("b")));
        System.out.println(String.format("%s %5.1f %d", new Point(8), 2.0, 3));
    }
}
// expect: (1), sub(9)
// expect: null, null
// expect: sub(9) named b 3 null1.5ctrue72.25
// expect: x(4)0
// expect: (5)od
// expect: (6)
// expect: sub(9)!
// expect: a-b
// expect: (8)   2.0 3
