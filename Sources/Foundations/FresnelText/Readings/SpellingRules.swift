/// Rules that bring the usual ways to spell a sound in Latin letters down to one.
struct SpellingRules: Sendable {
  private struct Rule: Sendable {
    let letters: [UInt8]
    let spelling: [UInt8]
  }

  /// By the first letter, the longer ones first.
  private let rules: [[Rule]]

  /// Reads rules.
  ///
  /// - Parameter table: Letters, a colon and what stands for them, with white space between rules. What has no rule
  ///   stands for itself.
  init(_ table: String) {
    var rules: [[Rule]] = Array(repeating: [], count: 128)
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let sides = entry.split(separator: ":", omittingEmptySubsequences: false)
      guard sides.count == 2, let first = sides[0].utf8.first, first < 128 else { continue }
      rules[Int(first)].append(Rule(letters: Array(sides[0].utf8), spelling: Array(sides[1].utf8)))
    }
    self.rules = rules.map { $0.sorted { $0.letters.count > $1.letters.count } }
  }

  /// The letters by the rules: at each place by the longest one that fits.
  ///
  /// - Parameter letters: Small Latin letters and digits.
  /// - Returns: What stands for them.
  /// - Complexity: O(*n*).
  func rewritten(_ letters: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var place = 0
    while place < letters.count {
      let rest = letters[place...]
      let rule = rules[Int(letters[place] & 0x7F)].first { rest.starts(with: $0.letters) }
      output += rule?.spelling ?? [letters[place]]
      place += rule?.letters.count ?? 1
    }
    return output
  }

  /// What the spelling of a word may begin with while it is typed: the next letter may make another sound of the last
  /// one, as of *k* in *kh*.
  ///
  /// - Parameters:
  ///   - letters: What was typed.
  ///   - next: Letters that do so.
  ///   - spelling: The spelling of letters.
  /// - Returns: The beginnings, none of which begins with another one.
  static func beginnings(
    of letters: [UInt8], next: String, _ spelling: ([UInt8]) -> [UInt8]
  ) -> [[UInt8]] {
    var found = [spelling(letters)]
    for letter in next.utf8 {
      let other = spelling(letters + [letter])
      if !found.contains(where: { other.starts(with: $0) }) { found.append(other) }
    }
    return found
  }
}
