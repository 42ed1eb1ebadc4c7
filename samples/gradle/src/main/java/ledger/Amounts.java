// SPDX-License-Identifier: MIT
package ledger;

import java.math.BigDecimal;

/** Sums of money as text. */
final class Amounts {
    private Amounts() {
    }

    static long parse(String amount) {
        return new BigDecimal(amount.trim()).movePointRight(2).longValueExact();
    }

    static String print(long cents) {
        return BigDecimal.valueOf(cents, 2).toPlainString();
    }
}
