// SPDX-License-Identifier: MIT
package weather.sensors;

import weather.Sensor;

/** A hair that becomes longer in moist air. */
public final class Hygrometer implements Sensor {
    private static final double DRY = 20;
    private static final double WET = 20.5;

    @Override
    public String quantity() {
        return "humidity";
    }

    @Override
    public double measure(int hoursAgo) {
        return percent(20.2 + 0.01 * hoursAgo);
    }

    private static double percent(double length) {
        return 100 * (length - DRY) / (WET - DRY);
    }
}
