// SPDX-License-Identifier: MIT
// Threads.java - the state of each thread: an array of two ints (Probe.java).
//
// Behind a ThreadLocal; in front of it the pair of the thread that ran last, more or
// less, then a table by the threads' names: those are final to get, which the number
// of a thread is not, and cheap, which its identity's hash is not while somebody
// waits for its end. The value is no class of ours, and the dead are forgotten: what a
// long-lived thread keeps must not keep a class loader of the program alive. Virtual threads have states of
// their own like all others; most have no name, so only the ThreadLocal tells them.
package ccinstr.rt;

final class Threads {
    private static final int MASK = 255;
    private static final int OFTEN = 1 << 10;
    private static final Pair[] PAIR = new Pair[MASK + 1];
    /** As long as the run time is not up, and in its own code. */
    static final int[] DEAD = new int[2];
    private static final Pair NOBODY = new Pair(null, DEAD);
    /** Never null; no thread needs to see the last one. */
    static Pair first = NOBODY;
    private static final ThreadLocal<int[]> STATE = new ThreadLocal<int[]>();

    static final class Pair {
        final Thread owner;
        final int[] state;
        int misses;  // about

        Pair(Thread owner, int[] state) {
            this.owner = owner;
            this.state = state;
        }
    }

    private Threads() { }

    static int[] of(Thread t) {
        String name = t.getName();  // null while the JVM starts
        Pair p = name == null ? null : PAIR[name.hashCode() & MASK];
        if (p == null || p.owner != t) {
            return find(t, name);
        }
        if (++p.misses % OFTEN == 0) {
            first = p;
        }
        return p.state;
    }

    private static int[] find(Thread t, String name) {
        if (name == null || !Boot.isLive() && !Boot.start()) {
            return DEAD;
        }
        try {
            int[] state = STATE.get();
            if (state == null) {
                state = new int[2];
                STATE.set(state);
                Boot.note(Boot.THREAD, 0);
                forgetTheDead();
            }
            int at = name.hashCode() & MASK;
            if (PAIR[at] == null) {
                Pair p = new Pair(t, state);
                PAIR[at] = p;
                first = first.owner == null ? p : first;
            }
            return state;
        } catch (Throwable e) {  // no memory, or no stack: not this activation
            return DEAD;
        }
    }

    /** A thread keeps its class loaders; so it is not kept when the next one comes. */
    private static void forgetTheDead() {
        for (int i = 0; i <= MASK; i++) {
            Pair p = PAIR[i];
            if (p != null && !p.owner.isAlive()) {
                PAIR[i] = null;
            }
        }
        if (first.owner != null && !first.owner.isAlive()) {
            first = NOBODY;
        }
    }
}
