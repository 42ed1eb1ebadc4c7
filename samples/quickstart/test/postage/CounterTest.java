// SPDX-License-Identifier: MIT
package postage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CounterTest {
    @Test
    void theCheapestIsFound() {
        Counter counter = new Counter(Carrier.post(), Carrier.courier());
        assertEquals("courier 4.45", counter.receipt(new Parcel(800, 30, 2500, "DE")));
        assertEquals("post 4.99", counter.receipt(new Parcel(3000, 60, 2500, "DE")));
    }
}
