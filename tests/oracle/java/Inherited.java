// SPDX-License-Identifier: MIT
// Methods that a class has without declaring them: from superclasses and
// interfaces, abstract ones in between, and static ones that are hidden.

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Iterator;

public class Inherited {
    interface Task {
        String run();
    }

    interface NamedTask extends Task {
        String name();
    }

    static class Impl {
        public String run() {
            return "Impl.run of " + getClass().getSimpleName();
        }

        static String fixed() {
            return "Impl";
        }
    }

    static class Gets extends Impl implements Task {
    }

    abstract static class Miranda implements NamedTask {
        String both() {
            return name() + run();
        }
    }

    static class Full extends Miranda {
        @Override
        public String name() {
            return "full ";
        }

        @Override
        public String run() {
            return "runs";
        }
    }

    static class Hides extends Gets {
        static String fixed() {
            return "Hides";
        }
    }

    abstract static class Reabstract extends Impl {
        @Override
        public abstract String run();
    }

    static class Last extends Reabstract {
        @Override
        public String run() {
            return "last";
        }
    }

    static class Bag extends AbstractCollection<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.asList("a", "b").iterator();
        }

        @Override
        public int size() {
            return 2;
        }
    }

    public static void main(String[] args) {
        for (Task task : new Task[] {new Gets(), new Hides(), new Full()}) {
            System.out.println(task.run());
        }
        System.out.println(new Full().both());
        System.out.println(Impl.fixed() + Gets.fixed() + Hides.fixed());
        Impl impl = new Last();
        System.out.println(impl.run());
        System.out.println(new Bag() + "" + new Bag().contains("b"));
        Object[] objects = {new Gets(), new Full(), "text", 5, new Bag()};
        int n = 0;
        for (Object o : objects) {
            n += o.equals(o) ? 1 : 0;
            n += o.hashCode() == o.hashCode() ? 1 : 0;
        }
        System.out.println(n);
    }
}
// expect: Impl.run of Gets
// expect: Impl.run of Hides
// expect: runs
// expect: full runs
// expect: ImplImplHides
// expect: last
// expect: [a, b]true
// expect: 10
