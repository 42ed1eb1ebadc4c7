// SPDX-License-Identifier: MIT
package depot.orders;

/** What is taken off a price. */
public interface Discount {
    int off(int cents, int lines);

    static Discount none() {
        return (cents, lines) -> 0;
    }

    static Discount percent(int percent) {
        return new Percent(percent);
    }

    /** For those who order much at once. */
    static Discount manyLines(int least, Discount discount) {
        return new ManyLines(least, discount);
    }

    final class Percent implements Discount {
        private final int percent;

        Percent(int percent) {
            this.percent = percent;
        }

        @Override
        public int off(int cents, int lines) {
            return cents * percent / 100;
        }
    }

    final class ManyLines implements Discount {
        private final int least;
        private final Discount discount;

        ManyLines(int least, Discount discount) {
            this.least = least;
            this.discount = discount;
        }

        @Override
        public int off(int cents, int lines) {
            return lines < least ? 0 : discount.off(cents, lines);
        }
    }
}
