// SPDX-License-Identifier: MIT
// Binds JSON to objects and back with gson: fields by reflection, adapters, generic types.

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Gsn {
    enum Kind { @SerializedName("small") SMALL, LARGE }

    static class Dots extends TypeAdapter<Integer> {
        @Override public void write(JsonWriter out, Integer n) throws IOException {
            out.value(".".repeat(n));
        }

        @Override public Integer read(JsonReader in) throws IOException {
            return in.nextString().length();
        }
    }

    static class Item {
        private final String name;
        private Kind kind = Kind.SMALL;
        @JsonAdapter(Dots.class) private Integer n = 3;
        private Map<String, List<Long>> more = new TreeMap<>(Map.of("k", List.of(1L)));

        private Item() {
            name = "none";
        }

        Item(String name) {
            this.name = name;
        }
    }

    public static void main(String[] args) {
        Gson gson = new GsonBuilder().setPrettyPrinting().create();
        String json = gson.toJson(List.of(new Item("a"), new Item("b")));
        System.out.println(json);
        List<Item> back = gson.fromJson(json, new TypeToken<List<Item>>() { }.getType());
        System.out.println(back.get(1).name + back.get(0).n + back.get(0).kind + gson.toJson(back).equals(json));
        System.out.println(gson.fromJson("{\"kind\":\"LARGE\"}", Item.class).name);
    }
}
