// SPDX-License-Identifier: MIT
// Memory.java - the words that are shared with C: the table of rows, and the data
// file with its counters. Nobody touches this class before Boot has found them.
//
// An access to a buffer is some ten instructions, most of which ask the buffer about
// itself; to Unsafe it is one or two. So Unsafe does it where there is one and the
// JVM does not complain of its use (as it does from 24 on); the compilers of the JVM
// drop what is not used here.
package ccinstr.rt;

import java.lang.reflect.Field;
import java.nio.LongBuffer;
import sun.misc.Unsafe;

final class Memory {
    private static final int COMPLAINS = 24;
    private static final Unsafe UNSAFE = unsafe();
    private static final long TABLE = Boot.address[0], DATA = Boot.address[1];
    private static final LongBuffer T = Boot.table.asLongBuffer();
    private static final LongBuffer D = Boot.data.asLongBuffer();

    private Memory() { }

    private static Unsafe unsafe() {
        try {
            String version = System.getProperty("java.specification.version", "");
            if (!version.startsWith("1.") && Integer.parseInt(version) >= COMPLAINS) {
                return null;
            }
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Unsafe found = (Unsafe) field.get(null);
            found.getLong(Boot.address[0]);
            return found;
        } catch (Throwable e) {  // not there, or not for us: the buffers are
            return null;
        }
    }

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
