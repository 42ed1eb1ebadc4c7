// SPDX-License-Identifier: MIT
// Exercises guava: collections, caches, graphs, hashing, event bus, reflection, ranges.

import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Preconditions;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.Collections2;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multimap;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.Graphs;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.math.BigIntegerMath;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

public class Gua {
    private int events;

    @Subscribe
    public void on(String s) {
        events += s.length();
    }

    @Subscribe
    public void on(Integer i) {
        events += i;
    }

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        collections(lines);
        caches(lines);
        Gua g = new Gua();
        EventBus bus = new EventBus();
        bus.register(g);
        for (int i = 0; i < 100; i++) {
            bus.post(i % 3 == 0 ? (Object) i : "e" + i);
        }
        System.out.println(g.events);
        graph();
        threads(lines);
        System.out.println(new TypeToken<ArrayList<? super Integer>>() { }.getTypes().rawTypes().size());
        System.out.println(BigIntegerMath.factorial(40) + " " + CharMatcher.inRange('a', 'f').countIn(lines.get(3)));
        try {
            Preconditions.checkArgument(lines.isEmpty(), "%s lines", lines.size());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void collections(List<String> lines) {
        Multimap<Integer, String> byLength = ArrayListMultimap.create();
        TreeMultiset<String> words = TreeMultiset.create();
        HashBasedTable<Integer, String, Integer> table = HashBasedTable.create();
        for (String l : lines) {
            for (String w : Splitter.on(' ').omitEmptyStrings().trimResults().split(l)) {
                byLength.put(w.length(), w);
                words.add(w);
                table.put(w.length(), w, words.count(w));
            }
        }
        System.out.println(byLength.size() + " " + words.elementSet().size() + " " + words.firstEntry());
        System.out.println(Ordering.natural().reverse().leastOf(table.column("ember").values(), 2));
        System.out.println(Collections2.permutations(ImmutableList.of(1, 2, 3, 4)).size());
        System.out.println(Sets.powerSet(Sets.newTreeSet(ImmutableList.of("a", "b", "c"))));
        TreeRangeMap<Integer, String> ranges = TreeRangeMap.create();
        ranges.put(Range.closed(1, 10), "x");
        ranges.put(Range.open(3, 6), "y");
        System.out.println(ranges + " " + ImmutableSortedMap.of("k", 1, "j", 2).headMap("k"));
        System.out.println(Joiner.on('&').withKeyValueSeparator("=").join(ImmutableSortedMap.of("q", 1, "p", 2)));
    }

    private static void caches(List<String> lines) throws Exception {
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(50).recordStats().concurrencyLevel(1)
            .build(new CacheLoader<String, Integer>() {
                @Override
                public Integer load(String k) {
                    if (k.endsWith("7")) {
                        throw new IllegalStateException(k);
                    }
                    return k.length();
                }
            });
        int failed = 0;
        for (int i = 0; i < 1000; i++) {
            try {
                cache.get("k" + i * 31 % 80);
            } catch (RuntimeException e) {
                failed++;
            }
        }
        System.out.println(failed + " " + cache.stats().missCount() + " " + cache.size());
        BloomFilter<CharSequence> bloom = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 500);
        lines.forEach(bloom::put);
        System.out.println(Hashing.sha256().hashString(lines.get(0), StandardCharsets.UTF_8) + " "
            + Hashing.murmur3_128(7).hashBytes(lines.get(1).getBytes(StandardCharsets.UTF_8))
            + " " + bloom.approximateElementCount());
    }

    private static void graph() {
        MutableGraph<Integer> g = GraphBuilder.directed().allowsSelfLoops(true).build();
        for (int i = 0; i < 100; i++) {
            g.putEdge(i, (i * 7 + 1) % 101);
        }
        System.out.println(Graphs.hasCycle(g) + " " + Graphs.reachableNodes(g, 3).size() + " " + Graphs.transitiveClosure(g).edges().size());
    }

    private static void threads(List<String> lines) throws Exception {
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(4));
        List<com.google.common.util.concurrent.ListenableFuture<Integer>> parts = new ArrayList<>();
        for (String l : lines) {
            parts.add(Futures.transform(pool.submit(() -> l.hashCode()), h -> h ^ 5, MoreExecutors.directExecutor()));
        }
        long sum = 0;
        for (int i : Futures.allAsList(parts).get()) {
            sum += i;
        }
        System.out.println(sum);
        pool.shutdown();
    }
}
