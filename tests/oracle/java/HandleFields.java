// SPDX-License-Identifier: MIT
// Objects that handles of fields, arrays and constants read and write.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

public class HandleFields {
    interface Job {
        String run();
    }

    record A(String text) implements Job {
        @Override
        public String run() {
            return text;
        }
    }

    static class B implements Job {
        @Override
        public String run() {
            return "b";
        }
    }

    static class C implements Job {
        @Override
        public String run() {
            return "c";
        }
    }

    static class D implements Job {
        @Override
        public String run() {
            return "d";
        }
    }

    static class E implements Job {
        @Override
        public String run() {
            return "e";
        }
    }

    static class F implements Job {
        @Override
        public String run() {
            return "f";
        }
    }

    static class G implements Job {
        @Override
        public String run() {
            return "g";
        }
    }

    static class H implements Job {
        @Override
        public String run() {
            return "h";
        }
    }

    static class I implements Job {
        @Override
        public String run() {
            return "i";
        }
    }

    static class J implements Job {
        @Override
        public String run() {
            return "j";
        }
    }

    static class K implements Job {
        @Override
        public String run() {
            return "k";
        }
    }

    static class L implements Job {
        @Override
        public String run() {
            return "l";
        }
    }

    static class M implements Job {
        @Override
        public String run() {
            return "m";
        }
    }

    static class N implements Job {
        @Override
        public String run() {
            return "n";
        }
    }

    static class Sub extends Holder {
        Job own;
    }

    static Object of(Holder holder, Class<?> c, String name) throws Throwable {
        return MethodHandles.lookup().findGetter(c, "un" + name, Job.class)
                .invoke(holder);
    }

    static class Holder {
        Job unnamed = new N();
        Job got = new B();
        Job set;
        static Job fixed = new C();
        static Job later;
        Job reflected = new G();
        Job written;
        Job handled;
    }

    static Job make(String text) {
        return new A(text);
    }

    static Job second(Object a, Job b) {
        return b;
    }

    static Job failed(RuntimeException e, Job j) {
        return new M();
    }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        Holder holder = new Holder();
        MethodHandle get = lookup.findGetter(Holder.class, "got", Job.class);
        System.out.println(((Job) get.invokeExact(holder)).run());
        lookup.findSetter(Holder.class, "set", Job.class)
                .invokeExact(holder, (Job) new D());
        System.out.println(holder.set.run());
        Job fixed = (Job) lookup.findStaticGetter(Holder.class, "fixed",
                Job.class).invokeExact();
        System.out.println(fixed.run());
        lookup.findStaticSetter(Holder.class, "later", Job.class)
                .invokeExact((Job) new E());
        System.out.println(Holder.later.run());
        Object bound = lookup.unreflectGetter(
                Holder.class.getDeclaredField("reflected")).bindTo(holder)
                .invoke();
        System.out.println(((Job) bound).run());
        lookup.unreflectSetter(Holder.class.getDeclaredField("written"))
                .invoke(holder, new H());
        System.out.println(holder.written.run());
        VarHandle var = lookup.unreflectVarHandle(
                Holder.class.getDeclaredField("handled"));
        var.setVolatile(holder, new F());
        System.out.println(holder.handled.run());
        System.out.println(((Job) var.getAndSet(holder, (Job) null)).run());
        Job[] array = new Job[2];
        MethodHandles.arrayElementSetter(Job[].class)
                .invokeExact(array, 0, (Job) new I());
        System.out.println(array[0].run());
        array[1] = new J();
        Job element = (Job) MethodHandles.arrayElementGetter(Job[].class)
                .invokeExact(array, 1);
        System.out.println(element.run());
        Job constant = (Job) MethodHandles.constant(Job.class, new K())
                .invokeExact();
        System.out.println(constant.run());
        MethodHandle second = lookup.findStatic(HandleFields.class, "second",
                MethodType.methodType(Job.class, Object.class, Job.class));
        Job inserted = (Job) MethodHandles.insertArguments(second, 1, new L())
                .invoke((Object) "x");
        System.out.println(inserted.run());
        MethodHandle made = lookup.findStatic(HandleFields.class, "make",
                MethodType.methodType(Job.class, String.class));
        System.out.println(((Job) made.invokeWithArguments("a")).run());
        MethodHandle thrower = MethodHandles.throwException(Job.class,
                RuntimeException.class);
        MethodHandle caught = MethodHandles.catchException(
                MethodHandles.dropArguments(
                        thrower.bindTo(new IllegalStateException()), 0,
                        Job.class), RuntimeException.class,
                lookup.findStatic(HandleFields.class, "failed",
                        MethodType.methodType(Job.class,
                                RuntimeException.class, Job.class)));
        System.out.println(((Job) caught.invoke((Job) null)).run());
        System.out.println(((Job) of(new Sub(), Sub.class, "named")).run());
        VarHandle elements = MethodHandles.arrayElementVarHandle(Job[].class);
        elements.set(array, 0, new B());
        System.out.println(((Job) elements.getAcquire(array, 0)).run());
    }
}
// expect: b
// expect: d
// expect: c
// expect: e
// expect: g
// expect: h
// expect: f
// expect: f
// expect: i
// expect: j
// expect: k
// expect: l
// expect: a
// expect: m
// expect: n
// expect: b
