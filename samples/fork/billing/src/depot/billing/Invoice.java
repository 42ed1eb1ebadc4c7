// SPDX-License-Identifier: MIT
package depot.billing;

import depot.orders.Order;

/** What is to be paid for an order. */
public final class Invoice {
    private static final int VAT = 19;

    private final String customer;
    private final Order order;

    public Invoice(String customer, Order order) {
        this.customer = customer;
        this.order = order;
    }

    public int total() {
        return order.cents() + vat();
    }

    public String on(Paper paper) {
        paper.title("For " + customer);
        for (Order.Line line : order.lines()) {
            paper.row(line.text(), line.cents());
        }
        paper.row("VAT", vat());
        paper.row("total", total());
        return paper.text();
    }

    private int vat() {
        return order.cents() * VAT / 100;
    }
}
