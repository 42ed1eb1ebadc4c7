// SPDX-License-Identifier: MIT
package formula;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public class SheetTest {
    private final Sheet sheet = new Sheet()
            .set("net", "19.5 * pieces")
            .set("pieces", "4")
            .set("vat", "net * 19 / 100")
            .set("gross", "net + vat");

    @Test
    public void formulasUseEachOther() {
        assertEquals(78, sheet.value("net"), 0);
        assertEquals(92.82, sheet.value("gross"), 1e-9);
    }

    @Test
    public void multiplicationComesFirst() {
        assertEquals(14, sheet.set("x", "2 + 3 * pieces").value("x"), 0);
        assertEquals(20, sheet.set("x", "(2 + 3) * pieces").value("x"), 0);
    }

    @Test
    public void totals() {
        assertEquals(6, sheet.set("x", "sum(1, 2, 3)").value("x"), 0);
    }

    @Test
    public void printsWhatWasRead() {
        assertEquals("net * 19 / 100", sheet.text("vat"));
        assertEquals("2 * (net - 1)", sheet.set("x", "2*( net-1 )").text("x"));
    }

    @Test
    public void circlesAreFound() {
        sheet.set("pieces", "net / 2");
        assertThrows(IllegalStateException.class, () -> sheet.value("net"));
    }
}
