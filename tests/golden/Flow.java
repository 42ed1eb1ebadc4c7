// SPDX-License-Identifier: MIT
// What t2010-flow.t compiles: a little of everything that moves references.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

class Flow {
    static Object last;
    Flow next;
    int size;

    Flow(Flow next) {
        this.next = next;
    }

    // Two objects in one variable stay two.
    static void split() {
        Object x = new Object();
        last = x.toString();
        x = new ArrayList<String>();
        last = x.toString();
    }

    static Flow end(Flow f) {
        while (f.next != null) {
            f = f.next;
        }
        return f;
    }

    static Object choose(boolean c, Object a, Object b) {
        Object r = c ? a : b;
        synchronized (r) {
            return r == a ? null : (List<?>) r;
        }
    }

    static String[][] arrays(String s, int n) {
        String[][] grid = new String[n][2];
        grid[0][1] = s;
        int[] counts = {n};
        Object all = new Object[] {grid, counts};
        last = all;
        return grid;
    }

    Object caught(Supplier<Object> s) {
        Object r = this;
        try {
            r = s.get();
            size++;
            return r.toString();
        } catch (IllegalStateException | UnsupportedOperationException e) {
            last = e;
            throw new RuntimeException(r.toString(), e);
        } finally {
            last = r;
        }
    }

    Supplier<Object> later(String s) {
        Class<?> c = Flow.class;
        return () -> s + c + this;
    }

    static int numbers(int k, long[] v) {
        long sum = 0;
        for (long x : v) {
            sum += x * k;
        }
        switch (k) {
        case 1:
            return (int) sum;
        default:
            return k;
        }
    }

    static Object pick(String s, Flow f) {
        Object r;
        switch (s) {
        case "a":
            r = s;
            break;
        case "f":
            r = f;
            break;
        default:
            r = null;
        }
        return r;
    }
}
