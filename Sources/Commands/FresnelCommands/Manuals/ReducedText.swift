/// The plain text that a reducer builds: one line for each paragraph, heading, tag or literal line.
struct ReducedText {
  /// The text so far.
  private(set) var bytes: [UInt8] = []
  /// Whether lines are joined to paragraphs.
  var fills = true
  /// Whether the next word follows the last one without a space.
  var joinsNextWord = false

  private var isAtLineStart: Bool { bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true }

  /// Appends a line of input: to the paragraph when lines are filled, else as a line of its own.
  mutating func append(line: ArraySlice<UInt8>) {
    guard !line.isEmpty else { return }
    append(word: line)
    if !fills { breakLine() }
  }

  /// Appends a word, or words, after a space where one is needed.
  mutating func append(word: ArraySlice<UInt8>) {
    guard !word.isEmpty else { return }
    let space = UInt8(ascii: " ")
    if !isAtLineStart, !joinsNextWord, bytes.last != space, word.first != space {
      bytes.append(space)
    }
    bytes.append(contentsOf: word)
    joinsNextWord = false
  }

  /// Ends the line, if one has begun.
  mutating func breakLine() {
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    if !isAtLineStart { bytes.append(UInt8(ascii: "\n")) }
    joinsNextWord = false
  }
}
