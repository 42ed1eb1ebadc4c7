// SPDX-License-Identifier: MIT
// Writes beans as XML with xstream and reads them back: fields by reflection, converters by class.

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.annotations.XStreamAlias;
import com.thoughtworks.xstream.annotations.XStreamAsAttribute;
import com.thoughtworks.xstream.io.xml.DomDriver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Xst {
    enum Colour { RED, GREEN }

    @XStreamAlias("item")
    public static class Item {
        @XStreamAsAttribute private final String name;
        private int count = 3;
        private Colour colour = Colour.GREEN;
        private Object any;

        Item(String name, Object any) {
            this.name = name;
            this.any = any;
        }
    }

    public static class Order {
        private List<Item> items = new ArrayList<>();
        private Map<String, Double> prices = new LinkedHashMap<>();
        private int[] sizes = {1, 2};
        private transient String forgotten = "x";

        private Object readResolve() {
            forgotten = "resolved";
            return this;
        }
    }

    public static void main(String[] args) {
        for (XStream x : new XStream[] {new XStream(), new XStream(new DomDriver())}) {
            x.allowTypesByWildcard(new String[] {"Xst*"});
            x.processAnnotations(Item.class);
            x.alias("order", Order.class);
            Order o = new Order();
            o.items.add(new Item("a", 7L));
            o.items.add(new Item("b", new StringBuilder("text")));
            o.prices.put("a", 1.5);
            String xml = x.toXML(o);
            System.out.println(xml);
            Order back = (Order) x.fromXML(xml);
            System.out.println(back.forgotten + " " + x.toXML(back).equals(xml));
        }
    }
}
