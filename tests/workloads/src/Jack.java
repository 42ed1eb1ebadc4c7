// SPDX-License-Identifier: MIT
// Binds JSON to objects and back with jackson: class files of version 61, reflection, annotations.

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Jack {
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    public abstract static class Shape {
        public String name = "s";
    }

    public static class Circle extends Shape {
        @JsonProperty("r") private double radius = 2.5;

        public int getDoubleSize() {
            return (int) (2 * radius);
        }

        public void setDoubleSize(int n) {
            radius = n / 2.0;
        }
    }

    public static class Box extends Shape {
        public int[] sides = {1, 2, 3};
        public Map<String, List<Long>> more = new TreeMap<>(Map.of("k", List.of(1L, 2L)));
    }

    public record Pair(String left, Shape right) { }

    public static void main(String[] args) throws Exception {
        ObjectMapper m = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            pairs.add(new Pair("p" + i, i % 2 == 0 ? new Circle() : new Box()));
        }
        String json = m.writeValueAsString(pairs);
        Pair[] back = m.readValue(json, Pair[].class);
        System.out.println(json.hashCode() + " " + m.writeValueAsString(back).equals(json));
        JsonNode tree = m.readTree(json);
        ((ObjectNode) tree.get(3)).put("left", "new").putArray("x").add(1).add("y");
        System.out.println(tree.get(3) + " " + tree.at("/1/right/sides/2"));
        for (String bad : new String[] {"[1,", "{\"left\":{}}", "nul"}) {
            try {
                m.readValue(bad, Pair.class);
            } catch (JsonProcessingException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getOriginalMessage());
            }
        }
        System.out.println(m.writerWithDefaultPrettyPrinter().writeValueAsString(m.convertValue(pairs.get(1), Map.class)));
    }
}
