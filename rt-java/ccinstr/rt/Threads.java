// SPDX-License-Identifier: MIT
// Threads.java - the state of each thread: an array of two ints (Probe.java).
//
// Behind a ThreadLocal; in front of it a table by the thread's identity, which
// costs a few loads. The value is no class of ours: what a long-lived thread
// keeps must not keep a class loader of the program alive. Virtual threads have
// states of their own like all others.
package ccinstr.rt;

final class Threads {
    static final int MASK = 1023;
    static final Pair[] PAIR = new Pair[MASK + 1];
    /** As long as the run time is not up, and in its own code. */
    static final int[] DEAD = new int[2];
    private static final ThreadLocal<int[]> STATE = new ThreadLocal<int[]>();

    static final class Pair {
        final Thread owner;
        final int[] state;

        Pair(Thread owner, int[] state) {
            this.owner = owner;
            this.state = state;
        }
    }

    private Threads() { }

    static int[] find(Thread t) {
        if (!Boot.isLive() && !Boot.start()) {
            return DEAD;
        }
        try {
            int[] state = STATE.get();
            if (state == null) {
                state = new int[2];
                STATE.set(state);
                Boot.note(Boot.THREAD, 0);
            }
            PAIR[System.identityHashCode(t) & MASK] = new Pair(t, state);
            return state;
        } catch (Throwable e) {  // no memory, or no stack: not this activation
            return DEAD;
        }
    }
}
