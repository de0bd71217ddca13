/// What a ranker could reach that knows all but which of several items a person has in mind.
///
/// Wanted items are drawn evenly from all titles of two words, and the first word and the beginning of the second are
/// typed. So all titles that begin like that are equally likely, and no ranker does better in the mean than one that
/// puts them before all others in any order. What an engine has beyond that is luck with this draw.
package struct TitleCeiling: Sendable {
  /// By first word, a space and the beginning of the second one, how many titles begin so.
  private var counts: [String: Int] = [:]

  /// Counts titles.
  ///
  /// - Parameter titles: The first two words of each.
  package init(_ titles: some Sequence<TitleWords>) {
    for title in titles {
      for text in title.typed { counts[text.text, default: 0] += 1 }
    }
  }

  /// The reciprocal rank to be expected of a wanted item.
  ///
  /// - Parameter text: The first word, a space and the beginning of the second one.
  /// - Returns: The mean over all orders of the items that are as likely.
  package func reciprocalRank(_ text: String) -> Double {
    RankMeasures.expectedReciprocalRank(tied: counts[text] ?? 0)
  }

  /// How likely the wanted item is the first one.
  package func first(_ text: String) -> Double {
    counts[text].map { 1 / Double($0) } ?? 0
  }
}

/// The first two words of a title, in small letters.
package struct TitleWords: Hashable, Sendable {
  /// The first word.
  package let first: String
  /// The second word.
  package let second: String

  /// Cuts a title; `nil` for one that cannot be typed as two words.
  ///
  /// Both words have two letters or digits at least, and the title has only ASCII: so all type it in the same way.
  ///
  /// - Parameter title: The title.
  package init?(_ title: String) {
    guard title.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let words = title.lowercased().utf8.split { !Self.isOfWord($0) }.prefix(2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count == 2, words.allSatisfy({ $0.utf8.count >= 2 }) else { return nil }
    (first, second) = (words[0], words[1])
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// What is typed on the way: the first word, and the second one letter by letter.
  package var typed: [(text: String, letters: Int)] {
    (1...second.utf8.count).map { (first + " " + second.prefix($0), $0) }
  }

  /// Both words.
  package var whole: String { first + " " + second }
}
