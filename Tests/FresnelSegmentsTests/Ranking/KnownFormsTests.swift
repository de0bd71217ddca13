import FresnelModel
import FresnelStorage
import Testing

@testable import FresnelSegments

@Suite("Forms of words that a segment remembers")
struct KnownFormsTests {
  /// A segment of 6,000 words: `w1000` to `w6999`.
  private static func segment() throws -> Segment {
    var builder = SegmentBuilder()
    var attributes = Attributes()
    attributes[.textContent] = .string((1_000..<7_000).map { "w\($0)" }.joined(separator: " "))
    builder.add(
      try EncodedItem(
        opening: try ItemCodec.encode(Item(uniqueIdentifier: "a", attributes: attributes))),
      scope: IndexScope(app: "a"))
    return try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
  }

  /// The number of forms of a word, which end as it says, and whether terms were looked at to find them.
  private func ask(
    _ known: KnownForms, _ segment: Segment, key: [UInt8]?, beginning: String = "w",
    end: UInt8 = UInt8(ascii: "7"), isCancelled: Bool = false
  ) throws -> (count: Int, hasLooked: Bool) {
    var budget = SearchBudget(isCancelled: { isCancelled })
    var hasLooked = false
    let forms = try known.forms(
      of: key, beginningWith: Array(beginning.utf8), in: segment, &budget
    ) { term in
      hasLooked = true
      return term.last == end
    }
    #expect(budget.isExhausted == isCancelled)
    return (forms.count, hasLooked)
  }

  @Test("are looked up once for a key, and each time without one")
  func remembers() throws {
    let segment = try Self.segment()
    let known = KnownForms()
    #expect(try ask(known, segment, key: [7]) == (600, true))
    #expect(try ask(known, segment, key: [7]) == (600, false))
    #expect(try ask(known, segment, key: [8], end: UInt8(ascii: "8")) == (600, true))
    #expect(try ask(known, segment, key: [7], beginning: "w10") == (10, true))
    #expect(try ask(known, segment, key: [7]) == (600, false))
    for _ in 0..<2 { #expect(try ask(known, segment, key: nil) == (600, true)) }
  }

  @Test("are not those that a cancelled search found")
  func cancelled() throws {
    let segment = try Self.segment()
    let known = KnownForms()
    #expect(try ask(known, segment, key: [7], isCancelled: true).count < 600)
    #expect(try ask(known, segment, key: [7]) == (600, true))
    #expect(try ask(known, segment, key: [7]) == (600, false))
  }

  @Test("take no more memory than they may, whatever is asked")
  func bound() throws {
    let segment = try Self.segment()
    let known = KnownForms(largestByteCount: 20_000)
    var most = 0
    for number in 0..<2_000 {
      let beginning = "w\(1_000 + number)"
      let end = try #require(beginning.utf8.last)
      #expect(try ask(known, segment, key: [], beginning: beginning, end: end).count == 1)
      most = max(most, known.byteCount)
      #expect(known.byteCount <= 20_000)
    }
    #expect(most > 10_000)
    // More forms than there is room for.
    for _ in 0..<2 { #expect(try ask(known, segment, key: [7]) == (600, true)) }
    let byteCount = known.byteCount
    let long = [UInt8](repeating: 1, count: KnownForms.largestKeyByteCount)
    for _ in 0..<2 {
      #expect(try ask(known, segment, key: long, beginning: "w10") == (10, true))
    }
    #expect(known.byteCount == byteCount)
  }
}
