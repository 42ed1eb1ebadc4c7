// SPDX-License-Identifier: MIT
// Main.java - the sample's program.
package hello;

import java.util.Locale;

/** Fills a shop and prints what it sells, then makes a mistake, unless it has an argument. */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        Shop shop = new Shop();
        shop.add(new Circle(1));
        shop.add(new Square(2));
        shop.offers(3).forEach(System.out::println);
        System.out.printf("total area %.2f%n", shop.total());
        try {
            shop.add(new Circle(args.length == 0 ? -1 : 2));
        } catch (IllegalArgumentException e) {
            StackTraceElement at = e.getStackTrace()[0];
            System.out.println(e.getMessage() + ", says " + at);
        }
    }
}
