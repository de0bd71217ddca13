import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

/// Patterns of many literals between wildcards, of which a search tells most items apart without folding
/// their texts.
@Suite("Patterns of literals")
struct LiteralPatternTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  private static func view(_ texts: [String]) throws -> SegmentView {
    var builder = SegmentBuilder()
    for (number, text) in texts.enumerated() {
      var values = Attributes()
      values[.title] = .string(text)
      let item = Item(uniqueIdentifier: "\(number)", attributes: values)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
    }
    let image = try #require(try builder.finish(to: ByteSink.memory()))
    return SegmentView(try Segment.open(image), scopeNumbers: [0])
  }

  private static func search(
    _ query: String, in view: SegmentView, _ isCancelled: (() -> Bool)? = nil
  ) throws -> SegmentsSearch {
    SegmentsSearch(
      PlannedQuery(try CompiledQuery(try parseQuery(query), context: context)), in: [view],
      SearchVisibility(isScopeShown: [true], now: 0),
      budget: SearchBudget(isCancelled: isCancelled))
  }

  /// Whether a pattern covers a text of ASCII, tried in every way.
  private static func covers(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == UInt8(ascii: "*") {
      return covers(rest, text) || !text.isEmpty && covers(pattern, text.dropFirst())
    }
    guard let letter = text.first else { return false }
    return (first == UInt8(ascii: "?") || first == letter) && covers(rest, text.dropFirst())
  }

  @Test("they find what trying every way finds, in any case", arguments: 0..<40 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func letters(_ signs: String, _ counts: ClosedRange<Int>) -> String {
      let signs = Array(signs)
      return String(
        (0..<Int.random(in: counts, using: &random)).map { _ in
          signs[Int.random(in: 0..<signs.count, using: &random)]
        })
    }
    let texts = (0..<60).map { _ in letters("abAB", 0...12) }
    let view = try Self.view(texts)
    for _ in 0..<40 {
      let pattern = letters("aabb**?", 1...9)
      for (modifiers, isCaseInsensitive) in [("", false), ("c", true), ("cd", true)] {
        let expected = texts.count { text in
          let text = isCaseInsensitive ? text.lowercased() : text
          return Self.covers(Array(pattern.utf8)[...], Array(text.utf8)[...])
        }
        var search = try Self.search("title == \"\(pattern)\"\(modifiers)", in: view)
        let count = try search.count()
        #expect(count == expected, "seed \(seed): \(pattern) \(modifiers)")
      }
    }
  }

  @Test("a literal is found in any case behind every beginning of itself")
  func borders() {
    let search = ByteSearch(Array("aabaaa".utf8))
    let text = Array("aAbaabAAbaAAa".utf8)
    text.withUnsafeBufferPointer { text in
      #expect(search.first(inAnyCaseOf: text, from: 0) == 6..<12)
      #expect(search.first(inAnyCaseOf: text, from: 6) == 6..<12)
      #expect(search.first(inAnyCaseOf: text, from: 7) == nil)
      #expect(search.first(inAnyCaseOf: text, from: 99) == nil)
    }
  }

  /// Between two looks at the clock less than half a megabyte is screened.
  @Test("the bytes that are screened count, and a search that is called off screens no more")
  func budget() throws {
    let size = 1 << 18
    let view = try Self.view(
      (0..<8).map { "\($0)" + String(repeating: "a", count: size) + "bc" })
    let query = "title == \"" + String(repeating: "*b", count: 500) + "*c\""
    var looks = 0
    var whole = try Self.search(query, in: view) {
      looks += 1
      return false
    }
    #expect(try whole.count() == 0)
    #expect(whole.budget.evaluatedItemCount == 8)
    #expect(looks >= 8)
    var stopped = try Self.search(query, in: view) { true }
    _ = try stopped.count()
    #expect(stopped.budget.evaluatedItemCount <= 1)
  }

  @Test("what is counted after it was ranked is not evaluated again, where that takes long")
  func once() throws {
    // The literals are there, but in another order, which takes folding to find out.
    let text = String(repeating: "\u{1112}\u{1161}\u{11AB} ", count: 1 << 14)
    let view = try Self.view((0..<12).map { "q\($0)" + text + "z" })
    var looks = 0
    var search = try Self.search("title == \"*z*\u{D55C}*q*\"cd", in: view) {
      looks += 1
      return false
    }
    #expect(try search.best(10).isEmpty)
    let ranking = looks
    #expect(ranking >= 12)
    #expect(try search.count() == 0)
    #expect(looks - ranking < ranking / 4)
  }
}
