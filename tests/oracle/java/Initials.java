// SPDX-License-Identifier: MIT
// Initialisers that come by superclasses, interfaces, holders and reflection, and
// instance initialisers that call what is overridden.

public class Initials {
    static void log(String text) {
        System.out.println(text);
    }

    static class Base {
        static final String NAME = "base" + System.lineSeparator().length();
        String text = make();

        {
            log("Base block");
        }

        Base() {
            log("Base " + text);
        }

        String make() {
            return "base";
        }
    }

    static class Derived extends Base {
        private final String own = "own";

        {
            log("Derived block");
        }

        @Override
        String make() {
            return "derived " + own.length() + late;
        }

        String late = "late";
    }

    static class Singleton {
        private Singleton() {
            log("Singleton");
        }

        static Singleton get() {
            return Holder.INSTANCE;
        }

        private static class Holder {
            static final Singleton INSTANCE = new Singleton();
        }
    }

    interface Defaults {
        Object TOKEN = new Object() {
            {
                log("Defaults");
            }
        };

        default void use() {
        }
    }

    interface MoreDefaults extends Defaults {
        int N = logged("MoreDefaults");

        static int logged(String text) {
            log(text);
            return 1;
        }
    }

    static class User implements MoreDefaults {
    }

    static class SubUser extends User {
        static {
            log("SubUser");
        }
    }

    static class Registry {
        static final Runnable[] TASKS = {
            () -> log("task"), Registry::named, new Task()};

        static void named() {
            log("named");
        }
    }

    static class Task implements Runnable {
        static {
            log("Task is ready");
        }

        @Override
        public void run() {
            log("Task.run");
        }
    }

    public static void main(String[] args) throws Exception {
        log(new Derived().text);
        Singleton.get();
        Singleton.get();
        new SubUser();
        log("" + MoreDefaults.N);
        for (Runnable task : Registry.TASKS) {
            task.run();
        }
        log(Base.NAME);
    }
}
// expect: Base block
// expect: Base derived 3null
// expect: Derived block
// expect: derived 3null
// expect: Singleton
// expect: Defaults
// expect: SubUser
// expect: MoreDefaults
// expect: 1
// expect: Task is ready
// expect: task
// expect: named
// expect: Task.run
// expect: base1
