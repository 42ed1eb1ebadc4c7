// SPDX-License-Identifier: MIT
package staff;

import java.util.Locale;

final class Money {
    private Money() {
    }

    static String print(int cents) {
        if (cents < 0) {
            return "was not lent";
        }
        return cents == 0 ? "nothing to pay" : euros(cents);
    }

    private static String euros(int cents) {
        return String.format(Locale.ROOT, "%d.%02d to pay", cents / 100, cents % 100);
    }
}
