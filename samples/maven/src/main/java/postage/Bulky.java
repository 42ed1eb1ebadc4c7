// SPDX-License-Identifier: MIT
package postage;

/** Half as much again for what does not fit on the belt. */
public final class Bulky extends Surcharge {
    private final int longest;

    public Bulky(int longest) {
        this.longest = longest;
    }

    @Override
    protected boolean applies(Parcel parcel) {
        return parcel.longestSide() > longest;
    }

    @Override
    protected int extra(Parcel parcel, int cents) {
        return cents / 2;
    }
}
