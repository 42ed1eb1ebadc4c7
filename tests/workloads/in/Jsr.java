// SPDX-License-Identifier: MIT
// Compiled by the ecj14 workload at level 1.4, where try/finally becomes jsr and ret, and then run.
public class Jsr {
    static int depth;

    static int nest(int n) {
        try {
            depth++;
            try {
                if (n % 3 == 0) {
                    return n;
                }
                if (n % 5 == 0) {
                    throw new IllegalStateException("n" + n);
                }
            } finally {
                depth += 10;
            }
            return -n;
        } catch (IllegalStateException e) {
            return e.getMessage().length() * 1000;
        } finally {
            depth += 100;
            synchronized (Jsr.class) {
                depth++;
            }
        }
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum = sum * 31 + nest(i);
        }
        System.out.println(sum + " " + depth);
    }
}
