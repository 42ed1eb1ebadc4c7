// SPDX-License-Identifier: MIT
package weather;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** All sensors that modules provide, and what follows from what they measure. */
public final class Station {
    private final List<Sensor> sensors = new ArrayList<>();
    private final List<Rule> rules = List.of(new Rule.Falling("pressure", 4, "storm"),
            new Rule.Above("humidity", 85, "rain"));

    public Station() {
        for (Sensor sensor : ServiceLoader.load(Sensor.class)) {
            add(sensor);
        }
    }

    public void add(Sensor sensor) {
        sensors.add(sensor);
    }

    /** What is to be expected, by the first rule that holds. */
    public String forecast() {
        for (Rule rule : rules) {
            for (Sensor sensor : sensors) {
                if (rule.isFor(sensor) && rule.holds(sensor)) {
                    return rule.weather;
                }
            }
        }
        return "fair";
    }
}
