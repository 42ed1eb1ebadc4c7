// SPDX-License-Identifier: MIT
package postage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CarrierTest {
    private final Parcel book = new Parcel(800, 30, 2500, "DE");
    private final Parcel oar = new Parcel(4200, 270, 19000, "DE");

    @Test
    void thePostCarriesABookForItsFlatPrice() {
        assertEquals(499, Carrier.post().price(book));
    }

    @Test
    void thePostTakesMoreForWhatIsBulky() {
        assertEquals(1999, Carrier.post().price(oar));
    }

    @Test
    void theCourierChargesByWeightAndInsures() {
        assertEquals(320 + 100 + 25, Carrier.courier().price(book));
        assertEquals(1600 + 190 + 128, Carrier.courier().price(oar));
    }

    @Test
    void aParcelHasAWeight() {
        assertThrows(IllegalArgumentException.class, () -> new Parcel(0, 1, 0, "DE"));
    }
}
