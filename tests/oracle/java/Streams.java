// SPDX-License-Identifier: MIT
// Streams: pipelines with call-backs of the program at every stage.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Streams {
    static class Person implements Comparable<Person> {
        final String name;
        final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String name() {
            return name;
        }

        int age() {
            return age;
        }

        @Override
        public int compareTo(Person o) {
            return name.compareTo(o.name);
        }

        @Override
        public String toString() {
            return name + age;
        }
    }

    static class Joiner implements Collector<String, StringBuilder, String> {
        @Override
        public Supplier<StringBuilder> supplier() {
            return StringBuilder::new;
        }

        @Override
        public BiConsumer<StringBuilder, String> accumulator() {
            return StringBuilder::append;
        }

        @Override
        public BinaryOperator<StringBuilder> combiner() {
            return StringBuilder::append;
        }

        @Override
        public Function<StringBuilder, String> finisher() {
            return StringBuilder::toString;
        }

        @Override
        public java.util.Set<Characteristics> characteristics() {
            return java.util.Collections.emptySet();
        }
    }

    static class Countdown implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return Arrays.asList(3, 2, 1).iterator();
        }

        @Override
        public Spliterator<Integer> spliterator() {
            return Iterable.super.spliterator();
        }
    }

    public static void main(String[] args) {
        List<Person> people = Arrays.asList(new Person("cat", 3),
                new Person("ann", 40), new Person("bob", 17));
        System.out.println(people.stream().filter(p -> p.age() > 10)
                .map(Person::name).sorted().collect(Collectors.toList()));
        System.out.println(people.stream().sorted()
                .map(Object::toString).collect(new Joiner()));
        System.out.println(people.stream().mapToInt(Person::age).sum());
        Map<Boolean, List<String>> groups = people.stream().collect(
                Collectors.groupingBy(p -> p.age() > 10, TreeMap::new,
                        Collectors.mapping(Person::name, Collectors.toList())));
        System.out.println(groups);
        Optional<Person> oldest = people.stream()
                .reduce((a, b) -> a.age() > b.age() ? a : b);
        System.out.println(oldest.map(Person::name).orElse("nobody"));
        System.out.println(IntStream.rangeClosed(1, 5).boxed()
                .flatMap(n -> Stream.of(n, -n)).map(n -> n * 2)
                .reduce(0, Integer::sum));
        System.out.println(StreamSupport.stream(
                new Countdown().spliterator(), false)
                .map(n -> "n" + n).collect(Collectors.joining(",", "<", ">")));
        System.out.println(Stream.iterate(1, n -> n * 3).limit(4)
                .peek(n -> { }).anyMatch(n -> n == 27));
        List<String> out = new ArrayList<>();
        Stream.generate(() -> "g").limit(2).forEach(out::add);
        System.out.println(out + "" + people.parallelStream()
                .collect(Collectors.summingInt(Person::age)));
        System.out.println(Arrays.stream(new String[] {"b", "a", "b"})
                .distinct().count());
    }
}
// expect: [ann, bob]
// expect: ann40bob17cat3
// expect: 60
// expect: {false=[cat], true=[ann, bob]}
// expect: ann
// expect: 0
// expect: <n3,n2,n1>
// expect: true
// expect: [g, g]60
// expect: 2
