// SPDX-License-Identifier: MIT
// What the JVM runs when objects are gone: finalizers and Cleaners.

import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Finalizers {
    static final CountDownLatch DONE = new CountDownLatch(3);
    static final Cleaner CLEANER = Cleaner.create();

    static class Old {
        @Override
        @SuppressWarnings("removal")
        protected void finalize() throws Throwable {
            helper();
            super.finalize();
        }

        void helper() {
            DONE.countDown();
        }
    }

    static class Older extends Old {
        @Override
        void helper() {
            super.helper();
        }
    }

    static class Handle implements Runnable {
        @Override
        public void run() {
            DONE.countDown();
        }
    }

    static class New implements AutoCloseable {
        final Cleaner.Cleanable cleanable =
                CLEANER.register(this, new Handle());

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    static void make() {
        new Old();
        new Older();
        new New();
    }

    public static void main(String[] args) throws InterruptedException {
        make();
        for (int i = 0; i < 200; i++) {
            System.gc();
            if (DONE.await(50, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        System.out.println(DONE.getCount());
        try (New closed = new New()) {
            System.out.println(closed.cleanable != null);
        }
    }
}
// expect: 0
// expect: true
