// SPDX-License-Identifier: MIT
package depot.orders;

import static org.junit.Assert.assertEquals;

import depot.stock.Article;
import depot.stock.Stock;
import org.junit.Test;

public class DiscountTest {
    @Test
    public void onePercentIsTakenOff() {
        assertEquals(12, Discount.percent(1).off(1250, 1));
        assertEquals(0, Discount.none().off(1250, 1));
    }

    @Test
    public void thoseWhoOrderMuchPayLess() {
        Stock stock = new Stock();
        stock.put(new Article.Piece("bell", 1000), 5);
        Order order = new Order(stock, Discount.manyLines(2, Discount.percent(10)));
        order.add("bell", 1);
        assertEquals(1000, order.cents());
        order.add("bell", 1);
        assertEquals(1800, order.cents());
    }
}
