// SPDX-License-Identifier: MIT
package depot.stock;

/** Something that is kept in stock. */
public abstract class Article {
    private final String name;
    private final int cents;

    Article(String name, int cents) {
        this.name = name;
        this.cents = cents;
    }

    public final String name() {
        return name;
    }

    /** What so many of it cost. */
    public int cents(int amount) {
        return packs(amount) * cents;
    }

    /** As it is counted, on labels and invoices. */
    public abstract String unit();

    /** How many are sold if so many are wanted. */
    abstract int packs(int amount);

    /** Sold one by one. */
    public static final class Piece extends Article {
        public Piece(String name, int cents) {
            super(name, cents);
        }

        @Override
        public String unit() {
            return "pc";
        }

        @Override
        int packs(int amount) {
            return amount;
        }
    }

    /** Sold in boxes. */
    public static final class Boxed extends Article {
        private final int inBox;

        public Boxed(String name, int cents, int inBox) {
            super(name, cents);
            this.inBox = inBox;
        }

        @Override
        public String unit() {
            return "box of " + inBox;
        }

        @Override
        int packs(int amount) {
            return (amount + inBox - 1) / inBox;
        }
    }
}
