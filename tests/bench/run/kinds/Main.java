// SPDX-License-Identifier: MIT
// Loops in which one kind of event is nearly all that happens. Each step depends on
// the one before it.
package kinds;

import java.util.Objects;

final class Work {
    private Work() { }

    /** Some work, so that a call is no whole loop. */
    static int step(int x) {
        return x * 1103515245 + 12345;
    }
}

interface Shape {
    int area(int x);
}

abstract class Numbered implements Shape {
    static final Shape[] ALL = {
        new S0(), new S1(), new S2(), new S3(), new S4(), new S5(), new S6(), new S7(),
        new S8(), new S9(), new S10(), new S11(), new S12(), new S13(), new S14(), new S15()
    };

    /** The same of few or many classes, in an order without a pattern. */
    static long run(int n, int classes) {
        Shape[] some = new Shape[1024];
        int r = 1;
        for (int i = 0; i < some.length; i++) {
            r = r * 1103515245 + 12345;
            some[i] = ALL[(r >>> 16) % classes];
        }
        return loop(some, n);
    }

    private static long loop(Shape[] some, int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = some[i & 1023].area(x);
        }
        return x;
    }
}

class S0 extends Numbered {
    public int area(int x) {
        return x * 3 + 1;
    }
}

class S1 extends Numbered {
    public int area(int x) {
        return x * 5 + 1;
    }
}

class S2 extends Numbered {
    public int area(int x) {
        return x * 7 + 1;
    }
}

class S3 extends Numbered {
    public int area(int x) {
        return x * 9 + 1;
    }
}

class S4 extends Numbered {
    public int area(int x) {
        return x * 11 + 1;
    }
}

class S5 extends Numbered {
    public int area(int x) {
        return x * 13 + 1;
    }
}

class S6 extends Numbered {
    public int area(int x) {
        return x * 15 + 1;
    }
}

class S7 extends Numbered {
    public int area(int x) {
        return x * 17 + 1;
    }
}

class S8 extends Numbered {
    public int area(int x) {
        return x * 19 + 1;
    }
}

class S9 extends Numbered {
    public int area(int x) {
        return x * 21 + 1;
    }
}

class S10 extends Numbered {
    public int area(int x) {
        return x * 23 + 1;
    }
}

class S11 extends Numbered {
    public int area(int x) {
        return x * 25 + 1;
    }
}

class S12 extends Numbered {
    public int area(int x) {
        return x * 27 + 1;
    }
}

class S13 extends Numbered {
    public int area(int x) {
        return x * 29 + 1;
    }
}

class S14 extends Numbered {
    public int area(int x) {
        return x * 31 + 1;
    }
}

class S15 extends Numbered {
    public int area(int x) {
        return x * 33 + 1;
    }
}

/** What outside/ calls and implements. */
abstract class Open {
    static int entry(int x) {
        return x * 1103515245 + 12345;
    }

    abstract int area(int x);

    static long loop(Open o, int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = o.area(x);
        }
        return x;
    }
}

/** So the call in loop() has a receiver that is predicted. */
final class Known extends Open {
    @Override
    int area(int x) {
        return x + 1;
    }
}

/** Its equals() is called by the JDK: so the component can come back from there. */
final class Key {
    private final int k;

    Key(int k) {
        this.k = k;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Key && k == ((Key) o).k;
    }

    @Override
    public int hashCode() {
        return k;
    }
}

/** The entries: which kind it is stands in the name. */
public final class Main {
    private Main() { }

    public static long label(int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = Counted.step(x);
        }
        return x;
    }

    public static long limited(int n) {
        return Counted.deep1(n);
    }

    public static long one(int n) {
        return Numbered.run(n, 1);
    }

    public static long four(int n) {
        return Numbered.run(n, 4);
    }

    public static long sixteen(int n) {
        return Numbered.run(n, 16);
    }

    public static long out(int n) {
        Object a = "a", b = "b", key = new Key(1);
        int x = Objects.equals(key, new Key(2)) ? 1 : 0;
        for (int i = 0; i < n; i++) {
            x = Work.step(x) + (Objects.equals((x & 1) == 0 ? a : b, a) ? 1 : 2);
        }
        return x;
    }

    public static int entry(int x) {
        return Open.entry(x);
    }

    public static long open(Object o, int n) {
        return Open.loop(n < 0 ? new Known() : (Open) o, n);
    }
}

/** With an exit that may lead back, so that the calls of it matter. */
final class Counted {
    private static Object mark = "none";

    private Counted() { }

    static int step(int x) {
        if (x == 7) {
            mark = Objects.equals(mark, new Key(x)) ? null : new Key(x);
        }
        return x * 1103515245 + 12345;
    }

    static long deep1(int n) {
        return deep2(n) + 1;
    }

    private static long deep2(int n) {
        return deep3(n) + 1;
    }

    private static long deep3(int n) {
        return deep4(n) + 1;
    }

    private static long deep4(int n) {
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = step(x);
        }
        return x;
    }
}
