// SPDX-License-Identifier: MIT
package sheet;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public class SheetTest {
    private final Sheet sheet = new Sheet();

    @Test
    public void numbersAndOperators() {
        assertEquals(7, value("1+2*3"), 0);
        assertEquals(9, value("(1+2)*3"), 0);
        assertEquals(-1.5, value("-6/4"), 0);
    }

    @Test
    public void cellsReferToCells() {
        sheet.set("A1", "4");
        sheet.set("A2", "A1+1");
        assertEquals(25, value("A2*A2"), 0);
        assertEquals(0, value("Z9"), 0);
    }

    @Test
    public void functions() {
        sheet.set("A1", "4");
        assertEquals(11, value("SUM(A1,2,5)"), 0);
        assertEquals(4, value("MAX(1,A1)"), 0);
    }

    @Test
    public void circlesAreFound() {
        sheet.set("A1", "A2");
        sheet.set("A2", "A1+1");
        assertThrows(IllegalStateException.class, () -> sheet.value("A1"));
    }

    @Test
    public void mistakesAreFound() {
        assertThrows(IllegalArgumentException.class, () -> value("1+"));
        assertThrows(IllegalArgumentException.class, () -> value("(1"));
        assertThrows(IllegalArgumentException.class, () -> value("1)"));
    }

    private double value(String formula) {
        sheet.set("X", formula);
        return sheet.value("X");
    }
}
