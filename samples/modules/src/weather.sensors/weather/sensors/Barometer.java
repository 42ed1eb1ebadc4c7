// SPDX-License-Identifier: MIT
package weather.sensors;

import weather.Sensor;

/** A quiet day: the pressure hardly changes. */
public final class Barometer implements Sensor {
    @Override
    public String quantity() {
        return "pressure";
    }

    @Override
    public double measure(int hoursAgo) {
        return reduced(1013 + 0.2 * hoursAgo);
    }

    /** To sea level. */
    private static double reduced(double pressure) {
        return pressure + 12;
    }
}
