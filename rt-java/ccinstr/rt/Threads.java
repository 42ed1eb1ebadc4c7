// SPDX-License-Identifier: MIT
// Threads.java - the state of each thread: an array of two ints (Probe.java).
//
// Behind a ThreadLocal; in front of it the pair of the thread that ran last, more or
// less (Probe.first), then a table by the threads' names: those are final to get, which
// the number of a thread is not, and cheap, which its identity's hash is not while
// somebody waits for its end. The value is no class of ours, and the dead are forgotten:
// what a long-lived thread keeps must not keep a class loader of the program alive.
// Virtual threads have states of their own like all others; most have no name, so only
// the ThreadLocal tells them.
package ccinstr.rt;

final class Threads {
    private static final int MASK = 255;
    private static final int OFTEN = 1 << 10;

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

    static Pair[] table() {
        return new Pair[MASK + 1];
    }

    static int[] of(Thread t) {
        String name = t.getName();  // null while the JVM starts
        Pair p = name == null ? null : Live.PAIR[name.hashCode() & MASK];
        if (p == null || p.owner != t) {
            return find(t, name);
        }
        if (++p.misses % OFTEN == 0) {
            Probe.first = p;
        }
        return p.state;
    }

    // Where there is no stack left the method is not entered, as any other would not be.
    private static int[] find(Thread t, String name) {
        int[] state;
        try {
            state = Live.STATE.get();
            if (state == null) {
                state = begin();
            }
        } catch (OutOfMemoryError e) {
            return Probe.lose(Boot.BY_MEMORY);
        }
        keep(t, name, state);
        return state;
    }

    private static int[] begin() {
        int[] state = new int[2];
        state[0] = Probe.hasLost() ? Probe.LOST : 0;
        Boot.note(Boot.THREAD, 0);  // first: who is stopped between them counts nothing
        Live.STATE.set(state);
        forgetTheDead();
        return state;
    }

    private static void keep(Thread t, String name, int[] state) {
        int at = name == null ? 0 : name.hashCode() & MASK;
        if (name == null || Live.PAIR[at] != null) {
            return;
        }
        try {
            Pair p = new Pair(t, state);
            Live.PAIR[at] = p;
            Probe.first = Probe.first.owner == null ? p : Probe.first;
        } catch (OutOfMemoryError e) {
            return;  // it is found in the other way once more
        }
    }

    /** A thread keeps its class loaders; so it is not kept when the next one comes. */
    private static void forgetTheDead() {
        for (int i = 0; i <= MASK; i++) {
            Pair p = Live.PAIR[i];
            if (p != null && !p.owner.isAlive()) {
                Live.PAIR[i] = null;
            }
        }
        Thread owner = Probe.first.owner;
        if (owner != null && !owner.isAlive()) {
            Probe.first = Live.NOBODY;
        }
    }
}
