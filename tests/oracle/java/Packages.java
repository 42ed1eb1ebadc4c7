// SPDX-License-Identifier: MIT
// Methods visible in their package only, and overriding across packages.

import far.Other;
import near.Again;
import near.Base;

public class Packages {
    static class Wide extends Other {
        @Override
        protected String both() {
            return "wide " + super.both();
        }

        String call() {
            return both();
        }
    }

    public static void main(String[] args) {
        for (Base base : new Base[] {
            new Base(), new Other(), new Again(), new Wide()}) {
            System.out.println(Base.ask(base));
        }
        System.out.println(Other.askFar(new Other()));
        System.out.println(Other.askFar(new Again()));
        System.out.println(new Wide().call());
    }
}
// expect: near.Base
// expect: near.Base
// expect: near.Again
// expect: near.Base
// expect: far.Other
// expect: far.Other
// expect: wide far.Other beside open near.Base
