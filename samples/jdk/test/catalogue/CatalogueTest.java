// SPDX-License-Identifier: MIT
package catalogue;

import java.util.List;
import java.util.Map;

/** Run it with java -ea. */
public final class CatalogueTest {
    public static void main(String[] args) throws Exception {
        Order order = Order.ofLibrary();
        assert order.sorted(List.of("cz", "ch", "b", "d")).equals(List.of("b", "cz", "ch", "d"));

        Box box = new Box();
        box.add("Emma", "Austen, 1815");
        box.add("Effi", "Fontane, 1895");
        assert Box.unpack(box.pack(true))
                .equals(Map.of("Emma", "Austen, 1815", "Effi", "Fontane, 1895"));
        System.out.println("all as it should be");
    }
}
