// SPDX-License-Identifier: MIT
// Circle.java - a receiver class that the sample's main program uses.
package hello;

/** A circle. */
public final class Circle implements Shape {
    private final double radius;

    public Circle(double radius) {
        if (radius < 0) {
            throw new IllegalArgumentException("negative radius: " + radius);
        }
        this.radius = radius;
    }

    @Override
    public double area() {
        return Math.PI * radius * radius;
    }
}
