// SPDX-License-Identifier: MIT
// Reads and writes beans as YAML with snakeyaml: properties by introspection, types by tags.

import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;

public class Yam {
    public static class Engine {
        public int power;
        private String fuel;

        public String getFuel() {
            return fuel;
        }

        public void setFuel(String fuel) {
            this.fuel = fuel;
        }
    }

    public static class Point {
        private final int x, y;

        public Point(Integer x, Integer y) {
            this.x = x;
            this.y = y;
        }

        public String toString() {
            return x + "/" + y;
        }
    }

    public static class Car {
        private String name;
        private Engine engine;
        private List<Engine> spare;
        private Map<String, Double> more;
        public Object any;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public Engine getEngine() {
            return engine;
        }

        public void setEngine(Engine engine) {
            this.engine = engine;
        }

        public List<Engine> getSpare() {
            return spare;
        }

        public void setSpare(List<Engine> spare) {
            this.spare = spare;
        }

        public Map<String, Double> getMore() {
            return more;
        }

        public void setMore(Map<String, Double> more) {
            this.more = more;
        }
    }

    public static void main(String[] args) {
        String text = "name: c\nengine: {power: 5, fuel: oil}\nspare:\n- {power: 1, fuel: gas}\nmore: {a: 1.5}\nany: 2001-01-01\n";
        Car car = new Yaml(new Constructor(Car.class)).load(text);
        System.out.println(car.getSpare().get(0).getFuel() + car.getMore());
        car.any = "text";
        String out = new Yaml().dump(car);
        System.out.println(out);
        Car back = new Yaml().load(out);
        System.out.println(back.getEngine().power);
        Object o = new Yaml().load("- !!Yam$Point [1, 2]\n- !!java.util.TreeSet [b, a]\n- [0x10, ~, true, .5, 'q']\n");
        System.out.println(o);
    }
}
