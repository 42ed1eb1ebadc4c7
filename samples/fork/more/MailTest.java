// SPDX-License-Identifier: MIT
package depot.billing;

import static org.junit.Assert.assertEquals;

import depot.orders.Discount;
import depot.orders.Order;
import depot.stock.Article;
import depot.stock.Stock;
import org.junit.Test;

public class MailTest {
    @Test
    public void anInvoiceIsMail() {
        Stock stock = new Stock();
        stock.put(new Article.Boxed("nuts & bolts", 500, 100), 200);
        Order order = new Order(stock, Discount.none());
        order.add("nuts & bolts", 150);
        assertEquals("<h1>For Bo</h1>\n"
                + "<p>150 nuts &amp; bolts (box of 100) <b>10.00</b></p>\n"
                + "<p>VAT <b>1.90</b></p>\n<p>total <b>11.90</b></p>\n",
                new Invoice("Bo", order).on(new Paper.Html()));
    }
}
