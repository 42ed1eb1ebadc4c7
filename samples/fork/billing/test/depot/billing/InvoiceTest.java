// SPDX-License-Identifier: MIT
package depot.billing;

import static org.junit.Assert.assertEquals;

import depot.orders.Discount;
import depot.orders.Order;
import depot.stock.Article;
import depot.stock.Stock;
import org.junit.Test;

public class InvoiceTest {
    private final Stock stock = new Stock();

    @Test
    public void anInvoiceIsALetter() {
        stock.put(new Article.Piece("bell", 1000), 5);
        Order order = new Order(stock, Discount.none());
        order.add("bell", 2);
        assertEquals("For Ada\n=======\n2 bell (pc): 20.00\nVAT: 3.80\ntotal: 23.80\n",
                new Invoice("Ada", order).on(new Paper.Plain()));
    }

    @Test
    public void theDiscountComesBeforeTheTax() {
        stock.put(new Article.Piece("bell", 1000), 5);
        Order order = new Order(stock, Discount.percent(50));
        order.add("bell", 1);
        assertEquals(595, new Invoice("Ada", order).total());
    }
}
