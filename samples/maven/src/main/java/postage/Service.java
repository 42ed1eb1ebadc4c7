// SPDX-License-Identifier: MIT
package postage;

import java.util.ArrayList;
import java.util.List;

/** A way to send parcels: a rate and its surcharges. */
public final class Service {
    private final String name;
    private final Rate rate;
    private final List<Surcharge> surcharges = new ArrayList<>();

    public Service(String name, Rate rate) {
        this.name = name;
        this.rate = rate;
    }

    public Service with(Surcharge surcharge) {
        surcharges.add(surcharge);
        return this;
    }

    public String name() {
        return name;
    }

    public int quote(Parcel parcel) {
        int cents = rate.cents(parcel);
        for (Surcharge surcharge : surcharges) {
            cents = surcharge.add(parcel, cents);
        }
        return cents;
    }
}
