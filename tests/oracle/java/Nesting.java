// SPDX-License-Identifier: MIT
// Inner, local and anonymous classes, and access to private members among them.

public class Nesting {
    private int secret = 1;

    private static String hidden() {
        return "hidden";
    }

    class Inner {
        private int own = 2;

        class Deeper {
            int sum() {
                return secret + own + bump();
            }
        }

        private int bump() {
            return ++secret;
        }
    }

    static class Static {
        private final String text;

        private Static(String text) {
            this.text = text;
        }

        private String show() {
            return text + hidden();
        }
    }

    static class Child extends Static {
        private Child() {
            super("child ");
        }

        private String show() {
            return "not this";
        }
    }

    interface Visitor {
        String visit(int n);
    }

    Visitor anonymous(final int extra) {
        return new Visitor() {
            private int calls;

            @Override
            public String visit(int n) {
                calls++;
                return n + extra + secret + ":" + calls;
            }
        };
    }

    static String local(int n) {
        class Local {
            int square() {
                return n * n;
            }

            Local next() {
                return new Local();
            }
        }
        return "" + new Local().next().square();
    }

    public static void main(String[] args) {
        Nesting outer = new Nesting();
        Inner inner = outer.new Inner();
        System.out.println(inner.new Deeper().sum());
        System.out.println(inner.own + inner.bump());
        Static s = new Child();
        System.out.println(s.show());
        Visitor v = outer.anonymous(10);
        System.out.println(v.visit(1) + " " + v.visit(2));
        System.out.println(local(5));
        System.out.println(new Object() {
            String twice(String t) {
                return t + t;
            }
        }.twice("ab"));
    }
}
// expect: 5
// expect: 5
// expect: child hidden
// expect: 14:1 15:2
// expect: 25
// expect: abab
