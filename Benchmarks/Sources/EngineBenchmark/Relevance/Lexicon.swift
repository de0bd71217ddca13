import FresnelModel
import FresnelPlatform

/// English words with how often each is written, from a file of words and counts.
struct Lexicon {
  /// Where it is in the corpus.
  static let file = "spelling/frequency_en_82765.txt.gz"

  /// The words of small Latin letters, in alphabetical order.
  let words: [String]
  private let counts: [String: UInt64]

  /// Reads the file.
  ///
  /// - Parameter path: Its path.
  /// - Throws: What reading throws.
  init(path: String) throws {
    var lines = LineReader(try InputReader(path: path))
    var counts: [String: UInt64] = [:]
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      let fields = bytes.split(separator: UInt8(ascii: " "))
      guard fields.count == 2, let count = UInt64(String(decoding: fields[1], as: UTF8.self)),
        fields[0].allSatisfy({ (0x61...0x7A).contains($0) })
      else { continue }
      counts[String(decoding: fields[0], as: UTF8.self)] = count
    }
    self.counts = counts
    words = counts.keys.sorted()
  }

  /// Whether a word is one of them.
  func contains(_ word: String) -> Bool { counts[word] != nil }

  /// The most documents that a word has in the store that ``fill(_:)`` makes; corrections count no more.
  private static let mostDocuments = 256
  /// So often a word is written for each document that has it.
  private static let countPerDocument: UInt64 = 1 << 20
  /// The words of one document; longer ones would only be slower to index.
  private static let wordsPerDocument = 4096

  /// Hands over items that make a store of all words: each is a title, and stands in as many pages as it is frequent.
  ///
  /// Corrections go by how many documents of how many apps have a word, at most four of each app. So four pages are an
  /// app, and the most frequent words are in 256 pages.
  ///
  /// - Parameter add: Takes an item and its app.
  /// - Throws: What `add` throws.
  func fill(_ add: (BenchmarkItem, String) throws -> Void) throws {
    for word in words {
      try add(
        BenchmarkItem(identifier: word, title: word, body: "", section: "word", size: 0),
        "org.example.lexicon")
    }
    for page in 0..<Self.mostDocuments {
      let frequent = words.filter {
        (counts[$0] ?? 0) / Self.countPerDocument > UInt64(page)
      }
      for start in stride(from: 0, to: frequent.count, by: Self.wordsPerDocument) {
        let end = min(start + Self.wordsPerDocument, frequent.count)
        let item = BenchmarkItem(
          identifier: "page \(page) \(start)", title: "",
          body: frequent[start..<end].joined(separator: " "),
          section: "page", size: 0)
        try add(item, "org.example.pages\(page / 4)")
      }
    }
  }
}
