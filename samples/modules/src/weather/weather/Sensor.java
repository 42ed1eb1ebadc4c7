// SPDX-License-Identifier: MIT
package weather;

/** Something that measures; modules provide such as services. */
public interface Sensor {
    /** What it measures, as "pressure" or "humidity". */
    String quantity();

    /** How much of that there was so many hours ago. */
    double measure(int hoursAgo);

    /** By how much it rose in the last hours. */
    default double rise(int hours) {
        return measure(0) - measure(hours);
    }
}
