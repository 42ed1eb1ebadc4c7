// SPDX-License-Identifier: MIT
package postage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FreightTest {
    private final Carrier freight = Carrier.freight();

    @Test
    void inlandItGoesByWeight() {
        assertEquals(1800 + 216 + 1500 + 190, freight.price(new Parcel(19500, 140, 19000, "DE")));
    }

    @Test
    void abroadItCostsMore() {
        assertEquals(2520 + 302 + 190, freight.price(new Parcel(19500, 80, 19000, "SE")));
    }

    @Test
    void heavyThingsGoByFreight() {
        Counter counter = new Counter(Carrier.courier(), freight);
        assertEquals("freight", counter.cheapest(new Parcel(19500, 80, 0, "DE")).name());
    }
}
