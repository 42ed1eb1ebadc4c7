// SPDX-License-Identifier: MIT
// Live.java - what Boot has found, as constants for the compilers of the JVM. Nobody
// touches this class before all of it is there.
package ccinstr.rt;

import java.nio.IntBuffer;

final class Live {
    /** The rows of roots: memory of C. */
    static final IntBuffer R = Boot.roots.asIntBuffer();
    /** By label: what is added to a row for its slot, << SLOT_SHIFT; 8 if it is counted where
        no path node has it; what it does to Limited: Probe.ARRIVING where the method
        that it leads to has a prologue, Probe.OUT where it leads out. */
    static final int[] LABEL = Boot.fast ? Boot.label : slow(Boot.label);
    /** By method: its entry; negative of an initialiser. */
    static final int[] ENTRY = Boot.entry;
    /** By site: where its receivers stand in X: their number, then pairs of a
        receiver and a label, sorted. */
    static final int[] SITE = Boot.site, X = Boot.x;
    /** By maker: the receiver that it makes, and a class that it made. */
    static final int[] MAKER = Boot.maker;
    static final Class<?>[] MADE = new Class<?>[MAKER.length];
    /** The counters of labels begin there, in bytes. */
    static final int LABELS = Boot.labels << 3;
    static final boolean FAST = Boot.fast;
    /** What classes mean at sites; a power of two of them. */
    static final Classes.Known NONE = Classes.nothing(false), LOST = Classes.nothing(true);
    /** By site: of the only class that was met there; NONE or SEVERAL. */
    static final Classes.Known SEVERAL = Classes.nothing(false);
    static final Classes.Known[] ONLY = Classes.empty(SITE.length);
    static final Classes.Known[] KNOWN = Classes.table(X.length / 2);
    /** What the machine has told of others. */
    static final Steps.Step[] STEPS = Steps.table();

    private Live() { }

    /** Makes this class ready, and what it uses, while all probes still do nothing. */
    static void touch() {
        Memory.row(Probe.FIRST);
    }

    /** So that none is found published: where the slots would begin, no label ever is. */
    private static int[] slow(int[] label) {
        for (int i = 0; i < label.length; i++) {
            label[i] = label[i] & 15 | 8 << Probe.SLOT_SHIFT;
        }
        return label;
    }
}
