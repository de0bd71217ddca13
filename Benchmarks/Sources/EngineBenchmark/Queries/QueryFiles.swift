import FresnelPlatform

/// The queries that all engines are asked, read from files of tab-separated lines.
struct QueryFiles {
  /// What has been typed so far, and the item that is wanted.
  struct Keystroke {
    let wanted: String
    let typed: String

    /// The word being typed and its letters so far: `w1:3` is the third letter of the first word,
    /// `w2:4+` the fourth of the second or a later one.
    var label: String {
      let words = typed.split(separator: " ")
      let count = words.last?.count ?? 0
      return "w\(words.count):\(count < 4 ? "\(count)" : "4+")"
    }
  }

  let directory: String

  /// Every keystroke of two title words, of so many wanted items (0: of all).
  func keystrokes(ofItems count: Int) throws -> [Keystroke] {
    let all = try rows("w1_keystrokes.tsv", columns: 2).map {
      Keystroke(wanted: $0[0], typed: $0[1])
    }
    if count == 0 { return all }
    var chosen: Set<String> = []
    return all.filter { keystroke in
      if chosen.count < count { chosen.insert(keystroke.wanted) }
      return chosen.contains(keystroke.wanted)
    }
  }

  /// Single words, each with the name of its band of document frequency.
  func words() throws -> [(band: String, word: String)] {
    try rows("w2_words.tsv", columns: 2).map { (band: $0[0], word: $0[1]) }
  }

  /// Two or three words that must all be there.
  func conjunctions() throws -> [[String]] {
    try rows("w3_and.tsv", columns: 1).map { $0[0].split(separator: " ").map(String.init) }
  }

  /// A section, and the beginning of a word.
  func sectionPrefixes() throws -> [(section: String, prefix: String)] {
    try rows("w4_section_prefix.tsv", columns: 2).map { (section: $0[0], prefix: $0[1]) }
  }

  /// The bounds of a size, and the beginning of a word.
  func rangePrefixes() throws -> [(low: String, high: String, prefix: String)] {
    try rows("w4_range_prefix.tsv", columns: 3).map { (low: $0[0], high: $0[1], prefix: $0[2]) }
  }

  /// The identifiers of the items that are replaced.
  func replacedIdentifiers() throws -> [String] {
    try rows("update_ids.txt", columns: 1).map { $0[0] }
  }

  /// The identifiers of the items that are deleted.
  func deletedIdentifiers() throws -> [String] {
    try rows("delete_ids.txt", columns: 1).map { $0[0] }
  }

  private func rows(_ file: String, columns: Int) throws -> [[String]] {
    try TabSeparatedFile.rows(directory + "/" + file, columns: columns)
  }
}

/// A file of lines with tabs in them.
enum TabSeparatedFile {
  /// The lines, taken apart; empty ones and those that begin with `#` are passed over.
  static func rows(_ path: String, columns: Int) throws -> [[String]] {
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let row = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard row.count >= columns else {
        throw BenchmarkFailure("\(path) has a line of fewer than \(columns) columns.")
      }
      return row
    }
  }
}
