// SPDX-License-Identifier: MIT
package postage;

import java.util.List;

/** Somebody who carries parcels, at a tariff and with extras. */
public final class Carrier {
    private final String name;
    private final Tariff tariff;
    private final List<Extra> extras;

    private Carrier(String name, Tariff tariff, Extra... extras) {
        this.name = name;
        this.tariff = tariff;
        this.extras = List.of(extras);
    }

    public static Carrier post() {
        return new Carrier("post", new Tariff.Flat(499), new Extra.Bulky());
    }

    public static Carrier courier() {
        return new Carrier("courier", new Tariff.ByWeight(320), new Extra.Insurance(),
                new Extra.Fuel(8));
    }

    public static Carrier freight() {
        return new Carrier("freight", new Tariff.Abroad(new Tariff.ByWeight(90), 40),
                new Extra.Fuel(12), new Extra.Bulky(), new Extra.Insurance());
    }

    public String name() {
        return name;
    }

    /** What it costs, in cents. */
    public int price(Parcel parcel) {
        int carried = tariff.cents(parcel);
        int sum = carried;
        for (Extra extra : extras) {
            sum += extra.cents(parcel, carried);
        }
        return sum;
    }
}
