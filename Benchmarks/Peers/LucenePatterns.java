// Asks Lucene for parts of words, ends of words and phrases, on the index that the harness made.
// usage: java -cp JAR:CLASSES LucenePatterns PATTERNS INDEX
// Each pattern is looked for in title and body. Three rounds are asked, for the compiler's sake; the last is reported.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.MMapDirectory;

public class LucenePatterns {
  private static final Set<String> ROW = Set.of("uid", "title");

  public static void main(String[] arguments) throws IOException {
    Map<String, List<String>> patterns = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] columns = line.split("\t");
      patterns.computeIfAbsent(columns[0], kind -> new ArrayList<>()).add(columns[1]);
    }
    DirectoryReader reader = DirectoryReader.open(new MMapDirectory(Path.of(arguments[1])));
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    StringJoiner result = new StringJoiner(", ", "RESULT {", "}");
    for (Map.Entry<String, List<String>> entry : patterns.entrySet()) {
      List<String> texts = entry.getValue();
      long[] latencies = new long[texts.size()];
      int answered = 0;
      for (int round = 0; round < 3; round++) {
        answered = 0;
        for (int i = 0; i < latencies.length; i++) {
          long start = System.nanoTime();
          int rows = rows(searcher, query(entry.getKey(), texts.get(i)));
          latencies[i] = System.nanoTime() - start;
          if (rows > 0) answered++;
        }
      }
      result.add(String.format(Locale.ROOT, "\"%s\": %s", entry.getKey(), summary(latencies)));
      result.add(String.format(Locale.ROOT, "\"%s_nonempty\": %.4f", entry.getKey(), answered / (double) texts.size()));
    }
    System.out.println(result);
  }

  private static Query query(String kind, String text) {
    return new BooleanQuery.Builder()
        .add(new BoostQuery(query(kind, "title", text), 5f), Occur.SHOULD)
        .add(query(kind, "body", text), Occur.SHOULD)
        .build();
  }

  private static Query query(String kind, String field, String text) {
    switch (kind) {
      case "infix":
        return new WildcardQuery(new Term(field, "*" + text + "*"));
      case "suffix":
        return new WildcardQuery(new Term(field, "*" + text));
      default:
        return new PhraseQuery(field, text.split(" "));
    }
  }

  /** Fetches identifier and title of the best ten; returns how many there were. */
  private static int rows(IndexSearcher searcher, Query query) throws IOException {
    ScoreDoc[] hits = searcher.search(query, 10).scoreDocs;
    StoredFields fields = searcher.storedFields();
    int rows = 0;
    for (ScoreDoc hit : hits) {
      Document row = fields.document(hit.doc, ROW);
      if (row.get("uid") != null) rows++;
    }
    return rows;
  }

  private static String summary(long[] latencies) {
    long[] sorted = latencies.clone();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElse(0);
    return String.format(
        Locale.ROOT,
        "{\"n\": %d, \"p50_us\": %.1f, \"p95_us\": %.1f, \"p99_us\": %.1f, \"max_us\": %.1f, \"mean_us\": %.1f}",
        sorted.length, at(sorted, .5), at(sorted, .95), at(sorted, .99), at(sorted, 1), mean / 1e3);
  }

  private static double at(long[] sorted, double share) {
    return sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1e3;
  }
}
