// SPDX-License-Identifier: MIT
// What calls the component from outside, in a class that has no probes.
package kinds;

public final class Outside {
    private Outside() { }

    public static long entry(int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = Main.entry(x);
        }
        return x;
    }

    public static long unpredicted(int n) {
        return Main.open(new Odd(), n);
    }
}

/** A class that nobody has analysed. */
final class Odd extends Open {
    @Override
    int area(int x) {
        return x * 1103515245 + 12345;
    }
}
