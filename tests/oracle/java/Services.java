// SPDX-License-Identifier: MIT
// ServiceLoader: classes that only a file below META-INF/services names.

import java.util.ServiceLoader;

public class Services {
    public interface Codec {
        String encode(String text);
    }

    public static class Upper implements Codec {
        static {
            System.out.println("Upper is ready");
        }

        @Override
        public String encode(String text) {
            return text.toUpperCase();
        }
    }

    public static class Reverse implements Codec {
        private final StringBuilder builder;

        public Reverse() {
            builder = new StringBuilder();
        }

        @Override
        public String encode(String text) {
            return builder.append(text).reverse().toString();
        }
    }

    public static void main(String[] args) {
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            System.out.println(codec.encode("abc"));
        }
        System.out.println(ServiceLoader.load(Codec.class).stream()
                .filter(p -> p.type() == Reverse.class)
                .map(ServiceLoader.Provider::get)
                .findFirst().get().encode("xy"));
    }
}
// expect: Upper is ready
// expect: ABC
// expect: cba
// expect: yx
