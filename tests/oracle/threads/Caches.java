// SPDX-License-Identifier: MIT
// Six threads fill and ask collections and caches of guava, each its own, through
// functions, collectors and loaders that throw.

import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.Collections2;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimap;
import com.google.common.collect.Ordering;
import com.google.common.collect.TreeMultiset;
import com.google.common.util.concurrent.UncheckedExecutionException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

public class Caches {
    public static void main(String[] args) throws Exception {
        String[] said = new String[6];
        Thread[] all = new Thread[said.length];
        CyclicBarrier start = new CyclicBarrier(all.length);
        for (int i = 0; i < all.length; i++) {
            int me = i;
            all[i] = new Thread(() -> said[me] = work(start));
            all[i].start();
        }
        for (Thread t : all) {
            t.join();
        }
        Arrays.stream(said).distinct().forEach(System.out::println);
    }

    private static String work(CyclicBarrier start) {
        try {
            start.await();
        } catch (Exception e) {
            return e.toString();
        }
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            s.append(lists(i)).append(cache(i)).append(maps(i)).append('\n');
        }
        return s.toString();
    }

    private static String lists(int n) {
        List<String> words = Splitter.on(' ').omitEmptyStrings().splitToList("a bb  ccc dd e" + n);
        ImmutableList<Integer> sizes = words.stream().map(String::length)
                .collect(ImmutableList.toImmutableList());
        ImmutableSortedSet<String> sorted = words.stream()
                .collect(ImmutableSortedSet.toImmutableSortedSet(Collections.reverseOrder()));
        return sizes.toString() + sorted + Lists.transform(words, w -> w + "!")
                + Iterables.filter(sizes, x -> x > 1)
                + Ordering.natural().onResultOf(String::length).leastOf(words, 2)
                + Collections2.permutations(sizes.subList(0, 3)).size();
    }

    private static String cache(int n) {
        LoadingCache<Integer, String> cache = CacheBuilder.newBuilder().maximumSize(4)
                .concurrencyLevel(1).build(CacheLoader.from(k -> load(k)));
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            try {
                s.append(cache.getUnchecked(i * 5 % (7 + n))).append(',');
            } catch (UncheckedExecutionException e) {
                s.append(e.getCause().getMessage()).append(';');
            }
        }
        return s.append(cache.size()).toString();
    }

    private static String load(int k) {
        if (k % 3 == 2) {
            throw new IllegalStateException("no " + k);
        }
        return "v" + k;
    }

    private static String maps(int n) {
        Multimap<Integer, String> m = ArrayListMultimap.create();
        TreeMultiset<Integer> t = TreeMultiset.create();
        for (int i = 0; i < 10 + n; i++) {
            m.put(i % 3, "x" + i);
            t.add(i % 4);
        }
        ImmutableMap<String, Integer> index = Maps.uniqueIndex(t.elementSet(), x -> "k" + x);
        String twice = "";
        try {
            Maps.uniqueIndex(t, x -> "k" + x);
        } catch (IllegalArgumentException e) {
            twice = e.getMessage().substring(0, 20);
        }
        return m.toString() + t + index + Maps.transformValues(index, x -> x + n) + twice;
    }
}
