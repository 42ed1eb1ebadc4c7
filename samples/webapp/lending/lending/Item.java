// SPDX-License-Identifier: MIT
package lending;

/** What can be borrowed. */
public abstract class Item {
    private final String title;

    protected Item(String title) {
        this.title = title;
    }

    public final String title() {
        return title;
    }

    protected abstract int days();

    public abstract String describe();
}
