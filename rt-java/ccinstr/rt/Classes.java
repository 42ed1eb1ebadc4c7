// SPDX-License-Identifier: MIT
// Classes.java - from the class of a receiver to its label.
//
// What a class means at a site is found once and kept in a table by both: a few loads
// for a hot call, however many classes it meets. The table holds only classes that
// live as long as the run time does. Behind it a class has an array of ints: its
// number among the plan's receivers (0: it is none), then pairs of a site and what was
// found out there for a class that the plan does not name. The array is no class of
// ours, so that a class of the JDK keeps no class loader of the program alive.
package ccinstr.rt;

import java.lang.reflect.Proxy;
import java.util.Arrays;

final class Classes {
    /** What is known of a class at a site that does not name it. */
    private static final int OUT = -1, INSIDE = -2, RETRY = -3;
    /** Pairs that an array has room for; more are found out again each time. */
    private static final int PAIRS = 8;
    private static final int LEAST_PLACES = 1 << 13, MOST_PLACES = 1 << 18;

    /** It is not predicted there. A lambda that may run several methods: which it is is
        known when that is entered. */
    private static final int UNKNOWN = -1, OPEN = -2;
    /** There was no stack or memory left to find out. */
    private static final int LOST = -3;
    /** The number of such a lambda's class. */
    private static final int ANY = -1;

    /** What a class means at a site. */
    static final class Known {
        final Class<?> of;
        final int site;
        final int label;       // or UNKNOWN, OPEN
        final int info, slot;  // as Live.LABEL says
        final int counter;     // that counts it then; 0: C does
        final boolean inside;  // where it leads then

        Known(Class<?> of, int site, int label, int counter, boolean inside) {
            this.of = of;
            this.site = site;
            this.label = label;
            this.info = label < 0 ? 0 : Live.LABEL[label];
            this.slot = info >>> Probe.SLOT_SHIFT;
            this.counter = counter;
            this.inside = inside;
        }
    }

    static final ClassValue<int[]> VALUE = new ClassValue<int[]>() {
        @Override
        protected int[] computeValue(Class<?> c) {
            int[] known = new int[1 + 2 * PAIRS];
            known[0] = number(c);
            return known;
        }
    };

    private Classes() { }

    // --- The table -----------------------------------------------------------

    static Known[] table(int pairs) {
        int n = LEAST_PLACES;
        while (n < MOST_PLACES && n < 16 * (long) pairs) {
            n *= 2;
        }
        Known[] all = new Known[n];
        Arrays.fill(all, Live.NONE);
        return all;
    }

    private static int place(Class<?> c, int site) {
        return System.identityHashCode(c) + site & Live.KNOWN.length - 1;
    }

    static Known find(Class<?> c, int site) {
        int at = place(c, site);
        Known k = Live.KNOWN[at];
        return k.site == site && k.of == c ? k : find(c, site, at);
    }

    private static Known find(Class<?> c, int site, int at) {
        Known k = Live.KNOWN[at ^ 1];
        if (k.of == c && k.site == site) {
            return k;
        }
        try {
            int[] known = VALUE.get(c);
            int label = known[0] != ANY ? label(site, known) : Boot.opens(site) ? OPEN : UNKNOWN;
            k = new Known(c, site, label, 0, false);
            if (label != UNKNOWN) {
                keep(k);
            }
            return k;
        } catch (VirtualMachineError e) {
            return Live.LOST;
        }
    }

    static Known nothing(boolean lost) {
        return new Known(null, 0, lost ? LOST : UNKNOWN, 0, false);
    }

    private static void keep(Known k) {
        if (!Live.FAST && k.label == UNKNOWN || !lives(k.of)) {
            return;
        }
        int at = place(k.of, k.site);
        Live.KNOWN[Live.KNOWN[at].of == null ? at : at ^ 1] = k;
    }

    /** Will that class be there as long as this one? */
    private static boolean lives(Class<?> c) {
        try {
            ClassLoader of = c.getClassLoader(), up = Classes.class.getClassLoader();
            while (up != null && up != of) {
                up = up.getParent();
            }
            return up == of;
        } catch (SecurityException e) {
            return false;
        }
    }

    // --- Classes with labels ---------------------------------------------------

    private static int number(Class<?> c) {
        try {
            return Boot.receiver(name(c));
        } catch (VirtualMachineError e) {
            throw e;  // it may be found the next time
        } catch (Throwable e) {
            return 0;
        }
    }

