// SPDX-License-Identifier: MIT
// Things that happen later: Timer and scheduled executors.

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Timers {
    static class Tick extends TimerTask {
        final CountDownLatch done;

        Tick(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public void run() {
            done.countDown();
            if (done.getCount() == 0) {
                cancel();
            }
        }

        @Override
        public boolean cancel() {
            return super.cancel();
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(2);
        Timer timer = new Timer(true);
        timer.schedule(new Tick(done), 1, 1);
        done.await();
        timer.cancel();
        System.out.println(done.getCount());
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<String> later =
                pool.schedule(() -> "later", 1, TimeUnit.MILLISECONDS);
        System.out.println(later.get());
        CountDownLatch often = new CountDownLatch(2);
        pool.scheduleAtFixedRate(often::countDown, 1, 1, TimeUnit.MILLISECONDS);
        often.await();
        pool.shutdownNow();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
    }
}
// expect: 0
// expect: later
// expect: true
