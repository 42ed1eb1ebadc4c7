// SPDX-License-Identifier: MIT
// What t1020-dump.t compiles: a little of everything that a dump shows.
import java.util.function.IntSupplier;

abstract class Dump implements Runnable {
    static final long BIG = 1L << 40;
    final double half;

    Dump(int n) {
        super();
        half = n / 2.0;
    }

    abstract String name(char c, long[] v);

    public void run() {
        try {
            for (int i = 0; i < 3; i++) {
                name((char) i, new long[] {BIG, 2});
            }
        } catch (IllegalStateException e) {
            throw new RuntimeException("quote \" and \u00e9", e);
        }
    }

    static int choose(String s, int k) {
        IntSupplier one = () -> k;
        synchronized (s) {
            switch (k) {
            case 1:
            case 2:
                return one.getAsInt();
            case 1000:
                return s.length();
            default:
                int[][] grid = new int[k][2];
                return grid.length + (s == null ? 1 : 0);
            }
        }
    }
}
