// SPDX-License-Identifier: MIT
package postage;

/** Where one asks: who carries this, and for how much? */
public final class Counter {
    private final Carrier[] carriers;

    public Counter(Carrier... carriers) {
        this.carriers = carriers.clone();
    }

    /** The carrier that asks least. */
    public Carrier cheapest(Parcel parcel) {
        Carrier best = null;
        for (Carrier carrier : carriers) {
            if (best == null || carrier.price(parcel) < best.price(parcel)) {
                best = carrier;
            }
        }
        return best;
    }

    /** As it is printed on the receipt. */
    public String receipt(Parcel parcel) {
        Carrier carrier = cheapest(parcel);
        return carrier.name() + " " + euros(carrier.price(parcel));
    }

    private static String euros(int cents) {
        return cents / 100 + "." + cents / 10 % 10 + cents % 10;
    }
}
