// SPDX-License-Identifier: MIT
// Virtual threads, scoped values, gatherers, and code before super().

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Virtuals {
    static class Job implements Runnable {
        volatile String result;

        @Override
        public void run() {
            Thread.yield();
            LockSupport.parkNanos(1000);
            result = "virtual " + Thread.currentThread().isVirtual();
        }
    }

    static class Base {
        final int n;

        Base(int n) {
            this.n = n;
        }
    }

    static class Checked extends Base {
        Checked(int n) {
            if (n < 0) {
                throw new IllegalArgumentException();
            }
            int doubled = twice(n);
            super(doubled);
        }

        static int twice(int n) {
            return 2 * n;
        }
    }

    static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        Job job = new Job();
        Thread.startVirtualThread(job).join();
        System.out.println(job.result);
        Thread t = Thread.ofVirtual().name("v").unstarted(job);
        t.start();
        t.join();
        System.out.println(t.getName());
        try (ExecutorService pool =
                Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> future = pool.submit(() -> 6 * 7);
            System.out.println(future.get());
        }
        ScopedValue.where(USER, "ann").run(() ->
                System.out.println(USER.get()));
        System.out.println(IntStream.range(0, 4).boxed()
                .gather(Gatherers.windowFixed(2)).toList());
        System.out.println(new Checked(4).n);
        System.out.println(Stream.of("a", "b")
                .mapMulti((String s, java.util.function.Consumer<String> c) -> {
                    c.accept(s);
                    c.accept(s + s);
                }).toList());
    }
}
// expect: virtual true
// expect: v
// expect: 42
// expect: ann
// expect: [[0, 1], [2, 3]]
// expect: 8
// expect: [a, aa, b, bb]
