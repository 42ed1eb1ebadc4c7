// SPDX-License-Identifier: MIT
// Classes.java - from the class of a receiver to its label.
//
// What a class means at a site is found once and kept in a table by both: a few loads
// for a hot call, however many classes it meets. The table holds only classes that
// live as long as the run time does. Behind it a class has an array of ints: its
// number among the plan's receivers (0: it is none), then a table of sites and what was
// found out there for a class that the plan does not name. That has no class of
// ours, so that a class of the JDK keeps no class loader of the program alive.
package ccinstr.rt;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

final class Classes {
    /** What is known of a class at a site that does not name it. */
    private static final int OUT = Ids.SELECTS_OUT, INSIDE = Ids.SELECTS_INSIDE;
    private static final int RETRY = Ids.SELECTS_RETRY;
    /** What the array has for a site: that, what was found, the counter (0: C counts). */
    private static final int FOUND = 1, COUNTER = 2, TRIPLE = 3;
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
        final int counter;     // that counts it then, in bytes; 0: C does
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

    /** The array of each class. */
    static final class Value extends ClassValue<AtomicReference<int[]>> {
        @Override
        protected AtomicReference<int[]> computeValue(Class<?> c) {
            return new AtomicReference<int[]>(new int[] {c == NOBODY ? 0 : number(c)});
        }
    }

    private Classes() { }

    // --- The table -----------------------------------------------------------

    static Known[] table(int pairs, Known none) {
        int n = LEAST_PLACES;
        while (n < MOST_PLACES && n < 16 * (long) pairs) {
            n *= 2;
        }
        return empty(n, none);
    }

    static Known[] empty(int n, Known none) {
        Known[] all = new Known[n];
        Arrays.fill(all, none);
        return all;
    }

    private static int place(Class<?> c, int site) {
        return System.identityHashCode(c) + site & Live.KNOWN.length - 1;
    }

    /** Most sites meet one class: then nothing that is loaded for it waits for the
        receiver. Others are not asked about a first one: nobody can foretell whether it is. */
    static Known find(Class<?> c, int site) {
        Known k = Live.ONLY[site];
        return k.of == c ? k : findAmong(c, site);
    }

