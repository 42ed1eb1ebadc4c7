// SPDX-License-Identifier: MIT
package formula;

/** Two operands and an operator between them. */
abstract class Binary implements Expression {
    private final char operator;
    private final int rank;
    private final Expression left;
    private final Expression right;

    Binary(char operator, int rank, Expression left, Expression right) {
        this.operator = operator;
        this.rank = rank;
        this.left = left;
        this.right = right;
    }

    static Binary of(char operator, Expression left, Expression right) {
        switch (operator) {
            case '+': return new Sum(left, right);
            case '-': return new Difference(left, right);
            case '*': return new Product(left, right);
            case '/': return new Quotient(left, right);
            default: throw new IllegalArgumentException("no operator " + operator);
        }
    }

    protected abstract double combine(double left, double right);

    @Override
    public final double value(Sheet sheet) {
        return combine(left.value(sheet), right.value(sheet));
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final void print(StringBuilder out) {
        left.printInside(rank, out);
        out.append(' ').append(operator).append(' ');
        right.printInside(rank + 1, out);
    }
}
