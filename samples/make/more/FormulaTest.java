// SPDX-License-Identifier: MIT
package sheet;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class FormulaTest {
    @Test
    public void formulasAreShownWithParentheses() {
        assertEquals("((1+(2*3))-A1)", shown("1 + 2*3 - A1"));
        assertEquals("-(B2/4)", shown("-(B2/4)"));
        assertEquals("SUM(A1,MAX(A2,0.5))", shown("SUM(A1, MAX(A2, 0.5))"));
    }

    @Test
    public void emptyCellsHaveNone() {
        assertEquals("", new Sheet().formula("A1"));
    }

    private static String shown(String formula) {
        Sheet sheet = new Sheet();
        sheet.set("X", formula);
        return sheet.formula("X");
    }
}
