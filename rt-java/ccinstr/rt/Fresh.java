// SPDX-License-Identifier: MIT
// Fresh.java - a thread that has nothing of the one that makes it: a stack of its own
// size, the group and the priority of the JVM's own threads, no inherited thread locals
// (those run code of the program), no class loader, and none of the restrictions that a
// security manager finds on the stack of the program.
//
// Compiled with the interface of the JDK that builds, not with that of Java 8: there is
// no constructor without inherited thread locals in Java 8, where this does with what
// there is. Nothing else is in here for that reason.
package ccinstr.rt;

import java.security.AccessController;
import java.security.PrivilegedAction;

final class Fresh implements PrivilegedAction<Thread> {
    private final Runnable what;
    private final String name;
    private final long stack;

    private Fresh(Runnable what, String name, long stack) {
        this.what = what;
        this.name = name;
        this.stack = stack;
    }

    static Thread thread(Runnable what, String name, long stack) {
        return AccessController.doPrivileged(new Fresh(what, name, stack));
    }

    @Override
    public Thread run() {
        Thread t;
        try {
            t = new Thread(group(), what, name, stack, false);
        } catch (NoSuchMethodError e) {
            t = new Thread(group(), what, name, stack);
        }
        t.setDaemon(true);
        t.setPriority(Thread.NORM_PRIORITY);
        t.setContextClassLoader(null);
        return t;
    }

    private static ThreadGroup group() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup up = group; up != null; up = up.getParent()) {
            group = up;
        }
        return group;
    }
}
