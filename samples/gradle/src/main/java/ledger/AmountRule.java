// SPDX-License-Identifier: MIT
package ledger;

/** Amounts from one to another. */
public final class AmountRule extends Rule {
    private final long from;
    private final long to;

    public AmountRule(String category, long from, long to) {
        super(category);
        this.from = from;
        this.to = to;
    }

    @Override
    public boolean matches(Entry entry) {
        return entry.cents() >= from && entry.cents() <= to;
    }
}
