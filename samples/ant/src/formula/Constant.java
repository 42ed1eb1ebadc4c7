// SPDX-License-Identifier: MIT
package formula;

final class Constant implements Expression {
    private final double number;

    Constant(double number) {
        this.number = number;
    }

    @Override
    public double value(Sheet sheet) {
        return number;
    }

    @Override
    public int rank() {
        return 9;
    }

    @Override
    public void print(StringBuilder out) {
        if (number == Math.rint(number)) {
            out.append((long) number);
        } else {
            out.append(number);
        }
    }
}
