import RankFigures

/// The items that a simulated person may look for: the words of their titles, and who wants which of them.
struct PersonThings {
  /// An item with the words of its title by which somebody may look for it.
  struct Thing {
    let identifier: String
    let app: String
    /// The words that a person types: those of four letters and more.
    let typedWords: [String]

    /// Reads a title; `nil` where nobody would type one of its words.
    init?(_ item: BenchmarkItem) {
      guard item.title.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      let words = item.title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      typedWords = words.filter { word in
        word.utf8.count >= PersonThings.letterCount && word.allSatisfy(\.isLetter)
      }
      if typedWords.isEmpty { return nil }
      identifier = item.identifier
      app = RelevanceData.app(of: item.identifier)
    }
  }

  /// Up to so many letters are measured one by one.
  static let letterCount = 4
  /// The things that a person has.
  static let count = 300

  /// The things that the person has.
  let own: [Thing]
  /// Others, which the person never opens.
  let others: [Thing]

  /// All items that somebody may look for by a word of the title.
  ///
  /// - Parameter path: The file of items.
  /// - Returns: The items, in the order of their identifiers: that of the file is the harness's affair.
  /// - Throws: What reading throws.
  static func all(in path: String) throws -> [Thing] {
    var file = try ItemsFile(path)
    var things: [Thing] = []
    while let item = try file.next() {
      if let thing = Thing(item) { things.append(thing) }
    }
    return things.sorted { $0.identifier < $1.identifier }
  }

  /// Draws things.
  ///
  /// - Parameters:
  ///   - all: What they are drawn of.
  ///   - otherCount: How many others are drawn.
  ///   - seed: What they are drawn by.
  init(of all: [Thing], otherCount: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let drawn = generator.sample(Self.count + otherCount, of: all)
    own = Array(drawn.prefix(Self.count))
    others = Array(drawn.dropFirst(Self.count))
  }

  /// The reciprocal rank that a thing has where those stand before all others that were opened before and that the
  /// person may mean, in the order in which they are wanted.
  ///
  /// - Parameters:
  ///   - thing: The place of the thing.
  ///   - text: What is typed of one of its words.
  ///   - wants: How often things are wanted.
  ///   - wordCount: How many of the words that a person types may be typed, the first ones.
  ///   - isOpened: Whether a thing was opened before.
  /// - Returns: The reciprocal rank.
  func bestReciprocalRank(
    of thing: Int, after text: String, _ wants: Wants, words wordCount: Int,
    where isOpened: (Int) -> Bool
  ) -> Double {
    let frequency = wants.frequency(of: thing)
    let better = own.indices.count { other in
      other != thing && isOpened(other) && wants.frequency(of: other) > frequency
        && own[other].typedWords.prefix(wordCount).contains { $0.hasPrefix(text) }
    }
    return RankMeasures.reciprocalRank(better)
  }
}
