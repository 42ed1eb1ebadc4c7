// SPDX-License-Identifier: MIT
package formula;

final class Difference extends Binary {
    Difference(Expression left, Expression right) {
        super('-', 1, left, right);
    }

    @Override
    protected double combine(double left, double right) {
        return left - right;
    }
}
