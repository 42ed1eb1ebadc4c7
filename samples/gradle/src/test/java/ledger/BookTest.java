// SPDX-License-Identifier: MIT
package ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class BookTest {
    private static final String STATEMENT = "Date;Text;Amount\n"
            + "2024-03-01;Rent March;-780,00\n"
            + "2024-03-04;Corner Bakery;-4,20\n"
            + "2024-03-05;Salary;2150,00\n"
            + "2024-03-09;corner bakery;-6,10\n";

    private final Book book = new Book()
            .rule(new TextRule("food", "bakery"))
            .rule(new BothRule(new AmountRule("home", -100000, -50000),
                    new TextRule("home", "rent")))
            .rule(new AmountRule("income", 1, Long.MAX_VALUE));

    @Test
    public void entriesAreSorted() {
        assertEquals(4, book.add(STATEMENT));
        TextPrinter text = new TextPrinter();
        book.print(text);
        assertTrue(text.toString(), text.toString().startsWith("food            -10.30"));
    }

    @Test
    public void linesThatAreNoEntriesAreLeftOut() {
        assertEquals(0, book.add("Date;Text;Amount\n;;\n"));
    }
}
