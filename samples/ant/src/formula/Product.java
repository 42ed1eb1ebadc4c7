// SPDX-License-Identifier: MIT
package formula;

final class Product extends Binary {
    Product(Expression left, Expression right) {
        super('*', 2, left, right);
    }

    @Override
    protected double combine(double left, double right) {
        return left * right;
    }
}
