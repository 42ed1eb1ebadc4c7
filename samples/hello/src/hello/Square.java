// SPDX-License-Identifier: MIT
// Square.java - a receiver class that the sample's main program uses.
package hello;

/** A square. */
public final class Square implements Shape {
    private final double side;

    public Square(double side) {
        this.side = side;
    }

    @Override
    public double area() {
        return side * side;
    }
}
