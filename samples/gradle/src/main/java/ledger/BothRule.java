// SPDX-License-Identifier: MIT
package ledger;

/** What two rules agree on; the category is that of the first. */
public final class BothRule extends Rule {
    private final Rule first;
    private final Rule second;

    public BothRule(Rule first, Rule second) {
        super(first.category());
        this.first = first;
        this.second = second;
    }

    @Override
    public boolean matches(Entry entry) {
        return first.matches(entry) && second.matches(entry);
    }
}
