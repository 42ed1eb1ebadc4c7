// SPDX-License-Identifier: MIT
// Corners of initialisation and of lambdas: the constants of an interface that a
// class implements, interfaces that extend one with a default, a default made
// abstract again, an interface that repeats a method of Object.

import java.util.Comparator;

public class Corners {
    static final StringBuilder LOG = new StringBuilder();

    static class Noisy {
        Noisy(String name) {
            LOG.append(name).append(' ');
        }
    }

    interface Constants {
        Noisy CONSTANT = new Noisy("constants");
    }

    static class User implements Constants {
        String use() {
            return CONSTANT.getClass().getSimpleName();
        }
    }

    interface WithDefault {
        Noisy MADE = new Noisy("default");

        default String name() {
            return "default";
        }
    }

    interface Below extends WithDefault {
        void run();
    }

    interface Again extends WithDefault {
        @Override
        String name();
    }

    interface Repeats {
        int answer();

        @Override
        String toString();
    }

    static String call(WithDefault d) {
        return d.name();
    }

    public static void main(String[] args) {
        System.out.println(new User().use());
        Below below = () -> LOG.append("ran ");
        below.run();
        System.out.println(call(below));
        Again again = () -> "again";
        System.out.println(call(again));
        Repeats repeats = () -> 42;
        System.out.println(repeats.answer() + " "
                + repeats.toString().startsWith("Corners$$Lambda"));
        Comparator<String> order = (a, b) -> a.length() - b.length();
        System.out.println(order.equals(order) + " "
                + order.compare("a", "bb"));
        System.out.println(LOG.toString().trim());
    }
}

// expect: Noisy
// expect: default
// expect: again
// expect: 42 true
// expect: true -1
// expect: constants default ran
