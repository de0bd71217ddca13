import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelText
import Testing

@Suite("Words of user queries that postings prove")
struct RunProofTests {
  private static func view(_ titles: [String]) throws -> SegmentView {
    var builder = SegmentBuilder()
    for (number, title) in titles.enumerated() {
      var attributes = Attributes()
      attributes[.title] = .string(title)
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  /// What a word finds, of which a star at the end says that it may go on, and how many items the evaluator was
  /// asked about.
  private static func found(
    _ word: String, in titles: [String], locale: String = ""
  ) throws -> Found {
    let text = word.hasSuffix("*") ? String(word.dropLast()) : word
    let pattern = Pattern([.text(text)] + (text == word ? [] : [.anySequence]))
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
    let query = Query.comparison(Comparison(run: pattern))
    let planned = PlannedQuery(try CompiledQuery(query, context: context))
    let view = try view(titles)
    var search = SegmentsSearch(
      planned, in: [view], SearchVisibility(isScopeShown: [true], now: 0))
    let found = try search.best(1000).map { match in
      let item = try view.segment.documents.item(match.document).item()
      return Int(item.uniqueIdentifier) ?? -1
    }
    return Found(numbers: found.sorted(), evaluated: search.budget.evaluatedItemCount)
  }

  /// The numbers of titles, and of items that were looked at.
  private struct Found: Equatable {
    let numbers: [Int]
    let evaluated: Int

    init(numbers: [Int], evaluated: Int = 0) {
      self.numbers = numbers
      self.evaluated = evaluated
    }
  }

  @Test("what UAX #29 joins is found without a look at the item")
  func joined() throws {
    let titles = ["invoice_2024-03_final.pdf", "Hell's Angels", "Node.js", "MyWindowClass", "pdfs"]
    for (word, numbers) in [
      ("2024", [0]), ("final", [0]), ("pdf", [0]), ("pdf*", [0, 4]), ("hell", [1]), ("s", [1]),
      ("js", [2]), ("window", [3]), ("windowc*", [3]), ("indow", []), ("INV*", [0]),
    ] {
      #expect(try Self.found(word, in: titles) == Found(numbers: numbers), "\(word)")
    }
  }

  @Test("signs are left to the evaluator, and no item without them is found")
  func signs() throws {
    let titles = ["learn c++ now", "c* and c", "C++11", "abc++", "ad", "vitamin c"]
    #expect(try Self.found("c++", in: titles) == Found(numbers: [0, 2], evaluated: 4))
    #expect(try Self.found("c*", in: titles).numbers == [0, 1, 2, 5])
    #expect(try Self.found("don't", in: ["I don't", "don t"]) == Found(numbers: [0], evaluated: 2))
  }

  @Test("beyond ASCII postings prove what no language keeps apart")
  func beyondASCII() throws {
    let titles = ["Привет_мир", "東京都", "한국 사람", "नमः नम", "Œuvre", "straße"]
    for (word, numbers) in [
      ("мир", [0]), ("при*", [0]), ("都", [1]), ("한국", [2]), ("한*", [2]), ("नम", [3]),
      ("œuvre", [4]), ("strasse", [5]), ("straß*", [5]), ("рив", []),
    ] {
      #expect(try Self.found(word, in: titles) == Found(numbers: numbers), "\(word)")
      #expect(try Self.found(word, in: titles, locale: "en").numbers == numbers, "\(word)")
    }
    // Several characters of a script without spaces are several terms.
    #expect(try Self.found("京都", in: titles) == Found(numbers: [1], evaluated: 1))
  }

  @Test(
    "a letter of a language is never proven by the term of another",
    arguments: [
      ("öl", ["OL", "Öl", "ol", "Olöl"], "sv", [1]), ("öl", ["OL", "Öl", "ol"], "fi", [1]),
      ("ol", ["OL", "Öl", "ol"], "sv", [0, 2]), ("ol", ["OL", "Öl", "ol"], "fi", [0, 2]),
      ("öl", ["OL", "Öl", "ol"], "", [0, 1, 2]), ("öl*", ["Olga", "Öle"], "sv", [1]),
      ("ñu", ["NU", "Ñu", "nu"], "es", [1]), ("nu", ["NU", "Ñu", "nu"], "es", [0, 2]),
      ("мои", ["МОЙ", "мои"], "ru", [1]), ("мой", ["МОЙ", "мои"], "ru", [0]),
      ("мои", ["МОЙ", "мои"], "", [0, 1]), ("мои*", ["МОЙКА", "моих"], "ru", [1]),
      ("ırmak", ["IRMAK", "irmak", "İrmak"], "tr", [0]),
      ("irmak", ["IRMAK", "irmak", "İrmak"], "tr", [1, 2]),
    ])
  func lettersOfLanguages(
    word: String, titles: [String], locale: String, numbers: [Int]
  ) throws {
    #expect(try Self.found(word, in: titles, locale: locale).numbers == numbers)
  }

  @Test("a run that was cut proves no whole word")
  func cutRuns() throws {
    func run(_ count: Int) -> String { String(repeating: "a", count: count) }
    let titles = [run(300), run(264), run(263), run(265) + "_b"]
    for (count, number) in [(300, 0), (264, 1), (263, 2), (265, 3)] {
      #expect(try Self.found(run(count), in: titles).numbers == [number], "\(count)")
    }
    #expect(try Self.found(run(263), in: titles).evaluated < 4)
    #expect(try Self.found(run(264) + "*", in: titles).numbers == [0, 1, 3])
    #expect(try Self.found(run(270) + "*", in: titles).numbers == [0])
    #expect(try Self.found(run(301), in: titles).numbers == [])
  }

  @Test("phrases are found beside what joins words")
  func phrases() throws {
    let titles = ["foo_bar baz", "bar baz", "bar_baz", "bar baz's", "xbar baz", "a fooBar bazQux"]
    #expect(try Self.found("bar baz", in: titles) == Found(numbers: [0, 1, 3, 5]))
    #expect(try Self.found("bar ba*", in: titles).numbers == [0, 1, 3, 5])
    #expect(try Self.found("baz's", in: titles).numbers == [3])
    #expect(try Self.found("foo_bar baz", in: titles).numbers == [0])
    let others = ["bar baz漢", "bär_bar baz", "bar: bar baz:x"]
    #expect(try Self.found("bar baz", in: others).numbers == [0, 1, 2])
    #expect(try Self.found("bär baz", in: others, locale: "sv").numbers == [])
    #expect(try Self.found("bar baz", in: others, locale: "sv").numbers == [0, 1, 2])
  }

  @Test("a run that was not taken apart may hold any word")
  func irregular() throws {
    let parts = (0..<30).map { "x\(Character(Unicode.Scalar(UInt8(65 + $0 % 26))))" }.joined()
    let titles = ["films " + parts + "xFilm", parts + "xfilm"]
    #expect(try Self.found("film", in: titles).numbers == [0])
    #expect(try Self.found("film*", in: titles).numbers == [0])
  }
}
