import FresnelModel
import FresnelText
import Testing

@testable import FresnelQuery

@Suite("Words of user queries, which are runs")
struct RunComparisonTests {
  /// A query with one word, of which a star at the end says that it may go on.
  private static func query(_ word: String, _ locale: String = "") throws -> CompiledQuery {
    let text = word.hasSuffix("*") ? String(word.dropLast()) : word
    let pattern = Pattern([.text(text)] + (text == word ? [] : [.anySequence]))
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
    return try CompiledQuery(.comparison(Comparison(run: pattern)), context: context)
  }

  private static func item(_ title: String) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    return Item(uniqueIdentifier: "id", attributes: attributes)
  }

  private static func finds(_ word: String, _ title: String, _ locale: String = "") throws -> Bool {
    try query(word, locale).matches(item(title))
  }

  @Test(
    "words are found where runs begin and end",
    arguments: [
      // UAX #29 joins at `_`, `.` and `'`.
      ("2024", "invoice_2024-03_final.pdf"), ("final", "invoice_2024-03_final.pdf"),
      ("pdf", "invoice_2024-03_final.pdf"), ("2024-03", "invoice_2024-03_final.pdf"),
      ("fin*", "invoice_2024-03_final.pdf"), ("don't", "I don't know"), ("don", "I don't know"),
      ("node.js", "a node.js app"), ("js", "node.js"), ("10", "v 2.10.3"),
      // Signs are looked for as they stand.
      ("c++", "learn c++ now"), ("c++", "C++11"), ("c#", "in C#."), ("ac/dc", "AC/DC live"),
      (".net", "the .NET way"),
      // Case changes inside a run.
      ("window", "MyWindowClass"), ("windowclass", "MyWindowClass"), ("win*", "MyWindowClass"),
      ("Ведро", "моёВедро"),
      // Letters count by case, width and marks as in all searches.
      ("resume", "Résumé"), ("strasse", "Hauptstraße Straße"), ("abc", "ＡＢＣ"),
      ("etude", "e\u{301}tude"), ("мои", "МОЙ дом"), ("नम", "नम, नमस्ते"),
      // In scripts without spaces any part of a text is one of words.
      ("京都", "東京都"), ("都", "東京都"), ("カナ", "カタカナ"), ("ไทย", "ภาษาไทย"), ("漢字", "abc漢字def"),
      ("def", "abc漢字def"), ("2024", "2024年"), ("한국", "한국 사람"), ("한국", "한국x"),
      ("bar baz", "foo_bar baz"), ("北京大学", "在北京大学学习"),
    ])
  func found(word: String, title: String) throws {
    #expect(try Self.finds(word, title))
  }

  @Test(
    "parts of runs are none",
    arguments: [
      ("202", "invoice_2024-03_final.pdf"), ("voice", "invoice"), ("c++", "c*"), ("c++", "c"),
      ("c++", "abc++"), ("c", "abc"), ("dont", "don't"), ("low", "MyWindowClass"),
      ("mywin", "MyWindowClass"), ("str", "Straße"), ("stras", "Straße"),
      ("한국", "한국어"), ("नम", "नमः"), ("a", "a\u{93E}"), ("2.10", "v2.10.3"), ("ow*", "window"),
      ("bar  baz", "bar baz"), ("ваше", "Наше"), ("s", "1º, ß"),
    ])
  func notFound(word: String, title: String) throws {
    #expect(try !Self.finds(word, title))
  }

  @Test("a letter of a language is none of another")
  func lettersOfLanguages() throws {
    #expect(try Self.finds("öl", "Öl", "sv"))
    #expect(try !Self.finds("öl", "ol", "sv"))
    #expect(try !Self.finds("ol", "Öl", "fi"))
    #expect(try Self.finds("öl", "ol", ""))
    #expect(try !Self.finds("мои", "МОЙ", "ru"))
    #expect(try Self.finds("ıl*", "ILIK", "tr"))
    #expect(try Self.finds("ıkapı", "açIKapI", "tr"))
  }

  @Test("wildcards inside a word stay between the edges of runs")
  func wildcards() throws {
    func finds(_ elements: [Pattern.Element], _ title: String) throws -> Bool {
      let query = Query.comparison(Comparison(run: Pattern(elements)))
      let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
      return try CompiledQuery(query, context: context).matches(Self.item(title))
    }
    #expect(try finds([.text("w"), .anyCharacter, .text("n")], "a_wen_b"))
    #expect(try !finds([.text("w"), .anyCharacter, .text("n")], "a_wens_b"))
    #expect(try finds([.anySequence, .text("js")], "nodejs"))
    #expect(try finds([.anySequence, .text("od"), .anySequence], "node"))
    #expect(try finds([.text("no"), .anySequence, .text("js")], "node_js"))
    #expect(try finds([.text("*")], "a*b"))
  }

  @Test("words in any part of the item count, and negations and long lists mean what they say")
  func logic() throws {
    var item = Self.item("invoice_2024")
    item.attributes[.textContent] = .string("see final.pdf")
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    func finds(_ query: Query) throws -> Bool {
      try CompiledQuery(query, context: context).matches(item)
    }
    func word(_ text: String) -> Query { .comparison(Comparison(run: Pattern(literal: text))) }
    #expect(try finds(.and([word("2024"), word("final")])))
    #expect(try !finds(.and([word("2024"), word("voice")])))
    #expect(try finds(.not(word("voice"))))
    let others = (0..<40).map { word("w\($0)") }
    #expect(try !finds(.any(of: others)))
    #expect(try finds(.any(of: others + [word("pdf")])))
    // Of the same spelling, and nevertheless another comparison.
    let whole = Query.comparison(
      Comparison(
        attribute: .metadataAndText, comparator: .equal,
        value: .pattern(Pattern(literal: "pdf")),
        modifiers: [.caseInsensitive, .diacriticInsensitive]))
    #expect(try !finds(.all(of: others + [word("pdf"), whole])))
    #expect(try finds(.any(of: (0..<40).map { _ in whole } + [word("pdf")])))
    var list = ClauseList([])
    for clause in others + [word("pdf")] { list.append(clause) }
    #expect(try finds(.or(list)))
  }

  @Test("what a word matches is highlighted in the original, each time")
  func highlighted() throws {
    let title = "Caf\u{65}\u{301}_bar, CAFÉ‑Café漢cafes"
    let ranges = MatchHighlighter(try Self.query("cafe")).ranges(in: title)
    let utf8 = Array(title.utf8)
    let texts = ranges.map { String(decoding: utf8[$0], as: UTF8.self) }
    #expect(texts == ["Cafe\u{301}", "CAFÉ", "Café"])
    #expect(MatchHighlighter(try Self.query("caf*")).ranges(in: title).count == 4)
  }

  @Test("an explanation names the place")
  func explained() throws {
    let explanation = try Self.query("c++").explain(Self.item("learn c++ now"))
    #expect(explanation.isMatch)
    #expect(explanation.matches.first?.range == 6..<9)
    let missing = try Self.query("c++").explain(Self.item("abc++"))
    #expect(!missing.isMatch)
    #expect(missing.reason.contains("only inside a word"))
  }

  @Test("a text is gone through once, however often a pattern occurs in it without matching")
  func manyOccurrences() throws {
    let title = String(repeating: "éa\u{93E}", count: 50_000)
    #expect(try !Self.finds("a", title))
    #expect(try Self.finds("a", title + " a"))
  }
}
