// SPDX-License-Identifier: MIT
// Synchronized methods and blocks, wait and notify, locks.

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Monitors {
    static class Channel<T> {
        private final ArrayDeque<T> items = new ArrayDeque<>();

        synchronized void put(T item) {
            items.add(item);
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            return items.remove();
        }
    }

    static int counter;

    static synchronized void bump() {
        counter++;
    }

    public static void main(String[] args) throws InterruptedException {
        Channel<String> channel = new Channel<>();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                channel.put("item" + i);
                synchronized (Monitors.class) {
                    bump();
                }
            }
        });
        producer.start();
        for (int i = 0; i < 3; i++) {
            System.out.println(channel.take());
        }
        producer.join();
        System.out.println(counter);
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        boolean[] isReady = {false};
        Thread signaller = new Thread(() -> {
            lock.lock();
            try {
                isReady[0] = true;
                ready.signal();
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            signaller.start();
            while (!isReady[0]) {
                ready.await();
            }
        } finally {
            lock.unlock();
        }
        System.out.println(isReady[0]);
    }
}
// expect: item0
// expect: item1
// expect: item2
// expect: 3
// expect: true
