// SPDX-License-Identifier: MIT
// Objects that are read and written by java.lang.reflect.Field.

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

public class Fields {
    static class Job {
        String run() {
            return getClass().getName();
        }
    }

    static class A extends Job {
        @Override
        String run() {
            return "a";
        }
    }

    static class B extends Job {
        @Override
        String run() {
            return "b";
        }
    }

    static class C extends Job {
        @Override
        String run() {
            return "c";
        }
    }

    static class D extends Job {
        @Override
        String run() {
            return "d";
        }
    }

    static class E extends Job {
        @Override
        String run() {
            return "e";
        }
    }

    static class F extends Job {
        @Override
        String run() {
            return "f";
        }
    }

    static class G extends Job {
        @Override
        String run() {
            return "g";
        }
    }

    static class H extends Job {
        @Override
        String run() {
            return "h";
        }
    }

    static class Holder {
        private final Job named = new A();
        private Job set;
        private static Job fixed = new D();
        private static Job later;
    }

    static class Registry {
        private static final Object FIRST = new B();
    }

    public static class Bean {
        public Job one = new C();
        public Object two = new E();
    }

    public static class Bigger extends Bean {
        public Job[] three = {new F()};
    }

    static class Computed {
        final Job prefixed = new H();
    }

    // Like what prints objects by reflection.
    static void show(Object bean) throws Exception {
        for (Field f : bean.getClass().getFields()) {
            Object value = f.get(bean);
            if (value instanceof Job[]) {
                value = ((Job[]) value)[0];
            }
            System.out.println(f.getName() + " " + ((Job) value).run());
        }
    }

    static Object named(Object of, String name) throws Exception {
        Field f = of.getClass().getDeclaredField("pre" + name);
        return f.get(of);
    }

    public static void main(String[] args) throws Exception {
        Holder holder = new Holder();
        Field f = Holder.class.getDeclaredField("named");
        System.out.println(((Job) f.get(holder)).run());
        f = Holder.class.getDeclaredField("set");
        f.set(holder, new G());
        System.out.println(holder.set.run());
        System.out.println(((Job) Holder.class.getDeclaredField("fixed")
                .get(null)).run());
        Holder.class.getDeclaredField("later").set(null, new Job());
        System.out.println(Holder.later.run());
        for (Field field : Registry.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                System.out.println(((Job) field.get(null)).run());
            }
        }
        show(new Bigger());
        System.out.println(((Job) named(new Computed(), "fixed")).run());
    }
}
// expect: a
// expect: g
// expect: d
// expect: Fields$Job
// expect: b
// expect: three f
// expect: one c
// expect: two e
// expect: h
