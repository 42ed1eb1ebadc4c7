// SPDX-License-Identifier: MIT
package postage;

import java.util.ArrayList;
import java.util.List;

/** Where customers ask for a price. */
public final class Counter {
    private final List<Service> services = new ArrayList<>();

    /** The services that are on offer this year. */
    public static Counter standard() {
        WeightRate ground = new WeightRate().upTo(2000, 549).upTo(5000, 749).upTo(31500, 1949);
        WeightRate air = new WeightRate().upTo(1000, 1290).upTo(10000, 3990);
        Counter counter = new Counter();
        counter.services.add(new Service("letter box", new FlatRate(399)).with(new Bulky(350)));
        counter.services.add(new Service("ground", ground)
                .with(new Insurance(50000)).with(new Bulky(1200)));
        counter.services.add(new Service("air", new VolumeRate(air))
                .with(new Insurance(100000)).with(new Fuel(12)));
        return counter;
    }

    /** The cheapest service that takes the parcel, or null. */
    public Service cheapest(Parcel parcel) {
        Service best = null;
        for (Service service : services) {
            if (takes(service, parcel)
                    && (best == null || service.quote(parcel) < best.quote(parcel))) {
                best = service;
            }
        }
        return best;
    }

    public int quote(String name, Parcel parcel) {
        for (Service service : services) {
            if (service.name().equals(name)) {
                return service.quote(parcel);
            }
        }
        throw new IllegalArgumentException("no service " + name);
    }

    private boolean takes(Service service, Parcel parcel) {
        if (service.name().equals("letter box")) {
            return parcel.grams() <= 1000 && parcel.longestSide() <= 350;
        }
        try {
            service.quote(parcel);
            return true;
        } catch (TooHeavyException e) {
            return false;
        }
    }
}
