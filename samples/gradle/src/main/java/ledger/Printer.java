// SPDX-License-Identifier: MIT
package ledger;

/** Where a book is printed. */
public interface Printer {
    void row(String category, String amount);

    void end();
}
