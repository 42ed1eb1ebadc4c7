// SPDX-License-Identifier: MIT
package postage;

/** What a parcel costs before surcharges. */
public interface Rate {
    int cents(Parcel parcel);
}
