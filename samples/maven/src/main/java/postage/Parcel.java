// SPDX-License-Identifier: MIT
package postage;

import static org.apache.commons.lang3.Validate.isTrue;

/** What is weighed and measured at the counter. */
public final class Parcel {
    private final int grams;
    private final int length;
    private final int width;
    private final int height;
    private final Zone zone;
    private final int valueCents;

    /** Lengths are in millimetres. */
    public Parcel(int grams, int length, int width, int height, Zone zone, int valueCents) {
        isTrue(grams > 0 && length > 0 && width > 0 && height > 0, "a parcel has weight and size");
        this.grams = grams;
        this.length = length;
        this.width = width;
        this.height = height;
        this.zone = zone;
        this.valueCents = valueCents;
    }

    public int grams() {
        return grams;
    }

    public int longestSide() {
        return Math.max(length, Math.max(width, height));
    }

    /** In cubic centimetres. */
    public int volume() {
        return (int) ((long) length * width * height / 1000);
    }

    public Zone zone() {
        return zone;
    }

    public int valueCents() {
        return valueCents;
    }
}
