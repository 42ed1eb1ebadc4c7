// SPDX-License-Identifier: MIT
// Overrides near.Base.secret through a class of another package.
package near;

public class Again extends far.Other {
    @Override
    String secret() {
        return "near.Again";
    }

    protected String both() {
        return secret() + " and " + super.both();
    }
}
