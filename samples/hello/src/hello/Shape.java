// SPDX-License-Identifier: MIT
// Shape.java - the type whose calls are polymorphic in this sample.
package hello;

/** A figure with an area. */
public interface Shape {
    double area();

    /** What a shop asks for it. */
    default String priced(double perUnit) {
        return String.format("%s of %.2f costs %.2f",
                getClass().getSimpleName(), area(), area() * perUnit);
    }
}
