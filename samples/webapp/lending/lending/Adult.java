// SPDX-License-Identifier: MIT
package lending;

public final class Adult extends Member {
    public Adult(String name) {
        super(name);
    }

    @Override
    protected int limit() {
        return 5;
    }

    @Override
    protected int fee(int daysLate) {
        return Math.min(50 * daysLate, 2000);
    }
}
