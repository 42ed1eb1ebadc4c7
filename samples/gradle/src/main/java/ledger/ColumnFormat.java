// SPDX-License-Identifier: MIT
package ledger;

/** Ten columns for the day, then text up to column 40, then the amount. */
final class ColumnFormat implements Format {
    private static final int DAY = 10;
    private static final int TEXT = 40;

    @Override
    public Entry read(String line) {
        if (line.length() <= TEXT || line.charAt(0) == '#') {
            return null;
        }
        String text = line.substring(DAY, TEXT).trim();
        return new Entry(line.substring(0, DAY), text, Amounts.parse(line.substring(TEXT)));
    }
}
