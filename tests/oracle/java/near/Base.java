// SPDX-License-Identifier: MIT
// A base class with a method that only its package may override.
package near;

public class Base {
    String secret() {
        return "near.Base";
    }

    protected String open() {
        return "open " + secret();
    }

    public static String ask(Base base) {
        return base.secret();
    }
}
