// SPDX-License-Identifier: MIT
package depot.orders;

import depot.stock.Article;
import depot.stock.Stock;
import java.util.ArrayList;
import java.util.List;

/** What somebody wants from the stock, and pays for it. */
public final class Order {
    private final Stock stock;
    private final Discount discount;
    private final List<Line> lines = new ArrayList<>();

    public Order(Stock stock, Discount discount) {
        this.stock = stock;
        this.discount = discount;
    }

    /** Adds a line, if there is enough in stock. */
    public boolean add(String name, int amount) {
        Article article = stock.find(name);
        if (!stock.take(name, amount)) {
            return false;
        }
        lines.add(new Line(article, amount));
        return true;
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    public int cents() {
        int sum = 0;
        for (Line line : lines) {
            sum += line.cents();
        }
        return sum - discount.off(sum, lines.size());
    }

    public static final class Line {
        private final Article article;
        private final int amount;

        Line(Article article, int amount) {
            this.article = article;
            this.amount = amount;
        }

        public int cents() {
            return article.cents(amount);
        }

        public String text() {
            return amount + " " + article.name() + " (" + article.unit() + ")";
        }
    }
}
