// SPDX-License-Identifier: MIT
// Indexes the lines of a file with N threads, then searches: arguments are the file and N.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

public class Luc {
    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        int n = Integer.parseInt(args[1]);
        try (ByteBuffersDirectory dir = new ByteBuffersDirectory()) {
            IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
            config.setMaxBufferedDocs(200);
            try (IndexWriter w = new IndexWriter(dir, config)) {
                index(w, lines, n);
                w.deleteDocuments(new Term("t", "quarry"));
                w.forceMerge(1);
            }
            try (DirectoryReader r = DirectoryReader.open(dir)) {
                search(new IndexSearcher(r));
            }
        }
    }

    private static void index(IndexWriter w, List<String> lines, int n) throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failed = new ArrayList<>();
        for (int t = 0; t < n; t++) {
            int first = t;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = first; i < lines.size(); i += n) {
                        Document d = new Document();
                        d.add(new TextField("t", lines.get(i), Field.Store.YES));
                        d.add(new IntPoint("n", i));
                        w.addDocument(d);
                    }
                } catch (Throwable e) {
                    synchronized (failed) {
                        failed.add(e);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("failed " + failed);
    }

    private static void search(IndexSearcher s) throws Exception {
        Query[] queries = {
            new TermQuery(new Term("t", "ember")),
            new PrefixQuery(new Term("t", "la")),
            new FuzzyQuery(new Term("t", "pebbel"), 2),
            new PhraseQuery("t", "arrow", "basin"),
            IntPoint.newRangeQuery("n", 100, 300),
            new BooleanQuery.Builder().add(new TermQuery(new Term("t", "ridge")), BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term("t", "kiln")), BooleanClause.Occur.MUST_NOT).build(),
        };
        for (Query q : queries) {
            System.out.println(q + " " + s.count(q));
        }
        // Scores do not depend on the order in which the threads added the documents; document numbers do.
        StringBuilder b = new StringBuilder();
        for (var hit : s.search(queries[0], 5).scoreDocs) {
            b.append(hit.score).append(' ');
        }
        System.out.println(b);
    }
}
