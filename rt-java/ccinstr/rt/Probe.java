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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

public final class Probe implements Runnable {
    static final int ARRIVING = Ids.STATE_ARRIVING, OUT = Ids.STATE_OUT;
    static final int UNGUARDED = 1 << Ids.STATE_UNGUARDED_BIT;
    static final int FIRST = Ids.ROW_FIRST;  // rows below are no path nodes
    static final int LIMITED = Ids.STATE_LIMITED;  // a bit of those
    /** Of a thread of which something was not recorded. */
    private static final int LOST_ROW = Ids.ROW_LOST;
    static final int LOST = UNGUARDED | LOST_ROW;
    static final int MARKS = ARRIVING | OUT;
    /** Of Live.LABEL, beside those marks. */
    static final int COUNTED = Ids.LABEL_COUNTED, SLOT_SHIFT = Ids.LABEL_SLOT_SHIFT;
    static final int TOP_LEVEL = Ids.STATE_LEVELS - 1;
    static final int METHOD = (1 << Ids.ROW_METHOD_BITS) - 1;
    /** From a slot in the table to its counter in the data file. */
    private static final int COUNTER = 16 - FIRST;

    /** Of the thread that ran last, more or less; null until the run time is up. Whoever
        sees an older one asks once more. */
    static Threads.Pair first;
    /** Of activations that are not recorded. */
    static int[] dead;

    /** Of the program's end, else of the beginning. */
    private final boolean isLast;

    private Probe(boolean isLast) {
        this.isLast = isLast;
    }

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
    //
    //     NEW       nobody brings it up; not before `again` if it was tried
    //     STARTING  `maker` makes `starter`, or made it, is null again, and that runs
    //     UP        `first` is there
    //     FAILED    for good, which was said
    //
    // No code of the program may be called here but in `maker`, and in who watches: it
    // could come back here. Who does is not recorded, and waits for nobody.

    private static final int NEW = 0, STARTING = 1, UP = 2, FAILED = 3;
    private static final long SECOND = 1000000000L, MILLISECOND = 1000000L, AT_ONCE = -1;
    /** What all waits together come to at most, and what one is, in case nobody tells. */
    private static final long BOUND = 10 * SECOND, SLICE = 100;
    /** Frames of 100 bytes and more that there has to be stack for, so that nothing ends
        half done. */
    private static final int FRAMES = 40;
    private static final String NOT_MEASURED = "ccinstr: not measured: ",
            NOT_YET = "ccinstr: not measured yet: ";
    /** Of the starting thread. */
    private static final String NAME = "ccinstr";
    private static final long STACK = 1 << 20;

