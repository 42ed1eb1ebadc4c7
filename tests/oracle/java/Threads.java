// SPDX-License-Identifier: MIT
// Threads: all that ends in a call of a run method by the JVM.

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadFactory;

public class Threads {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 42;
        }
    }

    static class Job implements Runnable {
        volatile int result;

        @Override
        public void run() {
            result++;
        }
    }

    static class Group extends ThreadGroup {
        Group() {
            super("group");
        }

        @Override
        public void uncaughtException(Thread t, Throwable e) {
            System.out.println("group: " + e.getMessage());
        }
    }

    static class Failing implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("failed");
        }
    }

    static class Handler implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread t, Throwable e) {
            System.out.println("handler: " + e.getMessage());
        }
    }

    static class Local extends ThreadLocal<String> {
        @Override
        protected String initialValue() {
            return "initial";
        }
    }

    static class Factory implements ThreadFactory {
        @Override
        public Thread newThread(Runnable r) {
            Thread t = new Thread(r, "made");
            t.setDaemon(true);
            return t;
        }
    }

    static class Answer implements Callable<String> {
        @Override
        public String call() {
            return "called in " + Thread.currentThread().getName();
        }
    }

    static class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Sum left = new Sum(n - 1);
            left.fork();
            return left.join() + n;
        }
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        run(worker);
        Job job = new Job();
        run(new Thread(job));
        System.out.println(worker.result + job.result);
        run(new Thread(new Group(), new Failing()));
        Thread failing = new Thread(new Failing());
        failing.setUncaughtExceptionHandler(new Handler());
        run(failing);
        Local local = new Local();
        System.out.println(local.get());
        System.out.println(ThreadLocal.withInitial(() -> "supplied").get());

        ExecutorService pool = Executors.newFixedThreadPool(1, new Factory());
        Future<String> future = pool.submit(new Answer());
        System.out.println(future.get());
        pool.execute(job);
        pool.shutdown();
        pool.awaitTermination(10, java.util.concurrent.TimeUnit.SECONDS);
        System.out.println(job.result);
        FutureTask<String> task = new FutureTask<>(new Answer());
        task.run();
        System.out.println(task.get());
        System.out.println(new ForkJoinPool(2).invoke(new Sum(10)));
        System.out.println(CompletableFuture.supplyAsync(() -> 20)
                .thenApply(n -> n + 1).thenCombine(
                        CompletableFuture.completedFuture(2), (a, b) -> a * b)
                .get());
        Runtime.getRuntime().addShutdownHook(new Thread(() ->
                System.out.println("hook")));
        Runtime.getRuntime().addShutdownHook(new Hook());
    }

    static class Hook extends Thread {
        @Override
        public void run() {
            // Quiet: the order of hooks is open.
        }
    }
}
// expect: 43
// expect: group: failed
// expect: handler: failed
// expect: initial
// expect: supplied
// expect: called in made
// expect: 2
// expect: called in main
// expect: 55
// expect: 42
// expect: hook
