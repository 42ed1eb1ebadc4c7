// SPDX-License-Identifier: MIT
// Live.java - what Boot has found, as constants for the compilers of the JVM. Nobody
// touches this class before all of it is there, and nothing is made here: what fails
// in a static initialiser fails for good.
package ccinstr.rt;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.concurrent.atomic.AtomicReference;

final class Live {
    /** The rows of roots: memory of C. */
    static final IntBuffer R = Boot.roots;
    /** By label: what is added to a row for its slot, << SLOT_SHIFT; 8 if it is counted where
        no path node has it; what it does to Limited: Probe.ARRIVING where the method
        that it leads to has a prologue, Probe.OUT where it leads out. */
    static final int[] LABEL = Boot.label;
    /** By method: its entry; negative of an initialiser. */
    static final int[] ENTRY = Boot.entry;
    /** By site: where its receivers stand in X: their number, then pairs of a
        receiver and a label, sorted. */
    static final int[] SITE = Boot.site, X = Boot.x;
    /** By maker: the receiver that it makes, and a class that it made. */
    static final int[] MAKER = Boot.maker;
    static final Class<?>[] MADE = Boot.made;
    /** The counters of labels begin there, in bytes. */
    static final int LABELS = Boot.labels << 3;
    static final boolean FAST = Boot.fast;
    /** What classes mean at sites; a power of two of them. */
    static final Classes.Known NONE = Boot.none, LOST = Boot.lost;
    /** By site: of the only class that was met there; NONE or SEVERAL. */
    static final Classes.Known SEVERAL = Boot.several;
    static final Classes.Known[] ONLY = Boot.only, KNOWN = Boot.known;
    static final ClassValue<AtomicReference<int[]>> VALUE = Boot.value;
    /** What the machine has told of others. */
    static final Steps.Step[] STEPS = Boot.steps;
    /** The states of threads (Threads.java). */
    static final ThreadLocal<int[]> STATE = Boot.state;
    static final Threads.Pair[] PAIR = Boot.pairs;
    static final Threads.Pair NOBODY = Boot.nobody;
    /** For Memory. */
    static final Object UNSAFE = Boot.unsafe;
    static final long TABLE = Boot.address[0], DATA = Boot.address[1];
    static final LongBuffer T = Boot.table, D = Boot.data;

    private Live() { }
}
