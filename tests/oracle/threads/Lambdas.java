// SPDX-License-Identifier: MIT
// Eight threads do with commons-lang3 what goes through lambdas and method references, its
// own and ours: failable functions and streams, memoised ones, lazy values, visitors,
// comparators; and what is thrown through them.

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.lang3.ArraySorter;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.concurrent.Memoizer;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.TriFunction;
import org.apache.commons.lang3.stream.Streams;
import org.apache.commons.lang3.tuple.Pair;

public class Lambdas {
    enum Colour { RED, GREEN, BLUE }

    public static void main(String[] args) throws Exception {
        String[] said = new String[8];
        Thread[] all = new Thread[said.length];
        CyclicBarrier start = new CyclicBarrier(all.length);
        for (int i = 0; i < all.length; i++) {
            int me = i;
            all[i] = new Thread(() -> said[me] = work(start));
            all[i].start();
        }
        for (Thread t : all) {
            t.join();
        }
        Arrays.stream(said).distinct().forEach(System.out::println);
    }

    private static String work(CyclicBarrier start) {
        try {
            start.await();
            StringBuilder s = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                s.append(streams(i)).append(functions(i)).append(values(i)).append('\n');
            }
            return s.toString();
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static int risky(int n) throws IOException {
        if (n % 3 == 0) {
            throw new IOException("no " + n);
        }
        return n * 2;
    }

    private static String streams(int n) {
        List<Integer> numbers = Arrays.asList(n + 1, n + 2, n + 4);
        try {
            return Streams.stream(numbers).map(Lambdas::risky).filter(x -> x > 4)
                    .collect(Collectors.toList()).toString();
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }

    private static String functions(int n) {
        FailableFunction<Integer, Integer, IOException> f = Lambdas::risky;
        FailableFunction<Integer, Integer, IOException> g = f.andThen(x -> x + n);
        Function<Integer, Integer> plain = Failable.asFunction(g);
        TriFunction<Integer, Integer, Integer, Integer> sum = (a, b, c) -> a + b + c;
        StringBuilder s = new StringBuilder();
        for (int i = 1; i < 4; i++) {
            try {
                s.append(sum.andThen(x -> x - 1).apply(plain.apply(n + i), i, 1)).append(',');
            } catch (java.io.UncheckedIOException e) {
                s.append(e.getCause().getMessage()).append(';');
            }
        }
        Failable.run(() -> s.append(n));
        Failable.tryWithResources(() -> s.append('t'), () -> s.append('c'));
        return s.toString();
    }

    private static String values(int n) throws Exception {
        Memoizer<Integer, String> memo = new Memoizer<>((Integer k) -> StringUtils.repeat('m', k));
        String twice = memo.compute(n % 4) + memo.compute(n % 4);
        Pair<String, Integer>[] pairs = ArrayUtils.toArray(Pair.of("b", n), Pair.of("a", n));
        ArraySorter.sort(pairs, Comparator.comparing(Pair::getLeft));
        String thrown = "";
        try {
            Validate.isTrue(n % 2 == 0, "odd: %d", n);
        } catch (IllegalArgumentException e) {
            thrown = e.getMessage();
        }
        for (Class<?> c : ClassUtils.hierarchy(Integer.class, ClassUtils.Interfaces.INCLUDE)) {
            thrown += c.getSimpleName().length();
        }
        return twice + pairs[0] + thrown + EnumUtils.getEnumMap(Colour.class).size()
                + new CompareToBuilder().append(n, 5).append(twice, "mm").toComparison();
    }
}
