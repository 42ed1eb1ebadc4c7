// SPDX-License-Identifier: MIT
package formula;

final class Quotient extends Binary {
    Quotient(Expression left, Expression right) {
        super('/', 2, left, right);
    }

    @Override
    protected double combine(double left, double right) {
        if (right == 0) {
            throw new ArithmeticException("division by zero");
        }
        return left / right;
    }
}
