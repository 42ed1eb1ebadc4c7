// SPDX-License-Identifier: MIT
package postage;

import java.util.Map;
import java.util.TreeMap;

/** A price for each weight up to a limit. */
public final class WeightRate implements Rate {
    private final TreeMap<Integer, Integer> steps = new TreeMap<>();

    public WeightRate upTo(int grams, int cents) {
        steps.put(grams, cents);
        return this;
    }

    @Override
    public int cents(Parcel parcel) {
        return price(parcel.grams()) + parcel.zone().extraCents();
    }

    int price(int grams) {
        Map.Entry<Integer, Integer> step = steps.ceilingEntry(grams);
        if (step == null) {
            throw new TooHeavyException(grams, steps.lastKey());
        }
        return step.getValue();
    }
}
