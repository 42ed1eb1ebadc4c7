// SPDX-License-Identifier: MIT
package ledger;

/** How a bank writes its statements, a line for each entry. */
public interface Format {
    /** Null for lines that are no entries. */
    Entry read(String line);

    /** The format of a statement that begins with this line. */
    static Format of(String firstLine) {
        return firstLine.startsWith("Date;") ? new SemicolonFormat() : new ColumnFormat();
    }
}
