import FresnelPlatform

/// Parts of words, ends of words and phrases, derived from the words and items that all engines
/// have, so that each run asks the same.
struct PatternQueries {
  /// Which part of the text a pattern is.
  enum Kind: String, CaseIterable {
    case infix, suffix, phrase
  }

  /// The patterns in the order of the file.
  let patterns: [(kind: Kind, text: String)]

  /// Reads the patterns of a file.
  init(path: String) throws {
    patterns = try TabSeparatedFile.rows(path, columns: 2).map { row in
      guard let kind = Kind(rawValue: row[0]) else {
        throw BenchmarkFailure("\(path): \(row[0]) is no kind of pattern.")
      }
      return (kind, row[1])
    }
  }

  /// Derives the patterns.
  ///
  /// - Parameters:
  ///   - words: The words of the single-word searches, of all document frequencies; their inner three
  ///     or four letters and their last three or four become patterns.
  ///   - items: A file of items: of every 300th, two words of the text that stand side by side.
  /// - Throws: ``BenchmarkFailure`` or `SystemError` when the items cannot be read.
  init(words: [String], items: String) throws {
    var patterns: [(kind: Kind, text: String)] = []
    for (position, word) in words.enumerated() where Self.isPlain(word) && word.utf8.count >= 5 {
      let count = 3 + position % 2
      patterns.append((.infix, String(word.dropFirst().prefix(count))))
      patterns.append((.suffix, String(word.suffix(count))))
    }
    var file = try ItemsFile(items)
    var number = 0
    while let item = try file.next(), number < 90_000 {
      if number % 300 == 0, let pair = Self.neighbours(in: item.body) {
        patterns.append((.phrase, pair))
      }
      number += 1
    }
    self.patterns = patterns
  }

  /// Writes the patterns to a file.
  func write(to path: String) throws {
    let lines = patterns.map { "\($0.kind.rawValue)\t\($0.text)\n" }
    try FileSystem.write(Array(lines.joined().utf8), to: path)
  }

  /// Two plain words from the middle of a text.
  private static func neighbours(in text: String) -> String? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for position in words.indices.dropLast().dropFirst(words.count / 2) {
      let pair = words[position...(position + 1)]
      if pair.allSatisfy({ $0.utf8.count > 1 && isPlain($0) }) {
        return pair.joined(separator: " ").lowercased()
      }
    }
    return nil
  }

  /// Whether a word is ASCII letters alone, which every tokenizer takes as it is.
  private static func isPlain(_ word: some StringProtocol) -> Bool {
    word.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
    }
  }
}