    private static Known findAmong(Class<?> c, int site) {
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
            int[] known = Live.VALUE.get(c).get();
            int label = known[0] > 0 ? label(site, known)
                    : known[0] == ANY && Boot.opens(site) ? OPEN : UNKNOWN;
            if (label == UNKNOWN) {
                return found(c, site, known);
            }
            k = new Known(c, site, label, 0, false);
            keep(k);
            return k;
        } catch (VirtualMachineError e) {
            return Live.LOST;
        }
    }

    private static Known found(Class<?> c, int site, int[] known) {
        int found = found(known, site);
        return found > 0 ? new Known(c, site, found, 0, false)
                : new Known(c, site, UNKNOWN, found == 0 ? 0 : known[at(known, site) + COUNTER],
                        found == INSIDE);
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
        Known only = Live.ONLY[k.site];
        Live.ONLY[k.site] = only == Live.NONE || only.of == k.of ? k : Live.SEVERAL;
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

    // Without memory or stack it may be found the next time.
    private static int number(Class<?> c) {
        try {
            return Boot.receiver(name(c));
        } catch (RuntimeException e) {
            return 0;
        } catch (LinkageError e) {
            return 0;
        }
    }

    static String name(Class<?> c) {
        if (!Proxy.isProxyClass(c)) {
            String name = c.getName();
            int address = name.indexOf('/');  // of a hidden class: another one in each run
            return name.contains("$$Lambda") ? Ids.ANY_LAMBDA
                    : (address < 0 ? name : name.substring(0, address)).replace('.', '/');
        }
        StringBuilder text = new StringBuilder(Ids.PROXY_PREFIX);
        for (Class<?> i : c.getInterfaces()) {
            text.append(text.length() > Ids.PROXY_PREFIX.length() ? "," : "").append(i.getName().replace('.', '/'));
        }
        return text.toString();
    }

    /** A class of lambdas is known by who makes them; it may have been met before, where
        another thread made one while the run time was coming up. */
    static void made(Class<?> c, int maker) {
        AtomicReference<int[]> known = Live.VALUE.get(c);
        if (known.get()[0] != Live.MAKER[maker]) {
            known.set(new int[] {Live.MAKER[maker]});
            forget(c, Live.KNOWN, Live.NONE);
            forget(c, Live.ONLY, Live.SEVERAL);
        }
        if (lives(c)) {
            Live.MADE[maker] = c;
        }
    }

    private static void forget(Class<?> c, Known[] from, Known put) {
        for (int i = 0; i < from.length; i++) {
            if (from[i].of == c) {
                from[i] = put;
            }
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

    /** What the array has for a site; 0: nothing. */
    private static int found(int[] known, int site) {
        return known.length == 1 ? 0 : known[at(known, site) + FOUND];
    }

    /** Where the triple of a site is in an array that has places, or would be. */
    private static int at(int[] known, int site) {
        int places = known.length / TRIPLE;
        int i = site & places - 1;
        while (known[1 + i * TRIPLE] != site && known[1 + i * TRIPLE] != 0) {
            i = i + 1 & places - 1;
        }
        return 1 + i * TRIPLE;
    }

    private static void learn(Class<?> c, int site, int found, int counter) {
        AtomicReference<int[]> all = Live.VALUE.get(c);
        int[] old = all.get();
        while (found(old, site) == 0 &&
                !all.compareAndSet(old, with(old, site, found, counter))) {
            old = all.get();
        }
    }

    // Others may read the array, so a new one is made. Half of its places are free.
    private static int[] with(int[] old, int site, int found, int counter) {
        int n = 1, places = 4;
        for (int i = 1; i < old.length; i += TRIPLE) {
            n += old[i] != 0 ? 1 : 0;
        }
        while (places < 2 * n) {
            places *= 2;
        }
        int[] now = new int[1 + places * TRIPLE];
        now[0] = old[0];
        for (int i = 1; i < old.length; i += TRIPLE) {
            if (old[i] != 0) {
                System.arraycopy(old, i, now, at(now, old[i]), TRIPLE);
            }
        }
        int at = at(now, site);
        now[at] = site;
        now[at + FOUND] = found;
        now[at + COUNTER] = counter;
        return now;
    }

    private static final int ASK = -1;

    /** The state where that is known, and counted then; else ASK. */
    private static int counted(Known k, int my) {
        if (k.counter == 0 || !Live.FAST) {
            return ASK;
        }
        int to = k.inside ? Probe.below(my) | Probe.ARRIVING : my | Probe.OUT;
        if ((Probe.below(my) & Probe.LIMITED) == 0) {
            Steps.Step s = Steps.find(my, Steps.of(k.site, k.inside));
            if (s == null) {
                return ASK;
            }
            Memory.count(s.first);
            to = s.to;
        }
        Memory.count(k.counter);
        return to;
    }

    /** What the machine says, and keeps it. */
    private static int tell(Class<?> c, int my, int site, String name, boolean inside) {
        int[] counters = Steps.counters();
        int to = Boot.unknown(my, Steps.of(site, inside), name, counters);
        if (counters != null) {
            Steps.keep(my, Steps.of(site, inside), to, counters[1], 0);
            learn(c, site, inside ? INSIDE : OUT, counters[0]);
            keep(new Known(c, site, UNKNOWN, counters[0], inside));
        }
        return to;
    }

    /** The state before a call on an object of a class that the site does not name. */
    static int unknown(int[] st, int my, Class<?> c, Known k, int site) {
        if (k.label == LOST) {
            return lost(my, Boot.BY_MEMORY);
        }
        if (k.label == OPEN && (Probe.below(my) & Probe.LIMITED) != 0) {
            st[1] = site;
            return my | Probe.ARRIVING | Probe.OUT;
        }
        int to = counted(k, my);
        if (to != ASK) {
            return to;
        }
        try {
            return Probe.hasLost() && isOwnLambda(c) ? lost(my, Boot.BY_START)
                    : ask(my, c, site);
        } catch (VirtualMachineError e) {
            return lost(my, Boot.BY_MEMORY);
        }
    }

    /** Nothing can be said of such a call, and no chain goes on or begins in it. */
    private static int lost(int my, int cause) {
        try {
            Probe.lose(cause);
        } catch (VirtualMachineError e) {
            return Probe.below(my);  // nor is there stack to count it
        }
        return Probe.below(my);
    }

    /** Of the component, though nobody has seen it made: that may have been while nothing was
        recorded. */
    private static boolean isOwnLambda(Class<?> c) {
        int at = c.getName().indexOf("$$Lambda");
        return at > 0 && Boot.isOwn(c.getName().substring(0, at).replace('.', '/'));
    }

    private static int ask(int my, Class<?> c, int site) {
        int found = found(Live.VALUE.get(c).get(), site);
        if (found == 0) {
            found = Boot.resolve(c, site);  // a client's label, OUT, INSIDE, or
        }
        if (found == RETRY) {
            return Probe.below(my);
        }
        if (found > 0) {
            learn(c, site, found, 0);
            keep(new Known(c, site, found, 0, false));
            return Boot.before(my, found, null);
        }
        return tell(c, my, site, name(c), found == INSIDE);
    }

    /** A site without labels. */
    static int silent(int[] st, int my, Object receiver, int site) {
        if (receiver != null) {
            Class<?> c = receiver.getClass();
            return unknown(st, my, c, find(c, site), site);
        }
        int to = counted(find(NOBODY, site), my);
        if (to != ASK) {
            return to;
        }
        int is = Boot.silent(site);
        return is == HAS_RECEIVER ? my  // and that is null
                : tell(NOBODY, my, site, "-", is == INSIDE);
    }

    private static final int HAS_RECEIVER = Ids.SITE_HAS_RECEIVER;
    /** Of calls without a receiver. */
    static final Class<?> NOBODY = Classes.class;
}
