// SPDX-License-Identifier: MIT
// Memory.java - the words that are shared with C: the table of rows, and the data
// file with its counters. Nobody touches this class before Boot has found them.
//
// An access to a buffer is some ten instructions, most of which ask the buffer about
// itself; to Unsafe it is one or two. So Unsafe does it where there is one and the
// JVM does not complain of its use (as it does from 24 on); the compilers of the JVM
// drop what is not used here.
package ccinstr.rt;

import java.nio.LongBuffer;
import sun.misc.Unsafe;

final class Memory {
    private static final Unsafe UNSAFE = (Unsafe) Live.UNSAFE;
    private static final long TABLE = Live.TABLE, DATA = Live.DATA;
    private static final LongBuffer T = Live.T, D = Live.D;

    private Memory() { }

    /** A word of the table; places are in bytes. */
    static long row(int at) {
        return UNSAFE == null ? T.get(at >> 3) : UNSAFE.getLong(TABLE + at);
    }

    /** One more, in a word of the data file. */
    static void count(int at) {
        if (UNSAFE == null) {
            buffered(at >> 3);
        } else {
            UNSAFE.putLong(DATA + at, UNSAFE.getLong(DATA + at) + 1);
        }
    }

    private static void buffered(int at) {
        D.put(at, D.get(at) + 1);
    }
}
