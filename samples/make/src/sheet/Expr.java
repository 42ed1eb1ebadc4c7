// SPDX-License-Identifier: MIT
package sheet;

/** What can stand in a cell: a number, a reference, or an operation on such. */
abstract class Expr {
    /** Its value, where {@code sheet} has the values of the cells that it refers to. */
    abstract double value(Sheet sheet);

    /** As it is written in the cell. */
    abstract String text();

    static final class Num extends Expr {
        private final double value;

        Num(double value) {
            this.value = value;
        }

        @Override
        double value(Sheet sheet) {
            return value;
        }

        @Override
        String text() {
            return value == Math.rint(value) ? String.valueOf((long) value)
                    : String.valueOf(value);
        }
    }

    static final class Ref extends Expr {
        private final String cell;

        Ref(String cell) {
            this.cell = cell;
        }

        @Override
        double value(Sheet sheet) {
            return sheet.value(cell);
        }

        @Override
        String text() {
            return cell;
        }
    }

    static final class Minus extends Expr {
        private final Expr of;

        Minus(Expr of) {
            this.of = of;
        }

        @Override
        double value(Sheet sheet) {
            return -of.value(sheet);
        }

        @Override
        String text() {
            return "-" + of.text();
        }
    }

    static final class Binary extends Expr {
        private final char operator;
        private final Expr left;
        private final Expr right;

        Binary(char operator, Expr left, Expr right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        double value(Sheet sheet) {
            double a = left.value(sheet);
            double b = right.value(sheet);
            switch (operator) {
            case '+':
                return a + b;
            case '-':
                return a - b;
            case '*':
                return a * b;
            default:
                return a / b;
            }
        }

        @Override
        String text() {
            return "(" + left.text() + operator + right.text() + ")";
        }
    }

    static final class Call extends Expr {
        private final Function function;
        private final Expr[] arguments;

        Call(Function function, Expr... arguments) {
            this.function = function;
            this.arguments = arguments;
        }

        @Override
        double value(Sheet sheet) {
            double[] values = new double[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].value(sheet);
            }
            return function.of(values);
        }

        @Override
        String text() {
            StringBuilder text = new StringBuilder(function.name()).append('(');
            String comma = "";
            for (Expr argument : arguments) {
                text.append(comma).append(argument.text());
                comma = ",";
            }
            return text.append(')').toString();
        }
    }
}
