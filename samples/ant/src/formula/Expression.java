// SPDX-License-Identifier: MIT
package formula;

/** Something that has a value once its variables have one. */
interface Expression {
    double value(Sheet sheet);

    /** How tightly it holds together where it is part of another. */
    int rank();

    void print(StringBuilder out);

    default void printInside(int rank, StringBuilder out) {
        if (rank() < rank) {
            out.append('(');
            print(out);
            out.append(')');
        } else {
            print(out);
        }
    }
}
