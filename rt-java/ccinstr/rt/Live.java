// SPDX-License-Identifier: MIT
// Live.java - what Boot has found, as constants for the compilers of the JVM. Nobody
// touches this class before all of it is there.
package ccinstr.rt;

import java.nio.ByteBuffer;

final class Live {
    /** The table of rows, the counters, and the rows of roots: memory of C. */
    static final ByteBuffer T = Boot.table, D = Boot.data, R = Boot.roots;
    /** By label: slot << 2, 2 if the method there has a prologue, 1 if it leads inside. */
    static final int[] LABEL = Boot.label;
    /** By method: its entry; negative of an initialiser. */
    static final int[] ENTRY = Boot.entry;
    /** By site: where its receivers stand in X: their number, then pairs of a
        receiver and a label, sorted. */
    static final int[] SITE = Boot.site, X = Boot.x;
    /** By maker: the receiver that it makes. */
    static final int[] MAKER = Boot.maker;
    /** The counters of labels begin there, in double words. */
    static final int LABELS = Boot.labels;
    static final boolean FAST = Boot.fast;

    private Live() { }
}
