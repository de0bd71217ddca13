import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

/// Sets of texts, against those of the standard library.
@Suite("Sets of texts") struct TextSetTests {
  /// Texts of few letters, so that many are equal, begin alike or end in the same eight bytes.
  private static func text(_ random: inout SeededGenerator) -> String {
    let letters: [Character] = ["a", "b", "\u{0}", "7"]
    let repeated = String(repeating: "x", count: Int.random(in: 0...20, using: &random))
    return repeated
      + String(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
  }

  @Test(
    "a set holds what was added, looked up one by one and many at once",
    arguments: 0..<8 as Range<UInt64>)
  func membership(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // With room for few, so that the table grows.
    var set = TextSet(TextFolder(options: [], locale: TextLocale(identifier: "")), capacity: 1)
    var model: Set<String> = []
    var order: [String] = []
    for _ in 0..<Int.random(in: 0...600, using: &random) {
      let text = Self.text(&random)
      set.insert(text)
      if model.insert(text).inserted { order.append(text) }
    }
    #expect(set.count == model.count, "seed \(seed)")
    var held: [String] = []
    set.forEach { held.append(String(decoding: $0, as: UTF8.self)) }
    #expect(held == order, "seed \(seed)")

    let asked = (0..<500).map { _ in Self.text(&random) }
    var lookup = TextSetLookup(in: set)
    var found: [UInt32] = []
    for (place, text) in asked.enumerated() {
      #expect(set.contains(text) == model.contains(text), "seed \(seed): \(text)")
      var text = text
      text.withUTF8 { lookup.append(folded: $0, tag: UInt32(place)) }
      if lookup.isFull { lookup.forEachMember { found.append($0) } }
    }
    lookup.forEachMember { found.append($0) }
    let expected = asked.indices.filter { model.contains(asked[$0]) }.map { UInt32($0) }
    #expect(found == expected, "seed \(seed)")
    lookup.forEachMember { Issue.record("a text stayed: \($0)") }
  }
}
