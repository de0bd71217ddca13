internal import FresnelText

/// Tells whether something has a typed text as its name: both are compared as wholes, folded, with white space as
/// single spaces between words.
///
/// Every hit of a search is asked, and next to none has the name, so a name is folded character by character and left
/// at the first that differs.
struct NameTest: Sendable {
  /// Longer names and texts, in bytes, are not compared. Rows of the index leave longer names out, so a hit stands as
  /// high whether its row was read or the whole item.
  private static let longestByteCount = 512
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  private let wanted: [UInt8]

  /// Makes the test for a typed text.
  init(_ text: String) {
    var bytes: [UInt8] = []
    if text.utf8.count <= Self.longestByteCount {
      _ = Self.forEachPart(of: text) { part in
        bytes.append(contentsOf: part)
        return true
      }
    }
    wanted = bytes
  }

  /// Whether a name is the text. A text without words is no name.
  func isName(_ name: String) -> Bool {
    guard !wanted.isEmpty, name.utf8.count <= Self.longestByteCount else { return false }
    var rest = wanted[...]
    let agrees = Self.forEachPart(of: name) { part in
      guard rest.starts(with: part) else { return false }
      rest.removeFirst(part.count)
      return true
    }
    return agrees && rest.isEmpty
  }

  /// Calls a closure with the folded characters of a text and the spaces between its words, until it answers `false`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - body: What is done with each part.
  /// - Returns: Whether there was no such answer.
  private static func forEachPart(of text: String, _ body: ([UInt8]) -> Bool) -> Bool {
    var isAfterWord = false
    var isAfterSpace = false
    for character in text {
      if character.isWhitespace {
        isAfterSpace = isAfterWord
        continue
      }
      if isAfterSpace, !body([0x20]) { return false }
      isAfterSpace = false
      isAfterWord = true
      if !body(folder.foldedBytes(String(character))) { return false }
    }
    return true
  }
}
