// SPDX-License-Identifier: MIT
package postage;

/** Light and large parcels cost what their volume would weigh. */
public final class VolumeRate implements Rate {
    private static final int CUBIC_CM_PER_KG = 5000;

    private final WeightRate weights;

    public VolumeRate(WeightRate weights) {
        this.weights = weights;
    }

    @Override
    public int cents(Parcel parcel) {
        int volumetric = parcel.volume() * 1000 / CUBIC_CM_PER_KG;
        int grams = Math.max(parcel.grams(), volumetric);
        return weights.price(grams) + parcel.zone().extraCents();
    }
}
