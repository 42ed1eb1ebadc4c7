// SPDX-License-Identifier: MIT
package postage;

/** What comes on top for some parcels. */
public abstract class Surcharge {
    /** The new total. */
    public final int add(Parcel parcel, int cents) {
        return applies(parcel) ? cents + extra(parcel, cents) : cents;
    }

    protected abstract boolean applies(Parcel parcel);

    protected abstract int extra(Parcel parcel, int cents);
}
