// SPDX-License-Identifier: MIT
package depot.billing;

/** What an invoice is written on. */
public abstract class Paper {
    private final StringBuilder text = new StringBuilder();

    abstract void title(String title);

    abstract void row(String what, int cents);

    final void print(String line) {
        text.append(line).append('\n');
    }

    static String euros(int cents) {
        return cents / 100 + "." + cents / 10 % 10 + cents % 10;
    }

    public final String text() {
        return text.toString();
    }

    /** For letters. */
    public static final class Plain extends Paper {
        @Override
        void title(String title) {
            print(title);
            print(title.replaceAll(".", "="));
        }

        @Override
        void row(String what, int cents) {
            print(what + ": " + euros(cents));
        }
    }

    /** For mail. */
    public static final class Html extends Paper {
        @Override
        void title(String title) {
            print("<h1>" + escape(title) + "</h1>");
        }

        @Override
        void row(String what, int cents) {
            print("<p>" + escape(what) + " <b>" + euros(cents) + "</b></p>");
        }

        private static String escape(String text) {
            return text.replace("&", "&amp;").replace("<", "&lt;");
        }
    }
}
