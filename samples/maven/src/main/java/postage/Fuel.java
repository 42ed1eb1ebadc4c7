// SPDX-License-Identifier: MIT
package postage;

/** A share of the price, on what leaves the country. */
public final class Fuel extends Surcharge {
    private final int percent;

    public Fuel(int percent) {
        this.percent = percent;
    }

    @Override
    protected boolean applies(Parcel parcel) {
        return parcel.zone() != Zone.DOMESTIC;
    }

    @Override
    protected int extra(Parcel parcel, int cents) {
        return cents * percent / 100;
    }
}
