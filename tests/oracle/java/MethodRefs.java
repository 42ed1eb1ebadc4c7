// SPDX-License-Identifier: MIT
// Method references of every kind.

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class MethodRefs {
    static class Base {
        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        @Override
        String name() {
            return "derived";
        }

        Supplier<String> ofSuper() {
            return super::name;
        }

        Supplier<String> ofThis() {
            return this::name;
        }
    }

    interface Loud {
        default String shout() {
            return "loud";
        }
    }

    static class Quiet implements Loud {
        Supplier<String> ofInterface() {
            return Loud.super::shout;
        }

        @Override
        public String shout() {
            return "quiet";
        }
    }

    interface Marker {
    }

    interface Maker {
        Base make(String... names);
    }

    final String text;

    MethodRefs() {
        this("none");
    }

    MethodRefs(String text) {
        this.text = text;
    }

    static String fixed(Object o) {
        return "fixed " + o;
    }

    private String secret(int n) {
        return text + n;
    }

    class Inner {
        @Override
        public String toString() {
            return "inner of " + text;
        }
    }

    Supplier<Inner> inner() {
        return Inner::new;
    }

    static Base many(String... names) {
        System.out.println(names.length);
        return new Derived();
    }

    static <T extends Loud & Serializable> String both(T t) {
        Supplier<String> s = t::shout;
        return s.get();
    }

    static class LoudOne implements Loud, Serializable {
        private static final long serialVersionUID = 1;
    }

    public static void main(String[] args) {
        Function<Object, String> toFixed = MethodRefs::fixed;
        System.out.println(toFixed.apply(1));
        Function<Base, String> unbound = Base::name;
        System.out.println(unbound.apply(new Base())
                + unbound.apply(new Derived()));
        Base b = new Derived();
        Supplier<String> bound = b::name;
        System.out.println(bound.get());
        Derived d = new Derived();
        System.out.println(d.ofSuper().get() + d.ofThis().get());
        System.out.println(new Quiet().ofInterface().get());
        Supplier<MethodRefs> plain = MethodRefs::new;
        Function<String, MethodRefs> with = MethodRefs::new;
        System.out.println(plain.get().text + with.apply("given").text);
        IntFunction<String> hidden = with.apply("s")::secret;
        System.out.println(hidden.apply(3));
        IntFunction<Base[]> array = Base[]::new;
        System.out.println(array.apply(4).length);
        Function<int[], Object> copy = int[]::clone;
        System.out.println(((int[]) copy.apply(new int[2])).length);
        System.out.println(with.apply("outer").inner().get());
        Maker maker = MethodRefs::many;
        System.out.println(maker.make("a", "b").name());
        ToIntFunction<String> length = String::length;
        System.out.println(length.applyAsInt("four"));
        BiFunction<String, Object, Boolean> equals = String::equals;
        System.out.println(equals.apply("a", "a"));
        Supplier<String> cast = (Supplier<String> & Marker & Serializable)
                b::name;
        System.out.println(cast.get() + (cast instanceof Marker));
        System.out.println(both(new LoudOne()));
        String[] words = {"b", "C", "a"};
        Arrays.sort(words, String::compareToIgnoreCase);
        System.out.println(Arrays.toString(words));
        Function<Object, String> toText = Object::toString;
        System.out.println(toText.apply(with.apply("x").inner().get())
                + toText.apply(7));
        Supplier<Supplier<String>> of = () -> bound;
        Supplier<Supplier<String>> again = of::get;
        System.out.println(again.get().get());
    }
}
// expect: fixed 1
// expect: basederived
// expect: derived
// expect: basederived
// expect: loud
// expect: nonegiven
// expect: s3
// expect: 4
// expect: 2
// expect: inner of outer
// expect: 2
// expect: derived
// expect: 4
// expect: true
// expect: derivedtrue
// expect: loud
// expect: [a, b, C]
// expect: inner of x7
// expect: derived