    static String name(Class<?> c) {
        if (!Proxy.isProxyClass(c)) {
            String name = c.getName();
            int address = name.indexOf('/');  // of a hidden class: another one in each run
            return name.contains("$$Lambda") ? "lambda:-"
                    : (address < 0 ? name : name.substring(0, address)).replace('.', '/');
        }
        StringBuilder text = new StringBuilder("proxy:");
        for (Class<?> i : c.getInterfaces()) {
            text.append(text.length() > 6 ? "," : "").append(i.getName().replace('.', '/'));
        }
        return text.toString();
    }

    /** A class of lambdas is known by who makes them; it may have been met before, where
        another thread made one while the run time was coming up. */
    static void made(Class<?> c, int maker) {
        int[] known = VALUE.get(c);
        if (known[0] != Live.MAKER[maker]) {
            Arrays.fill(known, 1, known.length, 0);
            known[0] = Live.MAKER[maker];
            for (int i = 0; i < Live.KNOWN.length; i++) {
                if (Live.KNOWN[i].of == c) {
                    Live.KNOWN[i] = Live.NONE;
                }
            }
        }
        if (lives(c)) {
            Live.MADE[maker] = c;
        }
    }

    /** The label of a site for a class, or UNKNOWN. */
    private static int label(int site, int[] known) {
        int[] x = Live.X;
        int from = Live.SITE[site], n = x[from++], want = known[0];
        int lo = 0, hi = n;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (x[from + 2 * mid] < want) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return lo < n && x[from + 2 * lo] == want ? x[from + 2 * lo + 1] : UNKNOWN;
    }

    // --- Classes without -------------------------------------------------------

    // A client's label, or OUT, INSIDE; RETRY is not kept.
    private static int resolve(Class<?> c, int[] known, int site) {
        for (int i = 1; i < known.length && known[i] != 0; i += 2) {
            if (known[i] == site) {
                return known[i + 1];
            }
        }
        int found = Boot.resolve(c, site);
        for (int i = 1; i < known.length && found != RETRY; i += 2) {
            if (known[i] == 0) {
                known[i + 1] = found;
                known[i] = site;
                break;
            }
        }
        return found;
    }

    /** May what is known be counted without asking? In a chain, or in Limited. */
    private static boolean isCountedHere(Known k, int my) {
        return k.counter != 0 && Live.FAST && (Probe.below(my) & Probe.LIMITED) != 0;
    }

    private static int counted(Known k, int my) {
        Memory.count(k.counter << 3);
        return k.inside ? Probe.below(my) | Probe.ARRIVING : my | Probe.OUT;
    }

    /** The state before a call on an object of a class that the site does not name. */
    static int unknown(int[] st, int my, Class<?> c, Known k, int site) {
        if (k.label == LOST) {
            return Probe.below(my);
        }
        if (k.label == OPEN && (Probe.below(my) & Probe.LIMITED) != 0) {
            st[1] = site;
            return my | Probe.ARRIVING | Probe.OUT;
        }
        return isCountedHere(k, my) ? counted(k, my) : ask(my, c, site);
    }

    private static int ask(int my, Class<?> c, int site) {
        int found = resolve(c, VALUE.get(c), site);
        if (found == RETRY) {
            return Probe.below(my);
        }
        if (found > 0) {
            keep(new Known(c, site, found, 0, false));
            return Boot.before(my, found);
        }
        long both = Boot.unknown(my, site, name(c), found == INSIDE);
        keep(new Known(c, site, UNKNOWN, (int) (both >>> 32), found == INSIDE));
        return (int) both;
    }

    /** A site without labels. */
    static int silent(int[] st, int my, Object receiver, int site) {
        if (receiver != null) {
            Class<?> c = receiver.getClass();
            return unknown(st, my, c, find(c, site), site);
        }
        Known k = find(NOBODY, site);
        if (isCountedHere(k, my)) {
            return counted(k, my);
        }
        int is = Boot.silent(site);
        if (is == HAS_RECEIVER) {
            return my;  // and that is null
        }
        long both = Boot.unknown(my, site, "-", is == INSIDE);
        keep(new Known(NOBODY, site, UNKNOWN, (int) (both >>> 32), is == INSIDE));
        return (int) both;
    }

    private static final int HAS_RECEIVER = 0;
    /** Of calls without a receiver. */
    private static final Class<?> NOBODY = Classes.class;
}
