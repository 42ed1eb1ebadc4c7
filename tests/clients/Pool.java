// SPDX-License-Identifier: MIT
// Pool.java - what a generated client stands on: the values that came back to it,
// choices at run time, and the end of the run. It is part of the client: code
// outside the component that uses nothing of it.
package client;

import java.util.ArrayList;

public final class Pool {
    private static final int MOST = 2000;
    private static final ArrayList<Object> values = new ArrayList<>();
    private static long state;
    private static int returned, threw;

    private Pool() { }

    /** Begins a run that ends after so many seconds, whatever it does then. */
    public static void begin(long seed, int seconds) {
        state = seed * 0x9e3779b97f4a7c15L + 1;
        Thread watchdog = new Thread() {
            @Override public void run() {
                try {
                    sleep(seconds * 1000L);
                } catch (InterruptedException e) {
                    // then the run is shorter
                }
                tell("short");
                Runtime.getRuntime().halt(0);
            }
        };
        watchdog.setDaemon(true);
        watchdog.start();
    }

    public static void end() {
        tell("whole");
        Runtime.getRuntime().halt(0);
    }

    private static void tell(String how) {
        System.err.println("\nclient: " + returned + " returned, " + threw
            + " threw, " + values.size() + " values, " + how);
    }

    /** What a statement gave. */
    public static void gave(Object value) {
        returned++;
        keep(value);
    }

    /** What a statement threw. */
    public static void threw(Throwable t) {
        threw++;
        if (System.getProperty("client.verbose") != null) {
            t.printStackTrace();
        }
        keep(t);
    }

    public static void keep(Object value) {
        synchronized (values) {
            if (value != null && values.size() < MOST) {
                values.add(value);
            }
        }
    }

    public static int next(int n) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) ((state >>> 33) % n);
    }

    /** One of the values that are of this type, or null. Later ones more often. */
    public static <T> T pick(Class<T> type) {
        Object found = null;
        synchronized (values) {
            int n = 0;
            for (int i = 0; i < values.size(); i++) {
                if (type.isInstance(values.get(i)) && next(++n) < 2) {
                    found = values.get(i);
                }
            }
        }
        return type.cast(found);
    }

    /** The same, or what is given if there is none. */
    public static <T> T pick(Class<T> type, T other) {
        T found = pick(type);
        return found != null ? found : other;
    }

    /** A number as clients' methods return it: often the end of something. */
    public static int number() {
        int n = next(12);
        return n < 3 ? -1 : n < 6 ? 0 : n - 5;
    }

    /** Now and then a method of a client throws. */
    public static void mayThrow() {
        if (next(16) == 0) {
            throw new IllegalStateException("a client's");
        }
    }
}
