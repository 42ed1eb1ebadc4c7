// SPDX-License-Identifier: MIT
// Classes.java - from the class of a receiver to its label.
//
// A class has an array of ints: its number among the plan's receivers (0: it is
// none), then pairs of a site and what was found out there for a class that the
// plan does not name. The array is no class of ours, so that a class of the JDK
// keeps no class loader of the program alive.
package ccinstr.rt;

import java.lang.reflect.Proxy;

final class Classes {
    /** What is known of a class at a site that does not name it. */
    private static final int OUT = -1, INSIDE = -2;
    /** Pairs that an array has room for; more are found out again each time. */
    private static final int PAIRS = 8;

    static final ClassValue<int[]> VALUE = new ClassValue<int[]>() {
        @Override
        protected int[] computeValue(Class<?> c) {
            int[] known = new int[1 + 2 * PAIRS];
            known[0] = number(c);
            return known;
        }
    };

    private Classes() { }

    private static int number(Class<?> c) {
        try {
            return Boot.receiver(name(c));
        } catch (Throwable e) {
            return 0;
        }
    }

    static String name(Class<?> c) {
        if (!Proxy.isProxyClass(c)) {
            return c.getName().replace('.', '/');
        }
        StringBuilder text = new StringBuilder("proxy:");
        for (Class<?> i : c.getInterfaces()) {
            text.append(text.length() > 6 ? "," : "").append(i.getName().replace('.', '/'));
        }
        return text.toString();
    }

    /** The label of a site for a class, or 0. */
    static int label(int site, int[] known) {
        int[] x = Live.X;
        int at = Live.SITE[site], n = x[at++], want = known[0];
        if (n <= 8) {
            for (int end = at + 2 * n; at < end; at += 2) {
                if (x[at] == want) {
                    return x[at + 1];
                }
            }
            return 0;
        }
        int lo = 0, hi = n;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (x[at + 2 * mid] < want) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return lo < n && x[at + 2 * lo] == want ? x[at + 2 * lo + 1] : 0;
    }

    private static int find(Class<?> c, int[] known, int site) {
        for (int i = 1; i < known.length && known[i] != 0; i += 2) {
            if (known[i] == site) {
                return known[i + 1];
            }
        }
        int found = Boot.resolve(c, site);  // a client's label, or OUT, INSIDE
        for (int i = 1; i < known.length; i += 2) {
            if (known[i] == 0) {
                known[i + 1] = found;
                known[i] = site;
                break;
            }
        }
        return found;
    }

    /** The state before a call on an object of a class that the site does not name. */
    static int unknown(int my, Class<?> c, int[] known, int site) {
        int found = find(c, known, site);
        return found > 0 ? Boot.before(my, found)
                         : Boot.unknown(my, site, name(c), found == INSIDE);
    }

    static int silent(int my, Object receiver, int site) {
        int is = Boot.silent(site);
        if (is == HAS_RECEIVER) {
            return receiver == null ? my : unknown(my, receiver.getClass(),
                    VALUE.get(receiver.getClass()), site);
        }
        return Boot.unknown(my, site, "-", is == INSIDE);
    }

    private static final int HAS_RECEIVER = 0;
}
