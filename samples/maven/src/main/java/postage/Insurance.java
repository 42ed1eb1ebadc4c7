// SPDX-License-Identifier: MIT
package postage;

/** One per cent of the value above what is covered anyway. */
public final class Insurance extends Surcharge {
    private final int freeCents;

    public Insurance(int freeCents) {
        this.freeCents = freeCents;
    }

    @Override
    protected boolean applies(Parcel parcel) {
        return parcel.valueCents() > freeCents;
    }

    @Override
    protected int extra(Parcel parcel, int cents) {
        return (parcel.valueCents() - freeCents) / 100;
    }
}
