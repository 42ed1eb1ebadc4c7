// SPDX-License-Identifier: MIT
// Weak, soft and phantom references, their queues, and WeakHashMap.

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

public class References {
    static class Big {
        String show() {
            return "big";
        }
    }

    static class Tracked extends WeakReference<Big> {
        final String name;

        Tracked(Big big, ReferenceQueue<Big> queue, String name) {
            super(big, queue);
            this.name = name;
        }

        String name() {
            return name;
        }
    }

    static class Ghost extends PhantomReference<Big> {
        Ghost(Big big, ReferenceQueue<Big> queue) {
            super(big, queue);
        }

        @Override
        public Big get() {
            return super.get();
        }

        @Override
        public void clear() {
            super.clear();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Big kept = new Big();
        SoftReference<Big> soft = new SoftReference<>(kept);
        System.out.println(soft.get().show());
        ReferenceQueue<Big> queue = new ReferenceQueue<>();
        Tracked tracked = new Tracked(new Big(), queue, "gone");
        System.out.println(new Tracked(kept, queue, "x").get().show());
        Reference<? extends Big> found = null;
        for (int i = 0; found == null && i < 200; i++) {
            System.gc();
            found = queue.remove(50);
        }
        System.out.println(((Tracked) found).name() + (found == tracked));
        Ghost ghost = new Ghost(kept, queue);
        System.out.println(ghost.get());
        Reference<?> base = ghost;
        base.clear();
        System.out.println(ghost.enqueue());
        Map<Object, String> weak = new WeakHashMap<>();
        weak.put(kept, "value");
        System.out.println(weak.get(kept) + soft.get().show());
    }
}
// expect: big
// expect: big
// expect: gonetrue
// expect: null
// expect: true
// expect: valuebig
