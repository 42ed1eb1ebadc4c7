// SPDX-License-Identifier: MIT
// Lambdas: capturing and not, in fields, arrays and collections, several at one
// site, generic and primitive ones, recursive, in interfaces, and default methods
// called on them.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

public class Lambdas {
    interface Greeter {
        String greet(String name);

        default Greeter twice() {
            return n -> greet(greet(n));
        }

        static Greeter polite() {
            return n -> "dear " + n;
        }
    }

    interface Generic<T extends Comparable<T>> {
        T pick(T a, T b);
    }

    final String prefix;
    Supplier<String> field = () -> "field of " + this.prefix();

    Lambdas(String prefix) {
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }

    Greeter instance() {
        return n -> prefix + n + prefix();
    }

    static String use(Greeter g) {
        return g.greet("you");
    }

    static Function<Integer, Integer> fact;

    static int apply(IntBinaryOperator op) {
        return op.applyAsInt(6, 3);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(use(n -> "hello " + n));
        System.out.println(use(new Lambdas("oh").instance()));
        System.out.println(use(Greeter.polite().twice()));
        System.out.println(use(new Greeter() {
            @Override
            public String greet(String name) {
                return "anonymous " + name;
            }
        }));
        System.out.println(new Lambdas("me").field.get());
        for (IntBinaryOperator op : new IntBinaryOperator[] {
            (a, b) -> a + b, (a, b) -> a * b, (a, b) -> a - b}) {
            System.out.println(apply(op));
        }
        Generic<String> smaller = (a, b) -> a.compareTo(b) < 0 ? a : b;
        System.out.println(smaller.pick("b", "a"));
        fact = n -> n < 2 ? 1 : n * fact.apply(n - 1);
        System.out.println(fact.apply(5));
        Callable<String> call = () -> {
            throw new Exception("thrown");
        };
        try {
            call.call();
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        Predicate<String> isLong = t -> t.length() > 3;
        System.out.println(isLong.negate().or(t -> t.isEmpty()).test("abc"));
        Function<Integer, Integer> inc = n -> n + 1;
        System.out.println(inc.andThen(n -> n * 10).compose(
                (String t) -> t.length()).apply("four"));
        List<String> names = new ArrayList<>(Arrays.asList("bb", "a", "ccc"));
        names.sort(Comparator.comparing((String t) -> t.length()).reversed()
                .thenComparing(Comparator.naturalOrder()));
        System.out.println(names);
        BiFunction<Integer, Integer, Integer> add = (a, b) -> a + b;
        System.out.println(add.andThen(inc).apply(1, 2));
        Supplier<Supplier<String>> nested = () -> () -> "inner";
        System.out.println(nested.get().get());
        names.removeIf(t -> t.startsWith("b"));
        names.replaceAll(t -> t + "!");
        names.forEach(t -> System.out.println(t));
        Runnable none = () -> { };
        none.run();
    }
}
// expect: hello you
// expect: ohyouoh
// expect: dear dear you
// expect: anonymous you
// expect: field of me
// expect: 9
// expect: 18
// expect: 3
// expect: a
// expect: 120
// expect: thrown
// expect: true
// expect: 50
// expect: [ccc, bb, a]
// expect: 4
// expect: inner
// expect: ccc!
// expect: a!
