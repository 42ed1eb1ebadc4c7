// SPDX-License-Identifier: MIT
package ledger;

/** Which entries belong to a category. */
public abstract class Rule {
    private final String category;

    protected Rule(String category) {
        this.category = category;
    }

    public final String category() {
        return category;
    }

    public abstract boolean matches(Entry entry);
}
