// SPDX-License-Identifier: MIT
// Everything that makes a class initialiser run.

public class Initialisers {
    static String log(String text) {
        System.out.println(text);
        return text;
    }

    static class ByNew {
        static {
            log("ByNew");
        }
    }

    static class ByCall {
        static {
            log("ByCall");
        }

        static void call() {
        }
    }

    static class ByGet {
        static String text = log("ByGet");
    }

    static class ByPut {
        static int number;

        static {
            log("ByPut");
        }
    }

    static class Constant {
        static final int SEVEN = 7;

        static {
            log("never");
        }
    }

    static class Super {
        static {
            log("Super");
        }

        static void inherited() {
            log("inherited");
        }
    }

    static class Sub extends Super {
        static {
            log("Sub");
        }
    }

    static class OnlySuper extends Super2 {
        static {
            log("never");
        }
    }

    static class Super2 {
        static String text = log("Super2");
    }

    interface WithDefault {
        String FIELD = log("WithDefault");

        default void run() {
        }
    }

    interface WithoutDefault {
        String FIELD = log("WithoutDefault");
    }

    interface Holding {
        String FIELD = log("Holding");
    }

    static class Holder implements Holding {
        static {
            log("never");
        }
    }

    interface Inherited {
        String FIELD = log("Inherited");
    }

    static class Inside implements Inherited {
        String field() {
            return FIELD;
        }
    }

    static class Both implements WithDefault, WithoutDefault {
        static {
            log("Both");
        }
    }

    enum Colour {
        RED, GREEN;

        static {
            log("Colour");
        }
    }

    static class Outer {
        static class Inner {
            static final Inner ONE = new Inner();

            Inner() {
                log("Inner");
            }

            String text() {
                return "one";
            }
        }
    }

    static class Ring1 {
        static final String TEXT = "1" + Ring2.TEXT;
    }

    static class Ring2 {
        static final String TEXT = "2" + Ring1.TEXT;
    }

    static class Failing {
        static int number = Integer.parseInt("x");
    }

    static class OfArray {
        static {
            log("never");
        }
    }

    public static void main(String[] args) {
        new ByNew();
        ByCall.call();
        System.out.println(ByGet.text);
        ByPut.number = 3;
        System.out.println(Constant.SEVEN);
        new Sub();
        Sub.inherited();
        System.out.println(OnlySuper.text);
        new Both();
        System.out.println(Both.class.getSimpleName());
        System.out.println(WithoutDefault.FIELD);
        System.out.println(Holder.FIELD);
        System.out.println(new Inside().field());
        System.out.println(Colour.GREEN);
        System.out.println(Outer.Inner.ONE.text());
        System.out.println(Ring1.TEXT);
        System.out.println(new OfArray[1].length);
        for (int i = 0; i < 2; i++) {
            try {
                Failing.number++;
            } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
// expect: ByNew
// expect: ByCall
// expect: ByGet
// expect: ByGet
// expect: ByPut
// expect: 7
// expect: Super
// expect: Sub
// expect: inherited
// expect: Super2
// expect: Super2
// expect: WithDefault
// expect: Both
// expect: Both
// expect: WithoutDefault
// expect: WithoutDefault
// expect: Holding
// expect: Holding
// expect: Inherited
// expect: Inherited
// expect: Colour
// expect: GREEN
// expect: Inner
// expect: one
// expect: 12null
// expect: 1
// expect: ExceptionInInitializerError
// expect: NoClassDefFoundError
