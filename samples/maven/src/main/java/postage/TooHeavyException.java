// SPDX-License-Identifier: MIT
package postage;

/** No step of a rate takes so much. */
public final class TooHeavyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooHeavyException(int grams, int limit) {
        super(grams + " g, but at most " + limit + " g are taken");
    }
}
