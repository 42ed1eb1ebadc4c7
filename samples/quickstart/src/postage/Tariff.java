// SPDX-License-Identifier: MIT
package postage;

/** How a carrier charges for carrying. */
abstract class Tariff {
    abstract int cents(Parcel parcel);

    /** The same price for everything up to a weight. */
    static final class Flat extends Tariff {
        private final int cents;

        Flat(int cents) {
            this.cents = cents;
        }

        @Override
        int cents(Parcel parcel) {
            return cents;
        }
    }

    /** So much for each kilogram that has begun. */
    static final class ByWeight extends Tariff {
        private final int centsPerKilogram;

        ByWeight(int centsPerKilogram) {
            this.centsPerKilogram = centsPerKilogram;
        }

        @Override
        int cents(Parcel parcel) {
            return kilograms(parcel) * centsPerKilogram;
        }

        private static int kilograms(Parcel parcel) {
            return (parcel.grams + 999) / 1000;
        }
    }

    /** Another tariff, and a part of it more where it goes abroad. */
    static final class Abroad extends Tariff {
        private final Tariff inland;
        private final int percent;

        Abroad(Tariff inland, int percent) {
            this.inland = inland;
            this.percent = percent;
        }

        @Override
        int cents(Parcel parcel) {
            int cents = inland.cents(parcel);
            return parcel.isAbroad() ? cents + cents * percent / 100 : cents;
        }
    }
}
