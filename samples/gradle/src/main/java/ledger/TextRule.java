// SPDX-License-Identifier: MIT
package ledger;

import java.util.Locale;

/** A word that the text contains, in upper or lower case. */
public final class TextRule extends Rule {
    private final String word;

    public TextRule(String category, String word) {
        super(category);
        this.word = word.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean matches(Entry entry) {
        return entry.text().toLowerCase(Locale.ROOT).contains(word);
    }
}
