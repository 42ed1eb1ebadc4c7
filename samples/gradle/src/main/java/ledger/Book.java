// SPDX-License-Identifier: MIT
package ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All entries, sorted into categories. */
public final class Book {
    private final List<Rule> rules = new ArrayList<>();
    private final Map<String, Long> sums = new TreeMap<>();

    public Book rule(Rule rule) {
        rules.add(rule);
        return this;
    }

    /** Takes a bank's statement; says how many entries it had. */
    public int add(String statement) {
        String[] lines = statement.split("\n");
        Format format = Format.of(lines[0]);
        int n = 0;
        for (String line : lines) {
            Entry entry = format.read(line);
            if (entry != null) {
                sums.merge(category(entry), entry.cents(), Long::sum);
                n++;
            }
        }
        return n;
    }

    private String category(Entry entry) {
        for (Rule rule : rules) {
            if (rule.matches(entry)) {
                return rule.category();
            }
        }
        return "other";
    }

    public void print(Printer printer) {
        for (Map.Entry<String, Long> sum : sums.entrySet()) {
            printer.row(sum.getKey(), Amounts.print(sum.getValue()));
        }
        printer.end();
    }
}
