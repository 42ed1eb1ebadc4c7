// SPDX-License-Identifier: MIT
package lending;

/** Children pay nothing, but may not take much. */
public final class Child extends Member {
    public Child(String name) {
        super(name);
    }

    @Override
    protected int limit() {
        return 2;
    }

    @Override
    protected int fee(int daysLate) {
        return 0;
    }
}
