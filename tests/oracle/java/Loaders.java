// SPDX-License-Identifier: MIT
// A class loader of the program, which the JVM calls while it resolves.

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

public class Loaders {
    static class Own extends ClassLoader {
        int asked;

        Own(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Class<?> loadClass(String name, boolean resolve)
                throws ClassNotFoundException {
            asked++;
            if (name.startsWith("Loaders$Guest")) {
                Class<?> c = findLoadedClass(name);
                return c != null ? c : findClass(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        protected Class<?> findClass(String name)
                throws ClassNotFoundException {
            try (InputStream in = Loaders.class.getResourceAsStream(
                    name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class Guest implements Supplier<String> {
        @Override
        public String get() {
            return new GuestHelper().text();
        }
    }

    static class GuestHelper {
        String text() {
            return "guest of " + getClass().getClassLoader().getClass()
                    .getSimpleName();
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        Own loader = new Own(Loaders.class.getClassLoader());
        Class<?> c = loader.loadClass("Loaders$Guest");
        System.out.println(c == Guest.class);
        System.out.println(((Supplier<String>) c.getDeclaredConstructor()
                .newInstance()).get());
        System.out.println(loader.asked > 3);
        System.out.println(new Guest().get().startsWith("guest"));
    }
}
// expect: false
// expect: guest of Own
// expect: true
// expect: true
