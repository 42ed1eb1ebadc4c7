// SPDX-License-Identifier: MIT
package depot.stock;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is there, and how much of it. */
public final class Stock {
    private final Map<String, Shelf> shelves = new LinkedHashMap<>();

    public void put(Article article, int amount) {
        shelves.computeIfAbsent(article.name(), name -> new Shelf(article)).change(amount);
    }

    public Article find(String name) {
        return shelf(name).article;
    }

    /** Takes it from its shelf, if there is enough. */
    public boolean take(String name, int amount) {
        Shelf shelf = shelf(name);
        return shelf.has(amount) && shelf.change(-amount) >= 0;
    }

    private Shelf shelf(String name) {
        Shelf shelf = shelves.get(name);
        if (shelf == null) {
            throw new IllegalArgumentException("no " + name + " here");
        }
        return shelf;
    }

    private static final class Shelf {
        final Article article;
        private int amount;

        Shelf(Article article) {
            this.article = article;
        }

        boolean has(int wanted) {
            return article.packs(wanted) <= article.packs(amount) && wanted <= amount;
        }

        int change(int by) {
            amount += by;
            return amount;
        }
    }
}
