// SPDX-License-Identifier: MIT
// References stored by VarHandles, atomics and field updaters, then called.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class VarHandles {
    interface Task {
        String run();
    }

    static class First implements Task {
        @Override
        public String run() {
            return "first";
        }
    }

    static class Second implements Task {
        @Override
        public String run() {
            return "second";
        }
    }

    static class Third implements Task {
        @Override
        public String run() {
            return "third";
        }
    }

    Task plain;
    volatile Task updated;
    static Task shared;

    static final VarHandle PLAIN;
    static final VarHandle SHARED;
    static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(Task[].class);
    static final AtomicReferenceFieldUpdater<VarHandles, Task> UPDATER =
            AtomicReferenceFieldUpdater.newUpdater(VarHandles.class,
                    Task.class, "updated");

    static {
        try {
            PLAIN = MethodHandles.lookup().findVarHandle(VarHandles.class,
                    "plain", Task.class);
            SHARED = MethodHandles.lookup().findStaticVarHandle(
                    VarHandles.class, "shared", Task.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandles v = new VarHandles();
        PLAIN.set(v, new First());
        System.out.println(v.plain.run());
        System.out.println(PLAIN.compareAndSet(v, v.plain, new Second()));
        System.out.println(v.plain.run());
        System.out.println(((Task) PLAIN.getAndSet(v, new Third())).run());
        System.out.println(((Task) PLAIN.getVolatile(v)).run());
        SHARED.setRelease(new Second());
        System.out.println(shared.run());
        Task[] tasks = new Task[1];
        ELEMENT.setVolatile(tasks, 0, new Third());
        System.out.println(tasks[0].run());
        UPDATER.set(v, new First());
        System.out.println(v.updated.run());
        UPDATER.compareAndSet(v, v.updated, new Third());
        System.out.println(UPDATER.get(v).run());
        AtomicReference<Task> atomic = new AtomicReference<>(new First());
        System.out.println(atomic.getAndSet(new Second()).run());
        System.out.println(atomic.get().run());
        System.out.println(atomic.updateAndGet(t -> new Third()).run());
        AtomicReferenceArray<Task> array = new AtomicReferenceArray<>(1);
        array.lazySet(0, new Second());
        System.out.println(array.get(0).run());
        System.out.println(new AtomicInteger(1).accumulateAndGet(2,
                (a, b) -> a + b));
    }
}
// expect: first
// expect: true
// expect: second
// expect: second
// expect: third
// expect: second
// expect: third
// expect: first
// expect: third
// expect: first
// expect: second
// expect: third
// expect: second
// expect: 3
