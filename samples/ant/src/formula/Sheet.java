// SPDX-License-Identifier: MIT
package formula;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Formulas by name, which may use each other. */
public final class Sheet {
    private final Map<String, Expression> formulas = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    public Sheet set(String name, String formula) {
        formulas.put(name, new Parser(formula).parse());
        return this;
    }

    public double value(String name) {
        if (!open.add(name)) {
            throw new IllegalStateException(name + " depends on itself");
        }
        try {
            return formula(name).value(this);
        } finally {
            open.remove(name);
        }
    }

    /** The formula as it would be written. */
    public String text(String name) {
        StringBuilder out = new StringBuilder();
        formula(name).print(out);
        return out.toString();
    }

    private Expression formula(String name) {
        Expression found = formulas.get(name);
        if (found == null) {
            throw new IllegalArgumentException("nothing is called " + name);
        }
        return found;
    }
}
