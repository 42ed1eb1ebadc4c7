// SPDX-License-Identifier: MIT
package weather;

/** What announces which weather. */
abstract class Rule {
    final String quantity;
    final String weather;

    private Rule(String quantity, String weather) {
        this.quantity = quantity;
        this.weather = weather;
    }

    final boolean isFor(Sensor sensor) {
        return sensor.quantity().equals(quantity);
    }

    abstract boolean holds(Sensor sensor);

    static final class Above extends Rule {
        private final double limit;

        Above(String quantity, double limit, String weather) {
            super(quantity, weather);
            this.limit = limit;
        }

        @Override
        boolean holds(Sensor sensor) {
            return sensor.measure(0) > limit;
        }
    }

    static final class Falling extends Rule {
        private final double by;

        Falling(String quantity, double by, String weather) {
            super(quantity, weather);
            this.by = by;
        }

        @Override
        boolean holds(Sensor sensor) {
            return sensor.rise(3) < -by;
        }
    }
}
