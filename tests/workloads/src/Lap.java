// SPDX-License-Identifier: MIT
// Solves a linear system and an eigenvalue problem with jlapack: class files of version 45, very long methods.

import org.netlib.lapack.Dgesv;
import org.netlib.lapack.Dsyev;
import org.netlib.util.intW;

public class Lap {
    public static void main(String[] args) {
        int n = 60;
        double[] a = new double[n * n];
        double[] b = new double[n];
        double[] s = new double[n * n];
        for (int i = 0; i < n; i++) {
            b[i] = i % 7 - 3;
            for (int j = 0; j < n; j++) {
                a[i + n * j] = (i * 31 + j * 17) % 23 + (i == j ? 50 : 0);
                s[i + n * j] = (Math.min(i, j) * 13 + Math.max(i, j) * 5) % 19;
            }
        }
        intW info = new intW(0);
        Dgesv.dgesv(n, 1, a, 0, n, new int[n], 0, b, 0, n, info);
        print(info.val, b);
        double[] w = new double[n];
        Dsyev.dsyev("V", "U", n, s, 0, n, w, 0, new double[10 * n], 0, 10 * n, info);
        print(info.val, w);
        print(info.val, s);
    }

    private static void print(int info, double[] x) {
        long hash = 0;
        for (double d : x) {
            hash = hash * 31 + Double.doubleToLongBits(d);
        }
        System.out.println(info + " " + hash + " " + x[0]);
    }
}
