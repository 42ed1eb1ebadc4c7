// SPDX-License-Identifier: MIT
// Steps.java - transitions that the machine has told but not published: of labels
// without a slot, and of calls from states that are no path node's. What a call leads
// to from a state, and what counts it, is the same each time.
package ccinstr.rt;

final class Steps {
    private static final int PLACES = 1 << 13;

    static final class Step {
        final int my, what;       // what: a label, or a site as of() says
        final int to;
        final int first, second;  // counters, in bytes; second: 0 for none

        Step(int my, int what, int to, int first, int second) {
            this.my = my;
            this.what = what;
            this.to = to;
            this.first = first;
            this.second = second;
        }
    }

    private Steps() { }

    static Step[] table() {
        Step[] all = new Step[PLACES];
        for (int i = 0; i < PLACES; i++) {
            all[i] = new Step(0, 0, 0, 0, 0);
        }
        return all;
    }

    private static int place(int my, int what) {
        return (my >>> 3) * 31 + what & PLACES - 1;
    }

    /** A label's. */
    static int before(int my, int label) {
        Step s = find(my, label);
        if (s != null) {
            Memory.count(s.first);
            if (s.second != 0) {
                Memory.count(s.second);
            }
            return s.to;
        }
        int[] counters = counters();
        int to = Boot.before(my, label, counters);
        if (counters != null) {
            keep(my, label, to, counters[0], counters[1]);
        }
        return to;
    }

    static Step find(int my, int what) {
        Step s = Live.STEPS[place(my, what)];
        return s.my == my && s.what == what && s.first != 0 ? s : null;
    }

    /** What find() knows a receiver of a class by that the site does not name. */
    static int of(int site, boolean inside) {
        return ~(2 * site + (inside ? 1 : 0));
    }

    /** Where the machine tells what counted something; null if there is no memory. */
    static int[] counters() {
        try {
            return new int[2];
        } catch (VirtualMachineError e) {
            return null;
        }
    }

    static void keep(int my, int what, int to, int first, int second) {
        if (first == 0 || !Live.FAST) {
            return;
        }
        try {
            Live.STEPS[place(my, what)] = new Step(my, what, to, first, second);
        } catch (VirtualMachineError e) {
            return;  // it is told once more
        }
    }
}
