// SPDX-License-Identifier: MIT
// Has a method with the name of one that it cannot override.
package far;

import near.Base;

public class Other extends Base {
    String secret() {
        return "far.Other";
    }

    protected String both() {
        return secret() + " beside " + open();
    }

    public static String askFar(Other other) {
        return other.secret();
    }
}
