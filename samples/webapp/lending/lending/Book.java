// SPDX-License-Identifier: MIT
package lending;

public final class Book extends Item {
    private final String author;

    public Book(String title, String author) {
        super(title);
        this.author = author;
    }

    @Override
    protected int days() {
        return 28;
    }

    @Override
    public String describe() {
        return author + ": " + title();
    }
}
