// SPDX-License-Identifier: MIT
package lending;

import java.util.ArrayList;
import java.util.List;

/** Somebody with a card. */
public abstract class Member {
    private final String name;
    private final List<Loan> loans = new ArrayList<>();

    protected Member(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /** How many items at a time. */
    protected abstract int limit();

    /** How many days an item may be kept. */
    protected int days() {
        return 28;
    }

    /** For each day too long, in cents. */
    protected abstract int fee(int daysLate);

    public final boolean mayBorrow() {
        return loans.size() < limit();
    }

    final Loan borrow(Item item, int today) {
        Loan loan = new Loan(item, this, today + Math.min(days(), item.days()));
        loans.add(loan);
        return loan;
    }

    final int giveBack(Loan loan, int today) {
        loans.remove(loan);
        int late = loan.daysLate(today);
        return late > 0 ? fee(late) : 0;
    }
}
