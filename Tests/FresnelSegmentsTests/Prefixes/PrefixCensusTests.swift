import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("PrefixCensus")
struct PrefixCensusTests {
  private typealias Counts = InlineArray<6, UInt32>

  /// The prefixes that need lists, each counted by itself.
  private static func needed(
    _ terms: [(bytes: [UInt8], counts: Counts)], documentCount: Int
  ) -> Set<[UInt8]> {
    var contents: [[UInt8]: PrefixContent] = [:]
    for (bytes, counts) in terms {
      for length in 1...min(bytes.count, TermPrefix.maximumLength)
      where length == bytes.count || bytes[length] & 0xC0 != 0x80 {
        var content = contents[Array(bytes[..<length])] ?? PrefixContent()
        content.terms += 1
        for group in counts.indices where counts[group] > 0 {
          content.groups[group].terms += 1
          content.groups[group].postings += UInt64(counts[group])
        }
        contents[Array(bytes[..<length])] = content
      }
    }
    return Set(
      contents.filter { $1.needsLists(length: $0.count, documentCount: documentCount) }.keys)
  }

  @Test("one pass finds the prefixes that counting each by itself finds", arguments: 0..<20)
  func randomTerms(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let letters = ["a", "b", "c", "é", "ü", "中", "丁", "𝔞"]
    var words: Set<[UInt8]> = []
    for _ in 0..<Int.random(in: 1...3000, using: &random) {
      let length = Int.random(in: 1...6, using: &random)
      let word = (0..<length).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
      words.insert(Array(word.utf8))
    }
    let terms = words.sorted { $0.lexicographicallyPrecedes($1) }.map { bytes in
      var counts = Counts(repeating: 0)
      for group in counts.indices where Bool.random(using: &random) {
        counts[group] = UInt32.random(in: 0...400, using: &random)
      }
      return (bytes: bytes, counts: counts)
    }
    var census = PrefixCensus(documentCount: 1000)
    for (bytes, counts) in terms {
      bytes.withUnsafeBufferPointer { census.add($0, counts: counts) }
    }
    let found = census.finish()
    let expected = Self.needed(terms, documentCount: 1000)
    #expect(found == found.sorted() && Set(found.map(\.bytes)) == expected, "seed \(seed)")
    #expect(found.count == expected.count)
  }
}
