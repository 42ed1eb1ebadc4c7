// SPDX-License-Identifier: MIT
// Fields written and objects made through Unsafe.

import java.lang.reflect.Field;
import sun.misc.Unsafe;

@SuppressWarnings({"removal", "deprecation"})
public class Unsafes {
    interface Job {
        String run();
    }

    static class One implements Job {
        @Override
        public String run() {
            return "one";
        }
    }

    static class Two implements Job {
        final int n = Integer.parseInt("2");

        @Override
        public String run() {
            return "two" + n;
        }
    }

    Job job;

    public static void main(String[] args) throws Exception {
        Field f = Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        Unsafe unsafe = (Unsafe) f.get(null);
        long at = unsafe.objectFieldOffset(
                Unsafes.class.getDeclaredField("job"));
        Unsafes u = new Unsafes();
        unsafe.putObject(u, at, new One());
        System.out.println(u.job.run());
        unsafe.compareAndSwapObject(u, at, u.job, new Two());
        System.out.println(u.job.run());
        System.out.println(((Job) unsafe.getObjectVolatile(u, at)).run());
        Job raw = (Job) unsafe.allocateInstance(Two.class);
        System.out.println(raw.run());
        Job[] jobs = new Job[1];
        unsafe.putOrderedObject(jobs, Unsafe.ARRAY_OBJECT_BASE_OFFSET,
                new One());
        System.out.println(jobs[0].run());
    }
}
// expect: one
// expect: two2
// expect: two2
// expect: two0
// expect: one
