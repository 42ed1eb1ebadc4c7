// SPDX-License-Identifier: MIT
package catalogue;

import java.util.List;
import java.util.Map;

/** Accents and case, and cards that are stored as they are. */
public final class MoreTest {
    public static void main(String[] args) throws Exception {
        Order order = Order.ofLibrary();
        assert order.isSame("Kase", "k\u00e4se");
        assert !order.isSame("Kase", "kasse");
        assert order.sorted(List.of("k\u00e4se", "kase", "Kase"))
                .equals(List.of("kase", "Kase", "k\u00e4se"));

        Box box = new Box();
        box.add("Emma", "Austen, 1815");
        assert Box.unpack(box.pack(false)).equals(Map.of("Emma", "Austen, 1815"));
        System.out.println("and so is this");
    }
}
