/// The line that a person types into: a text and a cursor between two graphemes.
struct QueryField: Equatable, Sendable {
  /// The graphemes.
  private var characters: [Character] = []
  /// The number of graphemes before the cursor.
  private(set) var cursor = 0

  /// What is typed so far.
  var text: String { String(characters) }
  /// What stands before the cursor.
  var textBeforeCursor: String { String(characters[..<cursor]) }

  /// A field that holds a text, with the cursor at its end.
  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// Applies a key that edits or moves; false when the key means nothing here.
  mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .backspace:
      if cursor > 0 { remove((cursor - 1)..<cursor) }
    case .delete:
      if cursor < characters.count { remove(cursor..<(cursor + 1)) }
    case .eraseWord:
      var start = cursor
      while start > 0, characters[start - 1].isWhitespace { start -= 1 }
      while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
      remove(start..<cursor)
    case .eraseLine: remove(0..<cursor)
    case .eraseRest: remove(cursor..<characters.count)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor. A mark that joins the grapheme before it is handled by building
  /// the line anew.
  private mutating func insert(_ text: String) {
    let before = textBeforeCursor + text
    let after = String(characters[cursor...])
    characters = Array(before + after)
    cursor = min(before.count, characters.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
