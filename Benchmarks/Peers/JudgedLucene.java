import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Ranks documents by any word of a question with Lucene's BM25 and its English analysis, for judged.py.
 *
 * usage: JudgedLucene DOCUMENTS QUESTIONS, both lines of an identifier, a tab and a text; prints the ten best of each
 * question as "question TAB document".
 */
class JudgedLucene {
  public static void main(String[] arguments) throws Exception {
    var analyzer = new EnglishAnalyzer();
    var directory = new ByteBuffersDirectory();
    try (var writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (String line : Files.readAllLines(Path.of(arguments[0]))) {
        String[] parts = line.split("\t", 2);
        var document = new Document();
        document.add(new StringField("id", parts[0], Field.Store.YES));
        document.add(new TextField("text", parts[1], Field.Store.NO));
        writer.addDocument(document);
      }
    }
    var searcher = new IndexSearcher(DirectoryReader.open(directory));
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      String[] parts = line.split("\t", 2);
      var query = new BooleanQuery.Builder();
      try (TokenStream words = analyzer.tokenStream("text", parts[1])) {
        var word = words.addAttribute(CharTermAttribute.class);
        words.reset();
        while (words.incrementToken()) {
          query.add(new TermQuery(new Term("text", word.toString())), BooleanClause.Occur.SHOULD);
        }
        words.end();
      }
      for (ScoreDoc found : searcher.search(query.build(), 10).scoreDocs) {
        System.out.println(parts[0] + "\t" + searcher.storedFields().document(found.doc).get("id"));
      }
    }
  }
}
