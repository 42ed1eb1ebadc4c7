// SPDX-License-Identifier: MIT
// Sealed hierarchies, instanceof patterns, switch expressions, text blocks.

public class Sealed {
    sealed interface Expr permits Const, Add, Neg {
        int eval();
    }

    record Const(int value) implements Expr {
        @Override
        public int eval() {
            return value;
        }
    }

    record Add(Expr left, Expr right) implements Expr {
        @Override
        public int eval() {
            return left.eval() + right.eval();
        }
    }

    static final class Neg implements Expr {
        private final Expr inner;

        Neg(Expr inner) {
            this.inner = inner;
        }

        @Override
        public int eval() {
            return -inner.eval();
        }

        @Override
        public String toString() {
            return "-" + inner;
        }
    }

    static String show(Expr e) {
        if (e instanceof Const c && c.value() > 0) {
            return "" + c.value();
        }
        if (e instanceof Add a) {
            return show(a.left()) + "+" + show(a.right());
        }
        return e.toString();
    }

    static String day(int n) {
        return switch (n) {
            case 0, 6 -> "weekend";
            case 3 -> {
                String half = "mid";
                yield half.concat("week");
            }
            default -> throw new IllegalArgumentException("day " + n);
        };
    }

    public static void main(String[] args) {
        Expr e = new Add(new Const(4), new Neg(new Const(1)));
        System.out.println(e.eval() + " " + show(e));
        System.out.println(day(6) + day(3));
        try {
            day(1);
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        var block = """
                one
                  two\
                """;
        System.out.println(block.lines().count());
    }
}
// expect: 3 4+-Const[value=1]
// expect: weekendmidweek
// expect: day 1
// expect: 2
