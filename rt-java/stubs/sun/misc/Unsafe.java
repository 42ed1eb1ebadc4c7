// SPDX-License-Identifier: MIT
// Unsafe.java - what Memory.java uses of the JDK's class of that name, which
// `javac --release 8` does not show. Only compiled against.
package sun.misc;

public abstract class Unsafe {
    public abstract long getLong(long address);

    public abstract void putLong(long address, long value);
}
