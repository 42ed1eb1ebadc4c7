// SPDX-License-Identifier: MIT
package lending;

/** A class of pupils, through their teacher. */
public final class School extends Member {
    public School(String name) {
        super(name);
    }

    @Override
    protected int limit() {
        return 60;
    }

    @Override
    protected int days() {
        return 90;
    }

    @Override
    protected int fee(int daysLate) {
        return daysLate > 14 ? 1000 : 0;
    }
}
