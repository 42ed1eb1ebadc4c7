// SPDX-License-Identifier: MIT
// Shop.java - the component of the sample: one call site, several receivers.
package hello;

import java.util.ArrayList;
import java.util.List;

/** Sells shapes. */
public final class Shop {
    private final List<Shape> stock = new ArrayList<>();

    public void add(Shape shape) {
        stock.add(shape);
    }

    public double total() {
        double sum = 0;
        for (Shape shape : stock) {
            sum += shape.area();
        }
        return sum;
    }

    public List<String> offers(double perUnit) {
        List<String> lines = new ArrayList<>();
        stock.forEach(shape -> lines.add(shape.priced(perUnit)));
        return lines;
    }
}
