// SPDX-License-Identifier: MIT
// Probe.java - what instrumented code calls. It follows transitions that the
// machine (rt-native/machine.h) has published, and asks it for all others.
//
// The state of a thread is st[0], and each activation keeps what it has (`my`)
// and what it has to leave (`saved`) in locals of its own: nothing here can get out
// of step. Of an activation that is not recorded st is `dead`, whose state is Start, and
// nothing happens; only states of path nodes are known to be of a live one.
//
// This is the only class that the program's threads load, and nothing in it runs when it
// is: what fails in a static initialiser fails for good. The first probe that finds no
// run time starts a thread for that, and all who come meanwhile wait, since what they
// run is to be recorded. The wait is never parking, which would eat the program's
// permits; it keeps interrupts, is bounded in all, and nobody waits whom the starting
// thread could wait for: who holds the lock of a class loader that it needs, that
// thread itself, and who runs before the JVM is up.
//
// What one of those runs is not recorded, but counted: its activation is dead. What it
// calls later may be recorded, so a thread that comes to the run time after such a loss
// begins with a state that may be stale: the frames are asked until none of the
// component is below. So no chain begins in what was not recorded.
//
// What runs for each call is short, so that the compilers take it in: all that is
// seldom stands below. Nothing in here may throw into the program, or call code that
// could be instrumented.
package ccinstr.rt;

public final class Probe implements Runnable {
    static final int ARRIVING = 1, OUT = 4, UNGUARDED = 1 << 31;
    static final int FIRST = 512;  // rows below are no path nodes
    static final int LIMITED = 8;  // a bit of those
    /** Of a thread of which something was not recorded. */
    private static final int LOST_ROW = 272;
    static final int LOST = UNGUARDED | LOST_ROW;
    static final int MARKS = ARRIVING | OUT;
    /** Of Live.LABEL, beside those marks. */
    static final int COUNTED = 8, SLOT_SHIFT = 4;
    static final int TOP_LEVEL = 15;
    static final int METHOD = 0x3FFFFFF;
    /** From a slot in the table to its counter in the data file. */
    private static final int COUNTER = 16 - FIRST;

    /** Of the thread that ran last, more or less; null until the run time is up. Whoever
        sees an older one asks once more. */
    static Threads.Pair first;
    /** Of activations that are not recorded. */
    static int[] dead;

    private Probe() { }

    /** The state of this thread: once in each activation. */
    public static int[] state() {
        Threads.Pair p = first;
        Thread t = Thread.currentThread();
        return p != null && p.owner == t ? p.state : state(p, t);
    }

    /** First thing in an entry method or initialiser: what this activation has. What
        the state is to be when it returns is in st[1]; by exception, the same without
        ARRIVING. */
    public static int entered(int[] st, int method) {
        int cur = st[0], my = cur & ~ARRIVING;
        if ((cur & MARKS) != ARRIVING || cur < FIRST || !Live.FAST ||
                ((int) (Memory.row(my) >>> 32) & METHOD) != method) {
            return enter(st, cur, method);
        }
        st[1] = my;
        st[0] = my;
        return my;
    }

    /** The same in other methods. Where nothing announced it, it was called at a site
        without a probe, and what is active is its caller. */
    public static int arrived(int[] st) {
        int cur = st[0], my = cur & ~ARRIVING;
        st[1] = my;
        if ((cur & MARKS) != ARRIVING) {
            my = cur == LOST ? stale(st, cur) : unannounced(cur);
        }
        st[0] = my;
        return my;
    }

    /** In a method of a class that was not analysed, though another version of it was:
        all that it runs is Limited. What announced it may have meant what comes behind an
        initialiser or loadClass(), so that is left as it is. */
    public static int unmeasured(int[] st, int initialiser) {
        int cur = st[0];
        st[1] = cur;
        if (st == dead) {
            return 0;
        }
        int from = (cur & OUT) != 0 ? external(cur) : cur;
        int row = below(from & ~(ARRIVING | UNGUARDED));
        if ((row & LIMITED) == 0) {
            row = 16 * unmeasuredLevel(row, initialiser != 0) + LIMITED;
        }
        int my = row | (cur & UNGUARDED);
        st[0] = my;
        return my;
    }

