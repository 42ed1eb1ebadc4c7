// SPDX-License-Identifier: MIT
package formula;

/** The value of another formula, by its name. */
final class Cell implements Expression {
    private final String name;

    Cell(String name) {
        this.name = name;
    }

    @Override
    public double value(Sheet sheet) {
        return sheet.value(name);
    }

    @Override
    public int rank() {
        return 9;
    }

    @Override
    public void print(StringBuilder out) {
        out.append(name);
    }
}