    // All that follows changes under the lock of this class only.
    private static volatile int phase;
    private static Thread starter;
    private static ClassLoader[] loaders;  // whose locks it may need
    private static long began, left;       // of the waits: ns
    private static long again;             // after a failure: not before
    private static boolean tried, told;    // and was it told how long they may be?
    private static Thread maker;           // of the thread, while it makes that
    private static boolean lacked;         // it failed for want of memory
    private static boolean excused;        // it was said that it is not up yet
    private static int asleep, early, starved;  // what was lost, by cause
    private static volatile boolean lost;       // was there any?
    private static boolean isWatched;           // what was lost is told at the end
    private static Thread last;                 // by this one
    private static FileOutputStream err;

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
            cause = lacked ? Boot.BY_MEMORY : Boot.BY_START;
            // Else the method is not entered, as one that takes more stack would not be.
            hasStack(FRAMES, phase, 1, 2, 3, 4);
            try {
                do {
                    if (phase == NEW) {
                        start();
                    }
                    if (Thread.currentThread() != maker) {
                        await();
                    }
                } while (isFree());
                if (Thread.currentThread() != maker) {
                    watch();
                }
            } catch (StackOverflowError e) {
                throw e;
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

    // Each frame has its own values to keep, compiled or not.
    private static long hasStack(int frames, long a, long b, long c, long d, long e) {
        return frames == 0 ? 0
                : hasStack(frames - 1, a + b, b + c, c + d, d + e, e + a) + a * b + c * d * e;
    }

    /** Else the starting thread may have to wait for this one. */
    private static boolean mayWait() {
        ClassLoader own = Probe.class.getClassLoader();
        if (own != null && Thread.holdsLock(own)) {
            return false;
        }
        ClassLoader[] all = loaders;
        for (int i = 0; all != null && i < all.length; i++) {
            if (Thread.holdsLock(all[i])) {
                return false;
            }
        }
        return true;
    }

    /** Ours and those above it, as far as we may know: a security manager is asked. */
    private static ClassLoader[] loaders() {
        ClassLoader[] all = new ClassLoader[16];
        int n = 0;
        try {
            ClassLoader l = Probe.class.getClassLoader();
            while (l != null) {
                if (n == all.length) {
                    ClassLoader[] more = new ClassLoader[2 * n];
                    System.arraycopy(all, 0, more, 0, n);
                    all = more;
                }
                all[n++] = l;
                l = l.getParent();
            }
        } catch (SecurityException e) {
            // Nobody waits for long.
        }
        ClassLoader[] some = new ClassLoader[n];
        System.arraycopy(all, 0, some, 0, n);
        return some;
    }

    /** All classes that threads need while they wait and for their end, and the starting
        thread until it loads the first of ours. That one may hold the lock of our loader and
        wait for a lock that they hold; whoever finds a class then would wait for it. */
    private static int named() {
        Class<?>[] all = {
            ClassLoader.class, FileDescriptor.class, FileOutputStream.class, Fresh.class,
            IOException.class, IllegalStateException.class, Integer.class,
            InterruptedException.class, LinkageError.class, NumberFormatException.class,
            OutOfMemoryError.class, Runtime.class, RuntimeException.class,
            SecurityException.class, StackOverflowError.class, String.class,
            StringBuilder.class, System.class, Thread.class, Throwable.class,
            VirtualMachineError.class, Error.class, Exception.class, Math.class
        };
        return all.length;
    }

    private static void await() {
        boolean interrupted = false;
        try {
            synchronized (Probe.class) {
                long more;
                while (phase == STARTING && mayWait() &&
                        (more = left + began - System.nanoTime()) > 0) {
                    if (isGone()) {
                        ended(NEW, MILLISECOND, false);
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
        boolean mine = false, lacks = false;
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
            if (named() == 0) {
                return;
            }
            ClassLoader[] all = loaders();
            t = thread(false);
            synchronized (Probe.class) {
                loaders = all;
                starter = t;
            }
            t.start();
        } catch (OutOfMemoryError e) {
            lacks = true;
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
                started(t, then, pause, lacks);
            }
        }
        if (then == FAILED) {
            forget();
        }
    }

    /** Has another thread given up for want of stack, so that this one may try at once? */
    private static boolean isFree() {
        synchronized (Probe.class) {
            return phase == NEW && tried && System.nanoTime() - again >= 0 && left > 0;
        }
    }

    /** It may have been, whatever was thrown; and be through with it. */
    private static void started(Thread t, int otherwise, long pause, boolean lacks) {
        synchronized (Probe.class) {
            maker = null;
            if (phase == STARTING && starter == t && (t == null || !t.isAlive())) {
                ended(otherwise, pause, lacks);
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

    private static Thread thread(boolean isLast) {
        try {
            return Fresh.thread(new Probe(isLast), NAME, STACK);
        } catch (LinkageError e) {
            return plainThread(isLast);
        } catch (SecurityException e) {
            return plainThread(isLast);
        }
    }

    private static Thread plainThread(boolean isLast) {
        Thread t = new Thread(null, new Probe(isLast), NAME, STACK);
        t.setDaemon(true);
        return t;
    }

    private static void ended(int now, long pause, boolean lacks) {
        synchronized (Probe.class) {
            lacked = lacks;
            long end = System.nanoTime(), took = Math.max(end - began, 0);
            left -= took;
            again = pause == AT_ONCE ? end
                    : end + Math.max(Math.min(10 * took, SECOND), pause);
            phase = now;
            Probe.class.notifyAll();
        }
    }

    /** In the starting thread: how long others wait for it at most. */
    private static void waits() {
        int seconds = longestWait(waitText());
        seconds = seconds < 0 ? (int) (BOUND / SECOND) : seconds;
        synchronized (Probe.class) {
            left += told ? 0 : seconds * SECOND - BOUND;
            told = true;
            Probe.class.notifyAll();
        }
    }

    /** What is set, or null. */
    static String waitText() {
        try {
            String text = System.getProperty("ccinstr.wait", "");
            return text.isEmpty() ? System.getenv("CCINSTR_WAIT") : text;
        } catch (SecurityException e) {
            return null;
        }
    }

    /** In seconds; -1: that is no number of them. */
    static int longestWait(String text) {
        if (text == null || text.isEmpty()) {
            return (int) (BOUND / SECOND);
        }
        try {
            return Math.max(Integer.parseInt(text), -1);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Was it stopped before it could say that it is? */
    private static boolean isGone() {
        return maker == null && starter != null && !starter.isAlive();
    }

    /** The starting thread; or that of the program's end. */
    @Override
    public void run() {
        try {
            if (isLast) {
                end();
            } else {
                bringUp();
            }
        } catch (Throwable e) {
            return;  // all is said that could be; the program's handlers are not asked
        }
    }

    private static void bringUp() {
        int now = FAILED;
        boolean lacks = false;
        String why = null;
        try {
            try {
                waits();
                why = Boot.load();
            } catch (Exception e) {
                why = e.toString();
            } catch (LinkageError e) {
                why = e.toString();
            } catch (VirtualMachineError e) {
                lacks = true;
                now = NEW;
                why = "there is no memory for it";
            } catch (Error e) {
                now = NEW;
                why = "somebody has stopped the thread that brings it up";
            }
            if (first == null && why != null) {  // before the others go on, perhaps to their end
                excuse(now, why);
            }
        } finally {
            now = first != null ? UP : now;
            ended(now, MILLISECOND, lacks);
        }
        if (now != NEW) {
            forget();
        }
    }

    /** That it is not up yet is said once. */
    private static void excuse(int now, String why) {
        if (now == NEW && excused) {
            return;
        }
        Boot.say(now == NEW ? NOT_YET + why : NOT_MEASURED + why);
        if (now == NEW) {
            synchronized (Probe.class) {
                excused = true;
            }
        }
    }

    /** From now on it is up. What was lost before is told first. */
    static void publish() {
        synchronized (Probe.class) {
            Boot.unrecorded(Boot.BY_BOOT, asleep);
            Boot.unrecorded(Boot.BY_START, early);
            Boot.unrecorded(Boot.BY_MEMORY, starved);
            first = Live.NOBODY;
        }
    }

    // --- The end of a program that did not wait ------------------------------

    /** Who waits has run nothing; but who does not has something to lose, should the
        program end before the run time is up. Not again if that is in vain. */
    private static void watch() {
        synchronized (Probe.class) {
            if (first != null || phase == FAILED || isWatched) {
                return;
            }
            isWatched = true;
        }
        Thread t = null;
        boolean inVain = false;
        try {
            err = new FileOutputStream(FileDescriptor.err);
            t = thread(true);
            Runtime.getRuntime().addShutdownHook(t);
            inVain = true;
        } catch (IllegalStateException e) {
            inVain = true;  // it ends already
        } catch (SecurityException e) {
            inVain = true;  // we may not
        } finally {
            synchronized (Probe.class) {
                last = t;
                isWatched = inVain;
            }
        }
        if (first != null || phase == FAILED) {
            forget();
        }
    }

    /** It would keep the class loader. */
    private static void forget() {
        Thread t;
        synchronized (Probe.class) {
            t = last;
            last = null;
        }
        try {
            if (t != null) {
                Runtime.getRuntime().removeShutdownHook(t);
            }
        } catch (IllegalStateException e) {
            return;  // it runs, and finds that all is done
        } catch (SecurityException e) {
            return;
        }
    }

    /** What was lost is in the data file, if there will be one soon; else it is said. The
        lock of our class loader may be held for good (named()). */
    private static void end() throws IOException, InterruptedException {
        synchronized (Probe.class) {
            long from = System.nanoTime(), more;
            while (phase == STARTING && (more = 2 * SECOND - (System.nanoTime() - from)) > 0) {
                Probe.class.wait(more / MILLISECOND + 1);
            }
            int n = asleep + early + starved;
            if (first == null && phase != FAILED && n > 0) {
                err.write((NOT_MEASURED + "the program has ended before the run time was" +
                        " up; " + n + " calls of instrumented methods were not recorded\n")
                        .getBytes());
            }
        }
    }

}
