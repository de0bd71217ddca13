internal import SpotlightWire

/// A text that is suggested in the place of what was typed, with the parts of it that were typed.
struct SuggestedText: Hashable, Sendable {
  /// How it comes from what was typed.
  let kind: Suggestion.Kind
  /// The text.
  let text: String
  /// What of it was typed, as offsets into its UTF-8.
  let typed: [Range<Int>]

  /// The words that were typed.
  struct Typed: Hashable, Sendable {
    /// All but the last, with a space behind each.
    let head: String
    /// All, with single spaces between them.
    let whole: String

    /// Takes words, of which there is at least one.
    init(_ words: [String]) {
      head = words.dropLast().map { $0 + " " }.joined()
      whole = words.joined(separator: " ")
    }

    /// What of a text that begins with the head was typed, where so many bytes of the last word were.
    fileprivate func ranges(lastWord count: Int) -> [Range<Int>] {
      let end = head.utf8.count
      return head.isEmpty ? [0..<count] : [0..<end - 1, end..<end + count]
    }
  }

  /// Longer texts, in characters, are no suggestions: nobody goes on typing from them.
  private static let mostCharacters = 64
  /// The rest of a name is left out where it has more words.
  private static let mostWords = 6

  private init(_ kind: Suggestion.Kind, _ text: String, typed: [Range<Int>]) {
    (self.kind, self.text, self.typed) = (kind, text, typed)
  }

  /// What was typed with its last word as a name has it; `nil` where that has no more letters, but for one that may
  /// be whole.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - name: The name.
  ///   - range: Where the name has what was typed of the last word.
  ///   - mayBeWhole: Whether the word need have no more letters.
  init?(
    completing typed: Typed, from name: String, _ range: Range<Int>, mayBeWhole: Bool = false
  ) {
    let chunk = NameChunk(in: name, around: range)
    guard mayBeWhole || chunk.end > range.upperBound else { return nil }
    self.init(
      .completion, typed.head + chunk.text(from: range.lowerBound),
      typed: typed.ranges(lastWord: range.count))
  }

  /// What was typed with the word behind its last one in a name; `nil` where the name's word is a longer one, or
  /// none comes after it.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - name: The name.
  ///   - range: Where the name has the last word.
  init?(goingOnFrom typed: Typed, in name: String, _ range: Range<Int>) {
    let chunk = NameChunk(in: name, around: range)
    guard chunk.end == range.upperBound, let next = chunk.next else { return nil }
    self.init(
      .nextWord, typed.head + chunk.text(from: range.lowerBound) + " " + next,
      typed: typed.ranges(lastWord: range.count))
  }

  /// A name from what was typed on to its end; `nil` where that begins inside of a word, or is too long.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - range: Where the name has all that was typed.
  init?(restOf name: String, _ range: Range<Int>) {
    let utf8 = name.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    if start > utf8.startIndex, !name[name.index(before: start)].isWhitespace { return nil }
    var rest = name[start...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    guard rest.utf8.count > range.count,
      rest.split(whereSeparator: \.isWhitespace).count <= Self.mostWords
    else { return nil }
    self.init(.completion, String(rest), typed: [0..<range.count])
  }

  /// Whether it can stand in a line of a list.
  var isFitToShow: Bool {
    text.count <= Self.mostCharacters
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// What stands in a name without white space around a place, less the signs behind it.
private struct NameChunk {
  private let name: String
  /// The end, as an offset into the UTF-8 of the name.
  let end: Int

  init(in name: String, around range: Range<Int>) {
    self.name = name
    let utf8 = name.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    let letters = Self.withoutSigns(name[start...].prefix { !$0.isWhitespace })
    end = range.upperBound + letters.utf8.count
  }

  /// The name from an offset to the end of the chunk.
  func text(from start: Int) -> String {
    String(decoding: name.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
  }

  /// The word that comes next; `nil` where a sign stands between, or nothing comes.
  var next: String? {
    let utf8 = name.utf8
    let behind = name[utf8.index(utf8.startIndex, offsetBy: end)...]
    guard behind.first?.isWhitespace == true else { return nil }
    let word = Self.withoutSigns(
      behind.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    guard let first = word.first, first.isLetter || first.isNumber else { return nil }
    return String(word)
  }

  private static func withoutSigns(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, !last.isLetter, !last.isNumber, last != "+", last != "#" {
      text.removeLast()
    }
    return text
  }
}
