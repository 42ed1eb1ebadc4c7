// SPDX-License-Identifier: MIT
package catalogue;

import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.ArrayList;
import java.util.List;

/** How titles are sorted: by letters, then by accents, then by case. */
final class Order {
    private static final String LETTERS = letters();

    private final RuleBasedCollator collator;

    Order(String more) throws ParseException {
        collator = new RuleBasedCollator(LETTERS + more);
    }

    /** Ours, where ch comes behind c, and umlauts are letters with accents. */
    static Order ofLibrary() throws ParseException {
        return new Order("& c < ch, Ch & a ; \u00e4, \u00c4 & o ; \u00f6, \u00d6");
    }

    List<String> sorted(Iterable<String> titles) {
        List<String> sorted = new ArrayList<>();
        for (String title : titles) {
            sorted.add(title);
        }
        sorted.sort(collator::compare);
        return sorted;
    }

    /** Do they differ in accents and case only? */
    boolean isSame(String a, String b) {
        RuleBasedCollator rough = (RuleBasedCollator) collator.clone();
        rough.setStrength(RuleBasedCollator.PRIMARY);
        return rough.equals(a, b);
    }

    private static String letters() {
        StringBuilder rules = new StringBuilder();
        for (char c = 'a'; c <= 'z'; c++) {
            rules.append("< ").append(c).append(", ").append(Character.toUpperCase(c));
        }
        return rules.toString();
    }
}
