// SPDX-License-Identifier: MIT
package sheet;

/** The functions that formulas can call. */
enum Function {
    SUM {
        @Override
        double of(double... values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return sum;
        }
    },
    MAX {
        @Override
        double of(double... values) {
            double max = Double.NEGATIVE_INFINITY;
            for (double value : values) {
                max = Math.max(max, value);
            }
            return max;
        }
    },
    AVG {
        @Override
        double of(double... values) {
            return SUM.of(values) / values.length;
        }
    };

    abstract double of(double... values);

    static Function named(String name) {
        for (Function function : values()) {
            if (function.name().equals(name)) {
                return function;
            }
        }
        throw new IllegalArgumentException("no function " + name);
    }
}
