// SPDX-License-Identifier: MIT
// Probe.java - what instrumented code calls. It follows transitions that the
// machine (rt-native/machine.h) has published, and asks it for all others.
//
// The state of a thread is st[0], and each activation keeps what it has (`my`)
// and what it has to leave (`saved`) in locals of its own: nothing here can get out
// of step. As long as the run time is not up st is DEAD, and nothing happens.
//
// Nothing in here may throw into the program, take a lock, or call code that
// could be instrumented, but for what slow() does.
package ccinstr.rt;

public final class Probe {
    static final int ARRIVING = 1, UNGUARDED = 2, MARKS = 7;
    static final int FIRST = 512;  // rows below are no path nodes
    static final int LIMITED = 8;  // a bit of those
    static final int TOP_LEVEL = 15;
    static final int METHOD = 0x3FFFFFF;

    private Probe() { }

    /** The state of this thread: once in each activation. */
    public static int[] state() {
        Thread t = Thread.currentThread();
        Threads.Pair p = Threads.PAIR[System.identityHashCode(t) & Threads.MASK];
        return p != null && p.owner == t ? p.state : Threads.find(t);
    }

    /** First thing in an entry method or initialiser: what this activation has. What
        the state is to be when it returns is in st[1]; by exception, the same without
        ARRIVING. */
    public static int entered(int[] st, int method) {
        int cur = st[0];
        st[1] = cur & ~ARRIVING;
        int my = enter(st, cur, method);
        st[0] = my;
        return my;
    }

    /** The same in other methods. Where nothing announced it, it was called at a site
        without a probe, and what is active is its caller. */
    public static int arrived(int[] st) {
        int cur = st[0], my = cur & ~ARRIVING;
        st[1] = my;
        if ((cur & ARRIVING) == 0 && cur >= FIRST) {
            my = out(cur) - LIMITED;
        }
        st[0] = my;
        return my;
    }

    /** In a constructor, directly behind entered(), until super() is done: if it was
        entered from outside, nobody restores the state should that throw. */
    public static int unguarded(int[] st, int my) {
        int now = st[1] == my ? my : my | UNGUARDED;
        st[0] = now;
        return now;
    }

    public static int guarded(int[] st, int my) {
        int now = my & ~UNGUARDED;
        st[0] = now;
        return now;
    }

    /** Before a call that the language leaves one label. */
    public static void before(int[] st, int my, int label) {
        if (my < FIRST) {
            st[0] = low(st, my, label);
            return;
        }
        int info = Live.LABEL[label];
        int slot = info >>> 2;
        long word = Live.T.getLong((my & ~MARKS) + 8 + (slot << 3));
        if ((int) (word >>> 32) == label && Live.FAST) {
            int at = ((int) Live.T.getLong(my & ~MARKS) + slot) << 3;
            Live.D.putLong(at, Live.D.getLong(at) + 1);
            st[0] = (int) word | (info >>> 1 & ARRIVING) | (my & UNGUARDED);
        } else {
            st[0] = Boot.before(my, label);
        }
    }

    /** The same where the receiver may be null: then nothing is called. */
    public static void beforeNonNull(int[] st, int my, Object receiver, int label) {
        if (receiver != null) {
            before(st, my, label);
        }
    }

    /** Before a call that is told by the receiver's class. */
    public static void before(int[] st, int my, Object receiver, int site) {
        if (receiver == null || st == Threads.DEAD) {
            return;
        }
        int[] known = Classes.VALUE.get(receiver.getClass());
        int label = Classes.label(site, known);
        if (label != 0) {
            before(st, my, label);
        } else {
            st[0] = Classes.unknown(my, receiver.getClass(), known, site);
        }
    }

    /** Before a call at which nothing was predicted to run. */
    public static void beforeSilent(int[] st, int my, Object receiver, int site) {
        if (st != Threads.DEAD) {
            st[0] = Classes.silent(my, receiver, site);
        }
    }

    /** Before what leads out in any case. */
    public static void beforeOut(int[] st, int my, int site) {
        if (st != Threads.DEAD) {
            st[0] = out(my);
        }
    }

    /** Behind an instruction that makes lambdas: its class is known from now on. */
    public static void made(Object lambda, int maker) {
        if (lambda != null && Boot.isLive()) {
            Classes.VALUE.get(lambda.getClass())[0] = Live.MAKER[maker];
        }
    }

    /** A handler has caught something. */
    public static void caught(int handler) {
        if (Boot.isLive()) {
            Boot.note(Boot.HANDLER, handler);
        }
    }

    // --- What is behind ----------------------------------------------------

    private static int enter(int[] st, int cur, int method) {
        if (st == Threads.DEAD) {
            return 0;
        }
        int entry = Live.ENTRY[method];  // negative: an initialiser
        if (entry < 0 || !Live.FAST || (cur & (ARRIVING | UNGUARDED)) == UNGUARDED) {
            return ask(st, cur, method);
        }
        int row = cur & ~MARKS;
        if (row >= FIRST) {
            boolean here = (cur & ARRIVING) != 0 &&
                    ((int) (Live.T.getLong(row) >>> 32) & METHOD) == method;
            return here ? cur & ~ARRIVING : ask(st, cur, method);
        }
        if ((row & LIMITED) != 0) {
            return cur & ~ARRIVING;
        }
        int level = row >> 4;  // External has 16 + 16 * its level
        int root = Live.R.getInt((entry << 4 | Math.min(level, TOP_LEVEL)) << 2);
        if (root < FIRST) {
            return root == 0 ? ask(st, cur, method) : root;
        }
        int at = (int) Live.T.getLong(root) << 3;
        Live.D.putLong(at, Live.D.getLong(at) + 1);
        return root;
    }

    private static int ask(int[] st, int cur, int method) {
        long both = Boot.entered(cur, method);
        st[1] = (int) (both >>> 32);
        return (int) both;
    }

    // Limited: what leads inside stays, what leads out is External at its level.
    private static int low(int[] st, int my, int label) {
        if (st == Threads.DEAD) {
            return 0;
        }
        if ((my & LIMITED) == 0 || !Live.FAST) {
            return Boot.before(my, label);
        }
        int at = (Live.LABELS + label) << 3;
        Live.D.putLong(at, Live.D.getLong(at) + 1);
        int info = Live.LABEL[label];
        return (info & 1) != 0 ? my | (info >>> 1 & ARRIVING) : my + 8;
    }

    static int out(int my) {
        int row = my & ~MARKS;
        if (row >= FIRST) {
            int level = (int) (Live.T.getLong(row) >>> 58) & 31;
            row = 16 + 16 * level;
        } else if ((row & LIMITED) != 0) {
            row += 8;
        }
        return row | (my & UNGUARDED);
    }
}
