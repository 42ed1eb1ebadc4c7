// SPDX-License-Identifier: MIT
package lending;

/** An item in somebody's hands. */
public final class Loan {
    private final Item item;
    private final Member member;
    private final int due;

    Loan(Item item, Member member, int due) {
        this.item = item;
        this.member = member;
        this.due = due;
    }

    public Member member() {
        return member;
    }

    public String describe() {
        return item.describe() + ", until day " + due;
    }

    int daysLate(int today) {
        return today - due;
    }
}
