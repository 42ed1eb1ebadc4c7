// SPDX-License-Identifier: MIT
// Collections: lists, a hash map and a tree behind interfaces, with iterators and
// comparators.
package coll;

public final class Main {
    private static final int ITEMS = 600;

    private Main() { }

    /** Fills and reads all of them n times. */
    public static long run(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + round(i);
        }
        return sum;
    }

    private static long round(int seed) {
        Seq<Integer> array = new ArraySeq<>(), linked = new LinkedSeq<>();
        Table<Integer, Integer> hash = new HashTable<>();
        Table<Integer, Integer> tree = new TreeTable<>(new Ascending());
        Table<Integer, Integer> down = new TreeTable<>(new Reversed<>(new Ascending()));
        int r = seed;
        for (int i = 0; i < ITEMS; i++) {
            r = r * 1103515245 + 12345;
            Integer key = (r >>> 16) % 97;
            array.add(key);
            linked.add(key);
            hash.put(key, i);
            tree.put(key, i);
            down.put(key, i);
        }
        return sum(array) + sum(linked) * 3 + sum(hash.keys()) * 5 +
                look(array, hash) * 7 + look(linked, tree) * 11 + sum(down.keys());
    }

    private static long sum(Seq<Integer> items) {
        long sum = 0;
        for (Cursor<Integer> c = items.cursor(); c.more(); ) {
            sum = sum * 3 + c.next();
        }
        return sum;
    }

    private static long look(Seq<Integer> keys, Table<Integer, Integer> in) {
        long sum = 0;
        for (Cursor<Integer> c = keys.cursor(); c.more(); ) {
            sum += in.get(c.next());
        }
        return sum;
    }
}

interface Cursor<E> {
    boolean more();

    E next();
}

interface Seq<E> {
    void add(E e);

    int size();

    Cursor<E> cursor();
}

interface Table<K, V> {
    V get(K key);

    void put(K key, V value);

    Seq<K> keys();
}

interface Order<E> {
    int compare(E a, E b);
}

final class Ascending implements Order<Integer> {
    @Override
    public int compare(Integer a, Integer b) {
        return Integer.compare(a, b);
    }
}

final class Reversed<E> implements Order<E> {
    private final Order<E> of;

    Reversed(Order<E> of) {
        this.of = of;
    }

    @Override
    public int compare(E a, E b) {
        return of.compare(b, a);
    }
}

final class ArraySeq<E> implements Seq<E> {
    private Object[] items = new Object[8];
    private int n;

    @Override
    public void add(E e) {
        if (n == items.length) {
            grow();
        }
        items[n++] = e;
    }

    private void grow() {
        Object[] more = new Object[n * 2];
        System.arraycopy(items, 0, more, 0, n);
        items = more;
    }

    @Override
    public int size() {
        return n;
    }

    @SuppressWarnings("unchecked")
    E get(int i) {
        return (E) items[i];
    }

    @Override
    public Cursor<E> cursor() {
        return new Cursor<E>() {
            private int at;

            @Override
            public boolean more() {
                return at < size();
            }

            @Override
            public E next() {
                return get(at++);
            }
        };
    }
}

final class LinkedSeq<E> implements Seq<E> {
    private static final class Link<E> {
        private final E item;
        private Link<E> next;

        Link(E item) {
            this.item = item;
        }
    }

    private Link<E> first, last;
    private int n;

    @Override
    public void add(E e) {
        Link<E> l = new Link<>(e);
        if (last == null) {
            first = l;
        } else {
            last.next = l;
        }
        last = l;
        n++;
    }

    @Override
    public int size() {
        return n;
    }

    @Override
    public Cursor<E> cursor() {
        return new Cursor<E>() {
            private Link<E> at = first;

            @Override
            public boolean more() {
                return at != null;
            }

            @Override
            public E next() {
                E item = at.item;
                at = at.next;
                return item;
            }
        };
    }
}

final class HashTable<K, V> implements Table<K, V> {
    private static final class Entry<K, V> {
        private final K key;
        private final Entry<K, V> next;
        private V value;

        Entry(K key, V value, Entry<K, V> next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }

        boolean is(K other) {
            return key.equals(other);
        }
    }

    private Entry<K, V>[] table = make(16);
    private int n;

    @SuppressWarnings("unchecked")
    private static <K, V> Entry<K, V>[] make(int size) {
        return (Entry<K, V>[]) new Entry<?, ?>[size];
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 16;
    }

    private int index(K key) {
        return spread(key.hashCode()) & table.length - 1;
    }

    private Entry<K, V> find(K key) {
        Entry<K, V> e = table[index(key)];
        while (e != null && !e.is(key)) {
            e = e.next;
        }
        return e;
    }

    @Override
    public V get(K key) {
        Entry<K, V> e = find(key);
        return e == null ? null : e.value;
    }

    @Override
    public void put(K key, V value) {
        Entry<K, V> e = find(key);
        if (e != null) {
            e.value = value;
            return;
        }
        if (n++ > table.length) {
            resize();
        }
        link(key, value);
    }

    private void link(K key, V value) {
        int i = index(key);
        table[i] = new Entry<>(key, value, table[i]);
    }

    private void resize() {
        Entry<K, V>[] old = table;
        table = make(old.length * 2);
        for (Entry<K, V> head : old) {
            for (Entry<K, V> e = head; e != null; e = e.next) {
                link(e.key, e.value);
            }
        }
    }

    @Override
    public Seq<K> keys() {
        Seq<K> keys = new ArraySeq<>();
        for (Entry<K, V> head : table) {
            for (Entry<K, V> e = head; e != null; e = e.next) {
                keys.add(e.key);
            }
        }
        return keys;
    }
}

final class TreeTable<K, V> implements Table<K, V> {
    private static final class Knot<K, V> {
        private final K key;
        private V value;
        private Knot<K, V> less, more;

        Knot(K key, V value) {
            this.key = key;
            this.value = value;
        }

        void fill(Seq<K> keys) {
            if (less != null) {
                less.fill(keys);
            }
            keys.add(key);
            if (more != null) {
                more.fill(keys);
            }
        }
    }

    private final Order<? super K> order;
    private Knot<K, V> root;

    TreeTable(Order<? super K> order) {
        this.order = order;
    }

    private int compare(K a, K b) {
        return order.compare(a, b);
    }

    @Override
    public V get(K key) {
        Knot<K, V> k = root;
        while (k != null) {
            int c = compare(key, k.key);
            if (c == 0) {
                return k.value;
            }
            k = c < 0 ? k.less : k.more;
        }
        return null;
    }

    @Override
    public void put(K key, V value) {
        root = put(root, key, value);
    }

    private Knot<K, V> put(Knot<K, V> k, K key, V value) {
        if (k == null) {
            return new Knot<>(key, value);
        }
        int c = compare(key, k.key);
        if (c < 0) {
            k.less = put(k.less, key, value);
        } else if (c > 0) {
            k.more = put(k.more, key, value);
        } else {
            k.value = value;
        }
        return k;
    }

    @Override
    public Seq<K> keys() {
        Seq<K> keys = new LinkedSeq<>();
        if (root != null) {
            root.fill(keys);
        }
        return keys;
    }
}
