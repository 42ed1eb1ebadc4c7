// SPDX-License-Identifier: MIT
package ledger;

/** One movement of money on an account. */
public final class Entry {
    private final String day;
    private final String text;
    private final long cents;

    public Entry(String day, String text, long cents) {
        this.day = day;
        this.text = text;
        this.cents = cents;
    }

    public String day() {
        return day;
    }

    public String text() {
        return text;
    }

    public long cents() {
        return cents;
    }
}
