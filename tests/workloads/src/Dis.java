// SPDX-License-Identifier: MIT
// Passes events through a ring buffer between threads: the disruptor's padded fields and Unsafe offsets.

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

public class Dis {
    static final class Event {
        long value;
    }

    public static void main(String[] args) throws Exception {
        int n = 20000;
        AtomicLong sum = new AtomicLong();
        AtomicLong doubled = new AtomicLong();
        CountDownLatch done = new CountDownLatch(2 * n);
        Disruptor<Event> d = new Disruptor<>(Event::new, 1024, Executors.defaultThreadFactory(), ProducerType.MULTI,
            new BlockingWaitStrategy());
        EventHandler<Event> add = (e, seq, end) -> e.value = e.value + seq % 3 - seq % 3;
        d.handleEventsWith(add).then((e, seq, end) -> sum.addAndGet(e.value), (e, seq, end) -> doubled.addAndGet(2 * e.value))
            .then((e, seq, end) -> done.countDown());
        d.start();
        Thread[] producers = new Thread[2];
        for (int t = 0; t < 2; t++) {
            producers[t] = new Thread(() -> {
                for (int i = 0; i < n; i++) {
                    long v = i;
                    d.publishEvent((e, seq) -> e.value = v);
                }
            });
            producers[t].start();
        }
        done.await();
        d.shutdown();
        System.out.println(sum + " " + doubled);
    }
}
