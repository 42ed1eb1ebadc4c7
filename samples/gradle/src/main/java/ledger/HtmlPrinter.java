// SPDX-License-Identifier: MIT
package ledger;

/** A table for the browser. */
public final class HtmlPrinter implements Printer {
    private final StringBuilder out = new StringBuilder("<table>\n");

    @Override
    public void row(String category, String amount) {
        out.append("<tr>").append(cell(category)).append(cell(amount)).append("</tr>\n");
    }

    private static String cell(String text) {
        return "<td>" + text.replace("&", "&amp;").replace("<", "&lt;") + "</td>";
    }

    @Override
    public void end() {
        out.append("</table>\n");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
