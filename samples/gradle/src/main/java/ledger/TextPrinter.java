// SPDX-License-Identifier: MIT
package ledger;

import static org.apache.commons.lang3.StringUtils.leftPad;
import static org.apache.commons.lang3.StringUtils.rightPad;

/** For the terminal. */
public final class TextPrinter implements Printer {
    private final StringBuilder out = new StringBuilder();

    @Override
    public void row(String category, String amount) {
        out.append(rightPad(category, 12)).append(leftPad(amount, 10)).append('\n');
    }

    @Override
    public void end() {
        out.append("----------------------\n");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
