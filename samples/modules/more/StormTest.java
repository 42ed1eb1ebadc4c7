// SPDX-License-Identifier: MIT
package weather;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StormTest {
    /** In a tube: its pressure falls by two each hour. */
    static class Falling implements Sensor {
        @Override
        public String quantity() {
            return "pressure";
        }

        @Override
        public double measure(int hoursAgo) {
            return 990 + 2 * hoursAgo;
        }
    }

    @Test
    void fallingPressureBringsAStorm() {
        Station station = new Station();
        station.add(new Falling());
        assertEquals("storm", station.forecast());
    }

    @Test
    void itFalls() {
        assertEquals(-10, new Falling().rise(5));
    }
}
