// SPDX-License-Identifier: MIT
package sheet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Cells with formulas, whose values follow from one another. */
public final class Sheet {
    private final Map<String, Expr> cells = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    public void set(String cell, String formula) {
        cells.put(cell, Parser.parse(formula));
    }

    /** The value of a cell; an empty one is 0. */
    public double value(String cell) {
        Expr expr = cells.get(cell);
        if (expr == null) {
            return 0;
        }
        if (!open.add(cell)) {
            throw new IllegalStateException(cell + " depends on itself");
        }
        try {
            return expr.value(this);
        } finally {
            open.remove(cell);
        }
    }

    /** The formula of a cell, with all parentheses. */
    public String formula(String cell) {
        Expr expr = cells.get(cell);
        return expr == null ? "" : expr.text();
    }
}
