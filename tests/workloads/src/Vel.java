// SPDX-License-Identifier: MIT
// Fills a velocity template from beans: getters, methods, maps and lists by introspection.

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

public class Vel {
    public static class Person {
        private final String name;
        private final int age;

        public Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        public String getName() {
            return name;
        }

        public int getAge() {
            return age;
        }

        public boolean isAdult() {
            return age >= 18;
        }

        public String greet(String word) {
            return word + ", " + name;
        }
    }

    public static void main(String[] args) throws Exception {
        VelocityEngine engine = new VelocityEngine();
        engine.setProperty("file.resource.loader.path", args[0]);
        engine.setProperty("runtime.log.logsystem.class", "org.apache.velocity.runtime.log.NullLogChute");
        engine.init();
        VelocityContext context = new VelocityContext();
        context.put("people", List.of(new Person("Ann", 30), new Person("Bob", 7)));
        context.put("map", new TreeMap<>(Map.of("k", "v")));
        StringWriter out = new StringWriter();
        engine.getTemplate("page.vm").merge(context, out);
        System.out.print(out);
    }
}
