// SPDX-License-Identifier: MIT
package postage;

/** What comes on top of the tariff. */
interface Extra {
    int cents(Parcel parcel, int carried);

    /** For what is too long for a belt. */
    final class Bulky implements Extra {
        @Override
        public int cents(Parcel parcel, int carried) {
            return parcel.isBulky() ? 1500 : 0;
        }
    }

    /** One per cent of the worth, at least one euro. */
    final class Insurance implements Extra {
        @Override
        public int cents(Parcel parcel, int carried) {
            return Math.max(100, parcel.worthCents / 100);
        }
    }

    /** A part of what carrying costs. */
    final class Fuel implements Extra {
        private final int percent;

        Fuel(int percent) {
            this.percent = percent;
        }

        @Override
        public int cents(Parcel parcel, int carried) {
            return carried * percent / 100;
        }
    }
}
