// SPDX-License-Identifier: MIT
package postage;

/** Where a parcel goes. */
public enum Zone {
    DOMESTIC(0), EUROPE(400), WORLD(1100);

    private final int extraCents;

    Zone(int extraCents) {
        this.extraCents = extraCents;
    }

    public int extraCents() {
        return extraCents;
    }
}
