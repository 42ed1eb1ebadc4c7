// SPDX-License-Identifier: MIT
package ledger;

/** Date;Text;Amount with a decimal comma. */
final class SemicolonFormat implements Format {
    @Override
    public Entry read(String line) {
        String[] field = line.split(";");
        if (field.length < 3 || field[0].equals("Date")) {
            return null;
        }
        return new Entry(field[0], field[1].trim(), Amounts.parse(field[2].replace(',', '.')));
    }
}
