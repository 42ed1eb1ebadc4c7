// SPDX-License-Identifier: MIT
// Which default method is selected among several: the most specific one, one
// named by Interface.super, one of a superclass before all.

public class Diamonds {
    interface Top {
        default String who() {
            return "Top";
        }
    }

    interface Left extends Top {
        @Override
        default String who() {
            return "Left";
        }
    }

    interface Right extends Top {
    }

    interface Other {
        default String who() {
            return "Other";
        }
    }

    static class Narrow implements Left, Right {
    }

    static class Both implements Left, Other {
        @Override
        public String who() {
            return Left.super.who() + "+" + Other.super.who();
        }
    }

    static class Base {
        public String who() {
            return "Base";
        }
    }

    static class Inherits extends Base implements Left {
    }

    interface Again extends Left {
        @Override
        String who();
    }

    abstract static class Partly implements Again {
    }

    static class Full extends Partly {
        @Override
        public String who() {
            return "Full";
        }
    }

    static String ask(Top top) {
        return top.who();
    }

    static String ask(Other other) {
        return other.who();
    }

    public static void main(String[] args) {
        System.out.println(ask(new Narrow()));
        System.out.println(ask((Top) new Both()));
        System.out.println(ask((Other) new Both()));
        System.out.println(ask(new Inherits()));
        System.out.println(ask(new Full()));
        System.out.println(ask(new Right() { }));
    }
}
// expect: Left
// expect: Left+Other
// expect: Left+Other
// expect: Base
// expect: Full
// expect: Top
