import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

/// Patterns with `?`, against a matcher that tries every way.
@Suite("Patterns with ?")
struct AnyCharacterModelTests {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  private static func matches(_ query: String, _ title: String) throws -> Bool {
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.title] = .string(title)
    return try CompiledQuery(try parseQuery(query), context: context).matches(item)
  }

  /// Whether a pattern without `*` covers some characters.
  private static func covers(_ pattern: [Character], _ text: ArraySlice<Character>) -> Bool {
    pattern.count == text.count && zip(pattern, text).allSatisfy { $0 == "?" || $0 == $1 }
  }

  /// A pattern made from part of a text, so that it is often found: some characters replaced.
  private static func pattern(
    from text: [Character], _ letters: [Character], _ random: inout SeededGenerator
  ) -> [Character] {
    let start = Int.random(in: 0..<text.count, using: &random)
    let count = Int.random(in: 1...text.count - start, using: &random)
    var pattern = Array(text[start..<start + count])
    for index in pattern.indices where Int.random(in: 0..<3, using: &random) == 0 {
      pattern[index] = "?"
    }
    if Bool.random(using: &random) {
      pattern[Int.random(in: 0..<count, using: &random)] =
        letters[Int.random(in: 0..<letters.count, using: &random)]
    }
    return pattern
  }

  @Test("they are found wherever they are, in any script", arguments: 0..<30 as Range<UInt64>)
  func parts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] =
      seed % 2 == 0
      ? ["a", "a", "a", "b", "\r\n"]
      : ["a", "a", "a", "é", "e\u{301}", "e", "👩‍👩‍👧", "ß", "한", "\u{1112}\u{1161}\u{11AB}"]
    for length in [1, 3, 10, 70, 150] {
      for _ in 0..<8 {
        let text = (0..<length).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        }
        // Marks and line ends that stand side by side may be one character.
        let characters = Array(String(text))
        let pattern = Self.pattern(from: characters, letters, &random)
        let expected = characters.indices.contains { start in
          start + pattern.count <= characters.count
            && Self.covers(pattern, characters[start..<start + pattern.count])
        }
        let query = "title == \"*\(String(pattern))*\""
        #expect(try Self.matches(query, String(text)) == expected, "\(seed): \(query) \(text)")
      }
    }
  }

  @Test("with w they begin and end with words", arguments: 0..<30 as Range<UInt64>)
  func words(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for length in [3, 10, 70, 150] {
      for _ in 0..<8 {
        let words = (0..<length / 3).map { _ in
          String(repeating: "a", count: Int.random(in: 1...3, using: &random))
        }
        let text = Array(words.joined(separator: " "))
        let pattern = Self.pattern(from: text, ["a", " "], &random)
        func isBoundary(_ offset: Int) -> Bool {
          offset == 0 || offset == text.count || text[offset] == " " || text[offset - 1] == " "
        }
        let expected = text.indices.contains { start in
          let end = start + pattern.count
          return end <= text.count && isBoundary(start) && isBoundary(end)
            && Self.covers(pattern, text[start..<end])
        }
        let query = "title == \"\(String(pattern))\"w"
        #expect(try Self.matches(query, String(text)) == expected, "\(seed): \(query) \(text)")
      }
    }
  }
}
