// SPDX-License-Identifier: MIT
// Collections that call back: hashCode, equals, compareTo, compare, and hooks.

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

public class Maps {
    static class Key implements Comparable<Key> {
        final int n;

        Key(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            return n % 2;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).n == n;
        }

        @Override
        public int compareTo(Key o) {
            return Integer.compare(n, o.n);
        }

        @Override
        public String toString() {
            return "k" + n;
        }
    }

    static class ByName implements Comparator<Object> {
        @Override
        public int compare(Object a, Object b) {
            return b.toString().compareTo(a.toString());
        }
    }

    static class Cache<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > 2;
        }
    }

    static class Single extends AbstractMap<String, Integer> {
        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            return Collections.singleton(new SimpleEntry<>("one", 1));
        }
    }

    static String fill(Map<Key, String> map) {
        for (int i = 0; i < 24; i++) {
            map.put(new Key(i % 12), "v" + i);
        }
        return map.size() + map.get(new Key(3));
    }

    public static void main(String[] args) {
        System.out.println(fill(new HashMap<>()));
        System.out.println(fill(new TreeMap<>()));
        System.out.println(fill(new TreeMap<>(new ByName())));
        System.out.println(fill(new Hashtable<>()));
        System.out.println(fill(new ConcurrentHashMap<>()));
        System.out.println(fill(new Cache<>()));
        System.out.println(fill(new IdentityHashMap<>()));
        Map<Key, Integer> counts = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            counts.merge(new Key(i % 2), 1, Integer::sum);
        }
        counts.computeIfAbsent(new Key(7), k -> k.n);
        counts.computeIfPresent(new Key(7), (k, v) -> v + k.n);
        System.out.println(new TreeMap<>(counts));
        PriorityQueue<Key> queue = new PriorityQueue<>(
                Comparator.reverseOrder());
        queue.add(new Key(1));
        queue.add(new Key(5));
        System.out.println(queue.poll());
        TreeSet<Key> set = new TreeSet<>(Collections.nCopies(3, new Key(2)));
        System.out.println(set.contains(new Key(2)) + "" + set.headSet(
                new Key(3)));
        Single single = new Single();
        System.out.println(single.get("one") + "" + single
                + single.equals(Map.of("one", 1)));
    }
}
// expect: 12v15
// expect: 12v15
// expect: 12v15
// expect: 12v15
// expect: 12v15
// expect: 2null
// expect: 24null
// expect: {k0=3, k1=2, k7=14}
// expect: k5
// expect: true[k2]
// expect: 1{one=1}true
