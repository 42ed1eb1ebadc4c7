// SPDX-License-Identifier: MIT
package lending;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The one library that all applications of a server share. */
public final class Library {
    private static final Library INSTANCE = new Library();

    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Map<String, Member> members = new TreeMap<>();
    private final Map<String, Loan> loans = new TreeMap<>();
    private int today;

    private Library() {
        add(new Book("Emma", "Jane Austen"));
        add(new Book("Solaris", "Stanislaw Lem"));
        add(new Film("Metropolis", 153));
        join(new Adult("ada"));
        join(new Child("tim"));
        join(new School("5b"));
    }

    public static Library get() {
        return INSTANCE;
    }

    public synchronized void add(Item item) {
        items.put(item.title(), item);
    }

    public synchronized void join(Member member) {
        members.put(member.name(), member);
    }

    /** Titles that contain the words and are on the shelf. */
    public synchronized String search(String words) {
        StringBuilder found = new StringBuilder();
        for (Item item : items.values()) {
            if (item.title().contains(words) && !loans.containsKey(item.title())) {
                found.append(item.describe()).append('\n');
            }
        }
        return found.toString();
    }

    public synchronized Loan borrow(String title, String name) {
        Item item = items.get(title);
        Member member = members.get(name);
        if (item == null || member == null || loans.containsKey(title) || !member.mayBorrow()) {
            return null;
        }
        Loan loan = member.borrow(item, today);
        loans.put(title, loan);
        return loan;
    }

    /** What it costs, in cents; less than 0 if it was not lent. */
    public synchronized int giveBack(String title) {
        Loan loan = loans.remove(title);
        return loan == null ? -1 : loan.member().giveBack(loan, today);
    }

    public synchronized int pass(int days) {
        today += days;
        return today;
    }
}
