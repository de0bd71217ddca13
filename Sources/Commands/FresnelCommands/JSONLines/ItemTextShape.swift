internal import FresnelModel

/// Where an item's text ends, byte by byte: its brackets, and whether a string is open.
///
/// The parser says what is wrong with a text. This says only how far it goes, also when it is wrong: a string ends with
/// its line, a bracket that closes another one ends the text with its line, and so does a line with an object in a place
/// where none can be. A line that begins with an object no deeper than the text's own, whose first line holds more than a
/// bracket, is the next item: one that was cut off has the same form as its neighbours, and what was printed over several
/// lines begins with a line of its bracket alone.
struct ItemTextShape {
  /// What to do with a byte.
  enum Step: Equatable {
    /// It is part of the text.
    case take
    /// It is the last byte of the text.
    case takeLast
    /// It and the rest of its line are the last of the text.
    case takeLine
    /// The text ended before it.
    case stop
  }

  /// The column that the text begins in.
  private let column: Int
  /// The brackets that are open, by their opening bytes; of those deeper than the parser takes only the number.
  private var open: [UInt8] = []
  private var deeperCount = 0
  private var isInString = false
  private var isEscaped = false
  /// The last byte that is no space.
  private var last: UInt8 = 0
  /// Whether the text goes over several lines, and no byte but spaces was met in this one.
  private var isAtLineStart = false
  private var isInFirstLine = true
  /// Whether the first line holds more than one bracket.
  private var fillsFirstLine = false

  /// Whether the text is an object.
  private(set) var isObject = false

  /// A text that begins in a column.
  init(column: Int) {
    self.column = column
  }

  /// Looks at the next byte.
  ///
  /// - Parameters:
  ///   - byte: The byte.
  ///   - column: The column that it stands in.
  ///   - isInArray: Whether the text is an element of an array, and not of a line.
  /// - Returns: What to do with it.
  mutating func step(_ byte: UInt8, at column: Int, isInArray: Bool) -> Step {
    if isInString { return stepInString(byte) }
    switch byte {
    case UInt8(ascii: "\n"):
      if open.isEmpty { return .stop }
      isAtLineStart = true
      isInFirstLine = false
      return .take
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return .take
    default: break
    }
    let isFirst = last == 0
    if byte == UInt8(ascii: "{"), isAtLineStart, beginsNext(at: column) { return .stop }
    isAtLineStart = false
    if isFirst {
      isObject = byte == UInt8(ascii: "{")
      if !isObject, !isInArray { return .takeLine }
    } else if isInFirstLine {
      fillsFirstLine = true
    }
    defer { last = byte }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if open.count <= JSONValue.maximumDepth { open.append(byte) } else { deeperCount += 1 }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if open.isEmpty { return byte == UInt8(ascii: "]") ? .stop : .take }
      if deeperCount > 0 {
        deeperCount -= 1
        return .take
      }
      // The brackets of a pair are two apart in ASCII.
      guard open.removeLast() == byte - 2 else { return .takeLine }
      if open.isEmpty { return .takeLast }
    case UInt8(ascii: ","):
      if open.isEmpty { return .stop }
    default: break
    }
    return .take
  }

  private mutating func stepInString(_ byte: UInt8) -> Step {
    if byte == UInt8(ascii: "\n") { return .stop }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    return .take
  }

  /// Whether an object at the beginning of a line is the next item.
  private func beginsNext(at column: Int) -> Bool {
    let isPossible =
      open.last == UInt8(ascii: "{")
      ? last == UInt8(ascii: ":") : last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
    return !isPossible || (fillsFirstLine && column <= self.column)
  }
}
