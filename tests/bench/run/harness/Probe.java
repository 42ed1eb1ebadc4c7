// SPDX-License-Identifier: MIT
// Stands for the run time's class of that name and counts what inserted code calls,
// on one thread. The package is replaced.
package PACKAGE;

public final class Probe {
    private static final String[] NAME = {
        "state", "entered", "arrived", "label", "class", "nonnull", "silent", "count",
        "caught", "made", "unguarded", "guarded"
    };
    private static final long[] COUNT = new long[NAME.length];
    private static final int[] STATE = new int[2];

    private Probe() { }

    public static void clear() {
        java.util.Arrays.fill(COUNT, 0);
    }

    public static String counts() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < NAME.length; i++) {
            all.append(NAME[i]).append(' ').append(COUNT[i]).append('\n');
        }
        return all.toString();
    }

    public static int[] state() {
        COUNT[0]++;
        return STATE;
    }

    public static int entered(int[] st, int method) {
        COUNT[1]++;
        return 0;
    }

    public static int arrived(int[] st) {
        COUNT[2]++;
        return 0;
    }

    public static void before(int[] st, int my, int label) {
        COUNT[3]++;
    }

    public static void before(int[] st, int my, Object receiver, int site) {
        COUNT[4]++;
    }

    public static void beforeNonNull(int[] st, int my, Object receiver, int label) {
        COUNT[5]++;
    }

    public static void beforeSilent(int[] st, int my, Object receiver, int site) {
        COUNT[6]++;
    }

    public static void count(int[] st, int my, int label) {
        COUNT[7]++;
    }

    public static void countNonNull(int[] st, int my, Object receiver, int label) {
        COUNT[7]++;
    }

    public static int unmeasured(int[] st, int initialiser) {
        COUNT[2]++;
        return 0;
    }

    public static void finalizes(int method) {
    }

    public static void caught(int handler) {
        COUNT[8]++;
    }

    public static void made(Object lambda, int maker) {
        COUNT[9]++;
    }

    public static int unguarded(int[] st, int my) {
        COUNT[10]++;
        return 0;
    }

    public static int guarded(int[] st, int my) {
        COUNT[11]++;
        return 0;
    }
}
