// SPDX-License-Identifier: MIT
package postage;

/** What is sent: weight, the longest side, what it is worth, and where it goes. */
public final class Parcel {
    final int grams;
    final int longestCm;
    final int worthCents;
    final String country;

    public Parcel(int grams, int longestCm, int worthCents, String country) {
        if (grams <= 0 || longestCm <= 0 || worthCents < 0) {
            throw new IllegalArgumentException("no such parcel");
        }
        this.grams = grams;
        this.longestCm = longestCm;
        this.worthCents = worthCents;
        this.country = country;
    }

    boolean isBulky() {
        return longestCm > 120;
    }

    boolean isAbroad() {
        return !country.equals("DE");
    }
}
