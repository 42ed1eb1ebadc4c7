// SPDX-License-Identifier: MIT
package ledger;

/** For the terminal. */
public final class TextPrinter implements Printer {
    private final StringBuilder out = new StringBuilder();

    @Override
    public void row(String category, String amount) {
        out.append(String.format("%-12s%10s%n", category, amount));
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
