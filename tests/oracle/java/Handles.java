// SPDX-License-Identifier: MIT
// Method handles whose targets are constants of the code.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

public class Handles {
    static class Base {
        String field = "f";
        static int number = 3;

        Base() {
        }

        String name() {
            return "base";
        }

        private String hidden() {
            return "hidden";
        }
    }

    static class Derived extends Base {
        @Override
        String name() {
            return "derived";
        }

        String viaSuper() throws Throwable {
            MethodHandle h = MethodHandles.lookup().findSpecial(Base.class,
                    "name", MethodType.methodType(String.class), Derived.class);
            return (String) h.invokeExact(this);
        }
    }

    interface Speaker {
        String speak(String text);
    }

    static class Loud implements Speaker {
        @Override
        public String speak(String text) {
            return text.toUpperCase();
        }
    }

    static int twice(int n) {
        return 2 * n;
    }

    static boolean isBig(int n) {
        return n > 10;
    }

    static int other(int n) {
        return -n;
    }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        MethodType text = MethodType.methodType(String.class);
        MethodType number = MethodType.methodType(int.class, int.class);
        MethodHandle twice = lookup.findStatic(Handles.class, "twice", number);
        System.out.println((int) twice.invokeExact(4));
        MethodHandle name = lookup.findVirtual(Base.class, "name", text);
        System.out.println((String) name.invoke(new Derived()));
        Base base = new Base();
        System.out.println((String) name.invokeExact(base));
        System.out.println(new Derived().viaSuper());
        MethodHandle make = lookup.findConstructor(Base.class,
                MethodType.methodType(void.class));
        System.out.println(((Base) make.invokeExact()).name());
        MethodHandle speak = lookup.findVirtual(Speaker.class, "speak",
                MethodType.methodType(String.class, String.class));
        Speaker loud = new Loud();
        System.out.println((String) speak.invokeExact(loud, "hey"));
        System.out.println((String) speak.bindTo(loud).invokeExact("ho"));
        MethodHandle hidden = MethodHandles.privateLookupIn(Base.class, lookup)
                .findVirtual(Base.class, "hidden", text);
        System.out.println((String) hidden.invokeExact(base));
        MethodHandle get = lookup.findGetter(Base.class, "field", String.class);
        System.out.println((String) get.invokeExact(base));
        MethodHandle set = lookup.findStaticSetter(Base.class, "number",
                int.class);
        set.invokeExact(9);
        System.out.println(Base.number);
        MethodHandle guarded = MethodHandles.guardWithTest(
                lookup.findStatic(Handles.class, "isBig",
                        MethodType.methodType(boolean.class, int.class)),
                twice, lookup.findStatic(Handles.class, "other", number));
        System.out.println((int) guarded.invokeExact(11)
                + (int) guarded.invokeExact(5));
        MethodHandle composed = MethodHandles.filterReturnValue(twice, twice);
        System.out.println((int) composed.invokeExact(3));
        System.out.println(twice.invokeWithArguments(21));
        MethodHandle wide = twice.asType(
                MethodType.methodType(long.class, short.class));
        System.out.println((long) wide.invokeExact((short) 8));
    }
}
// expect: 8
// expect: derived
// expect: base
// expect: base
// expect: base
// expect: HEY
// expect: HO
// expect: hidden
// expect: f
// expect: 9
// expect: 17
// expect: 12
// expect: 42
// expect: 16
