// SPDX-License-Identifier: MIT
package weather;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StationTest {
    @Test
    void aQuietDayIsFair() {
        assertEquals("fair", new Station().forecast());
    }

    @Test
    void moistAirBringsRain() {
        Station station = new Station();
        station.add(new Sensor() {
            @Override
            public String quantity() {
                return "humidity";
            }

            @Override
            public double measure(int hoursAgo) {
                return 97;
            }
        });
        assertEquals("rain", station.forecast());
    }
}
