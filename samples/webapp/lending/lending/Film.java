// SPDX-License-Identifier: MIT
package lending;

public final class Film extends Item {
    private final int minutes;

    public Film(String title, int minutes) {
        super(title);
        this.minutes = minutes;
    }

    @Override
    protected int days() {
        return 7;
    }

    @Override
    public String describe() {
        return title() + " (" + minutes + " minutes)";
    }
}
