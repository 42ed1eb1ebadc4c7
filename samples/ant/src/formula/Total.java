// SPDX-License-Identifier: MIT
package formula;

import java.util.List;

/** sum(a, b, ...) and avg(a, b, ...). */
final class Total implements Expression {
    private final boolean average;
    private final List<Expression> parts;

    Total(String name, List<Expression> parts) {
        if (!name.equals("sum") && !name.equals("avg")) {
            throw new IllegalArgumentException("no function " + name);
        }
        this.average = name.equals("avg");
        this.parts = parts;
    }

    @Override
    public double value(Sheet sheet) {
        double sum = 0;
        for (Expression part : parts) {
            sum += part.value(sheet);
        }
        return average ? sum / parts.size() : sum;
    }

    @Override
    public int rank() {
        return 9;
    }

    @Override
    public void print(StringBuilder out) {
        out.append(average ? "avg(" : "sum(");
        String before = "";
        for (Expression part : parts) {
            out.append(before);
            part.print(out);
            before = ", ";
        }
        out.append(')');
    }
}