    /** In a constructor, directly behind entered() or unmeasured(), until super() is
        done: if it was entered from outside, nobody restores the state should that throw. */
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
        if (my >= FIRST) {
            int at = my + (Live.LABEL[label] >>> SLOT_SHIFT);
            long word = Memory.row(at);
            if ((int) (word >>> 32) == label) {
                Memory.count(at + COUNTER);
                st[0] = (int) word;
                return;
            }
        }
        st[0] = other(st, my, label);
    }

    /** The same where the receiver may be null: then nothing is called. */
    public static void beforeNonNull(int[] st, int my, Object receiver, int label) {
        if (receiver != null) {
            before(st, my, label);
        }
    }

    /** Before a call of what has no probes, nor anything behind it: what is active meanwhile
        makes no difference. (Where nobody entered the level is too low by one meanwhile;
        so is it for what runs there between calls.) */
    public static void count(int[] st, int my, int label) {
        if (my >= FIRST) {
            int at = my + (Live.LABEL[label] >>> SLOT_SHIFT);
            if ((int) (Memory.row(at) >>> 32) == label) {
                Memory.count(at + COUNTER);
                return;
            }
        }
        other(st, my, label);
    }

    public static void countNonNull(int[] st, int my, Object receiver, int label) {
        if (receiver != null) {
            count(st, my, label);
        }
    }

    /** Before a call that is told by the receiver's class. */
    public static void before(int[] st, int my, Object receiver, int site) {
        if (my > 0 && receiver != null) {
            Classes.Known k = Classes.find(receiver.getClass(), site);
            if (my >= FIRST) {
                int at = my + k.slot;
                long word = Memory.row(at);
                if ((int) (word >>> 32) == k.label) {
                    Memory.count(at + COUNTER);
                    st[0] = (int) word;
                    return;
                }
            } else if (k.label > 0 && (my & LIMITED) != 0 && Live.FAST) {
                st[0] = low(my, k.label, k.info);
                return;
            }
        }
        if (receiver != null && st != dead) {
            st[0] = byClass(st, my, receiver.getClass(), site);
        }
    }

    /** Before a call at which nothing was predicted to run. */
    public static void beforeSilent(int[] st, int my, Object receiver, int site) {
        if (st != dead) {
            st[0] = Classes.silent(st, my, receiver, site);
        }
    }

    /** Behind an instruction that makes lambdas: its class is known from now on. */
    public static void made(Object lambda, int maker) {
        if (lambda != null && first != null && Live.MADE[maker] != lambda.getClass()) {
            Classes.made(lambda.getClass(), maker);
        }
    }

    /** A handler has caught something. */
    public static void caught(int handler) {
        if (first != null || comesUp()) {
            Boot.note(Boot.HANDLER, handler);
        }
    }

    /** A finalizer begins. */
    public static void finalizes(int method) {
        if (first != null || comesUp()) {
            Boot.note(Boot.FINALIZER, method);
        }
    }

    // --- What is behind ----------------------------------------------------

    private static int byClass(int[] st, int my, Class<?> c, int site) {
        Classes.Known k = Classes.find(c, site);
        return k.label < 0 ? Classes.unknown(st, my, c, k, site) : other(st, my, k.label);
    }

    // In Limited, which only a live thread has.
    private static int other(int[] st, int my, int label) {
        if ((my & (UNGUARDED | LIMITED)) != LIMITED || my >= FIRST || !Live.FAST) {
            return seldom(st, my, label);
        }
        return low(my, label, Live.LABEL[label]);
    }

    private static int low(int my, int label, int info) {
        if ((info & COUNTED) != 0) {
            Memory.count(Live.LABELS + (label << 3));
        }
        return my | (info & MARKS);
    }

    // A transition that is not published, a state that is none of a path node's, or of
    // a constructor that is not guarded yet.
    private static int seldom(int[] st, int my, int label) {
        if (st == dead) {
            return 0;
        }
        int row = my & ~UNGUARDED;
        if (my == row || row < FIRST) {
            return Steps.before(my, label);
        }
        int at = row + (Live.LABEL[label] >>> SLOT_SHIFT);
        long word = Memory.row(at);
        if ((int) (word >>> 32) != label) {
            return Steps.before(my, label);
        }
        Memory.count(at + COUNTER);
        return (int) word | UNGUARDED;
    }

    // Nothing was recorded of what this thread ran before.
    private static int stale(int[] st, int cur) {
        return st == dead ? 0 : both(st, Boot.arrived(cur));
    }

    private static int unannounced(int cur) {
        return (cur & OUT) != 0 ? external(cur) : below(cur);
    }

    // Of a method that no call of a path node has announced.
    private static int enter(int[] st, int cur, int method) {
        int site = st[1];
        st[1] = cur & ~ARRIVING;
        if (st == dead) {
            return 0;
        }
        int my = (cur & MARKS) == (ARRIVING | OUT) ? both(st, Boot.opened(cur, method, site))
                                                   : traverse(st, cur, method);
        st[0] = my;
        return my;
    }

    private static int traverse(int[] st, int cur, int method) {
        int entry = Live.ENTRY[method];  // negative: an initialiser; 0: what lambdas run
        if (entry < 0 || !Live.FAST || (cur & (ARRIVING | UNGUARDED)) == UNGUARDED) {
            return ask(st, cur, method);
        }
        int row = cur & ~(UNGUARDED | ARRIVING);
        if ((cur & ARRIVING) != 0) {
            boolean here = row < FIRST ||
                    ((int) (Memory.row(row) >>> 32) & METHOD) == method;
            return here ? cur & ~ARRIVING : ask(st, cur, method);
        }
        if (entry == 0) {
            return unannounced(cur);
        }
        int from = (cur & OUT) != 0 ? external(cur) : cur;
        if (from >= FIRST || (from & LIMITED) != 0) {
            return ask(st, cur, method);
        }
        int level = from >> 4;  // External has 16 + 16 * its level
        int root = Live.R.get(entry << 4 | Math.min(level, TOP_LEVEL));
        if (root < FIRST) {
            return root == 0 ? ask(st, cur, method) : root;
        }
        Memory.count(root + 8 + COUNTER);
        return root;
    }

    /** From Start, or External at level row / 16 - 1. Lambdas that such a class makes are
        unknown, so what seems to be called from outside may be called from inside. */
    private static int unmeasuredLevel(int row, boolean initialiser) {
        int level = row == LOST_ROW ? 0 : row >> 4;
        if (row != LOST_ROW && row != 0 && initialiser) {
            level--;
        } else if (row != 0) {
            int frames = Boot.frames();
            level = frames < 0 ? level
                    : (frames & 2) == 0 ? 0
                    : (frames >> 2) + (initialiser ? 0 : ~frames & 1);
        }
        return Math.min(level, TOP_LEVEL);
    }

    private static int ask(int[] st, int cur, int method) {
        return both(st, Boot.entered(cur, method));
    }

    private static int both(int[] st, long both) {
        st[1] = (int) (both >>> 32);
        return (int) both;
    }

    // External at the level of a state.
    private static int external(int state) {
        int row = state & ~(ARRIVING | OUT | UNGUARDED);
        if (row >= FIRST) {
            row = 16 + 16 * ((int) (Memory.row(row) >>> 58) & 31);
        } else if ((row & LIMITED) != 0) {
            row += LIMITED;
        }
        return row | (state & UNGUARDED);
    }

    /** Limited at the level of a path node; other states as they are. */
    static int below(int state) {
        return (state & ~UNGUARDED) >= FIRST ? external(state) - LIMITED : state;
    }

    // --- Coming up -----------------------------------------------------------

    private static final int NEW = 0, STARTING = 1, UP = 2, FAILED = 3;
    private static final long SECOND = 1000000000L, MILLISECOND = 1000000L, AT_ONCE = -1;
    /** What all waits together come to at most, and what one is, in case nobody tells. */
    private static final long BOUND = 10 * SECOND, SLICE = 100;
    /** Frames that there has to be stack for, so that nothing ends half done. */
    private static final int FRAMES = 100;
    private static final String NOT_MEASURED = "ccinstr: not measured: ",
            NOT_YET = "ccinstr: not measured yet: ";
    /** Of the starting thread. */
    private static final String NAME = "ccinstr";
    private static final long STACK = 1 << 20;

    // All that follows changes under the lock of this class only.
    private static volatile int phase;
    private static Thread starter;
    private static long began, left;     // of the waits: ns
    private static long again;           // after a failure: not before
    private static boolean tried, told;  // and was it told how long they may be?
    private static Thread maker;         // of the thread, while it makes that
    private static int asleep, early, starved;  // activations that were lost, by cause
    private static volatile boolean lost;       // were there any?

    private static int[] state(Threads.Pair p, Thread t) {
        return p != null || comesUp() ? Threads.of(t) : dead;
    }

    /** Has anything not been recorded that may still run? */
    static boolean hasLost() {
        return lost;
    }

    /** An activation that is not recorded. */
    static int[] lose(int cause) {
        synchronized (Probe.class) {
            lost = true;
            if (first != null) {
                Boot.unrecorded(cause, 1);
            } else if (cause == Boot.BY_BOOT) {
                asleep++;
            } else if (cause == Boot.BY_START) {
                early++;
            } else {
                starved++;
            }
        }
        return dead;
    }

    /** Is the run time up, or will it be so soon that this waited for it? Who comes first
        starts it. */
    private static boolean comesUp() {
        if (dead == null) {
            synchronized (Probe.class) {
                dead = dead == null ? new int[2] : dead;
            }
        }
        if (phase == FAILED || Thread.currentThread() == starter) {
            return false;
        }
        int cause = Boot.BY_BOOT;
        if (!isAsleep()) {
            cause = Boot.BY_START;
            try {
                hasStack(FRAMES);
                if (phase == NEW) {
                    start();
                }
                if (Thread.currentThread() != maker && mayWait()) {
                    await();
                }
            } catch (VirtualMachineError e) {
                cause = Boot.BY_MEMORY;
            }
        }
        if (first != null) {
            return true;
        }
        if (phase != FAILED) {
            lose(cause);
        }
        return false;
    }

    /** In a class of the JDK, before the JVM is up: the main thread has a context class
        loader from then on. Nothing may be called here that is not there from the start. */
    private static boolean isAsleep() {
        return Probe.class.getClassLoader() == null &&
                Thread.currentThread().getContextClassLoader() == null;
    }

    private static int hasStack(int frames) {
        return frames == 0 ? 0 : 1 + hasStack(frames - 1);
    }

    /** Else the starting thread may have to wait for this one. */
    private static boolean mayWait() {
        try {
            for (ClassLoader l = Probe.class.getClassLoader(); l != null; l = l.getParent()) {
                if (Thread.holdsLock(l)) {
                    return false;
                }
            }
        } catch (SecurityException e) {
            return true;  // as far as can be told; and nobody waits for long
        }
        return true;
    }

    private static void await() {
        boolean interrupted = false;
        try {
            synchronized (Probe.class) {
                long more;
                while (phase == STARTING && (more = left + began - System.nanoTime()) > 0) {
                    if (isGone()) {
                        ended(NEW, MILLISECOND);
                        return;
                    }
                    try {
                        Probe.class.wait(Math.min(more / MILLISECOND + 1, SLICE));
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Once, but where it fails for want of something: then again, so that it costs a tenth
        of the time, or comes after a second. */
    private static void start() {
        Thread t = null;
        boolean mine = false;
        int then = NEW;
        long pause = MILLISECOND;
        try {
            synchronized (Probe.class) {
                long now = System.nanoTime();
                if (phase != NEW || tried && now - again < 0) {
                    return;
                }
                left = tried ? left : BOUND;
                tried = true;
                began = now;
                maker = Thread.currentThread();
                starter = null;
                mine = true;
                phase = STARTING;
            }
            t = thread();
            starter = t;
            t.start();
        } catch (OutOfMemoryError e) {
            pause = SECOND;  // a JVM that cannot start a thread says so each time
            throw e;
        } catch (StackOverflowError e) {
            pause = AT_ONCE;  // there is more of it at the next call, or no call
            throw e;
        } catch (RuntimeException e) {
            then = FAILED;
            tell(NOT_MEASURED + "no thread can be started: " + e);
        } finally {
            if (mine) {
                started(t, then, pause);
            }
        }
    }

    /** It may have been, whatever was thrown; and be through with it. */
    private static void started(Thread t, int otherwise, long pause) {
        synchronized (Probe.class) {
            maker = null;
            if (phase == STARTING && starter == t && (t == null || !t.isAlive())) {
                ended(otherwise, pause);
            }
        }
    }

    // In the program's thread: what it has put in place of System.err may fail.
    private static void tell(String line) {
        try {
            Boot.say(line);
        } catch (LinkageError e) {
            return;
        }
    }

    private static Thread thread() {
        try {
            return Fresh.thread(new Probe(), NAME, STACK);
        } catch (LinkageError e) {
            return plainThread();
        } catch (SecurityException e) {
            return plainThread();
        }
    }

    private static Thread plainThread() {
        Thread t = new Thread(null, new Probe(), NAME, STACK);
        t.setDaemon(true);
        return t;
    }

    private static void ended(int now, long pause) {
        synchronized (Probe.class) {
            long end = System.nanoTime(), took = Math.max(end - began, 0);
            left -= took;
            again = pause == AT_ONCE ? end
                    : end + Math.max(Math.min(10 * took, SECOND), pause);
            phase = now;
            Probe.class.notifyAll();
        }
    }

    /** In the starting thread: how long others wait for it at most. */
    static void waits(int seconds) {
        synchronized (Probe.class) {
            left += told ? 0 : seconds * SECOND - BOUND;
            told = true;
            Probe.class.notifyAll();
        }
    }

    /** Was it stopped before it could say that it is? */
    private static boolean isGone() {
        Thread t = starter;
        return t != null && t.getState() == Thread.State.TERMINATED;
    }

    /** The starting thread. */
    @Override
    public void run() {
        try {
            bringUp();
        } catch (Throwable e) {
            return;  // all is said that could be; the program's handlers are not asked
        }
    }

    private static void bringUp() {
        int now = FAILED;
        String why = null;
        try {
            try {
                why = Boot.load();
                if (why == null) {
                    publish();
                    now = UP;
                }
            } catch (Exception e) {
                why = e.toString();
            } catch (LinkageError e) {
                why = e.toString();
            } catch (VirtualMachineError e) {
                now = NEW;
                why = again == 0 ? "there is no memory for it" : null;
            } catch (Error e) {
                now = NEW;
                why = "somebody has stopped the thread that brings it up";
            }
            if (why != null) {  // before the others go on, and perhaps to their end
                Boot.say(now == NEW ? NOT_YET + why : NOT_MEASURED + why);
            }
        } finally {
            ended(now, MILLISECOND);
        }
    }

    /** From now on it is up. What was lost before is told first. */
    private static void publish() {
        synchronized (Probe.class) {
            Boot.unrecorded(Boot.BY_BOOT, asleep);
            Boot.unrecorded(Boot.BY_START, early);
            Boot.unrecorded(Boot.BY_MEMORY, starved);
            first = Live.NOBODY;
        }
    }
}
