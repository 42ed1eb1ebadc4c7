// SPDX-License-Identifier: MIT
package depot.orders;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import depot.stock.Article;
import depot.stock.Stock;
import org.junit.Test;

public class OrderTest {
    private final Stock stock = new Stock();

    @Test
    public void anOrderTakesFromTheStock() {
        stock.put(new Article.Piece("bell", 950), 5);
        Order order = new Order(stock, Discount.none());
        assertTrue(order.add("bell", 4));
        assertFalse(order.add("bell", 2));
        assertEquals(3800, order.cents());
        assertEquals("4 bell (pc)", order.lines().get(0).text());
    }
}
