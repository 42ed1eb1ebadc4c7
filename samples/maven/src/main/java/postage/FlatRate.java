// SPDX-License-Identifier: MIT
package postage;

/** The same for every parcel of a zone. */
public final class FlatRate implements Rate {
    private final int cents;

    public FlatRate(int cents) {
        this.cents = cents;
    }

    @Override
    public int cents(Parcel parcel) {
        return cents + parcel.zone().extraCents();
    }
}
