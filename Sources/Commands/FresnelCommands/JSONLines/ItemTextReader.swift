internal import FresnelPlatform

/// Splits input into the JSON texts of items, with bounded memory whatever the input: one item a line, objects that go
/// over several lines, or an array of either.
///
/// It looks at brackets and strings alone. A text that ends too early ends where the next item begins, so that a bad
/// item does not take the following ones with it.
struct ItemTextReader: ~Copyable {
  /// A part of the input that stands for an item.
  struct Text: Equatable {
    /// What it holds.
    let content: Content
    /// The line that it begins in, from 1.
    let line: Int
    /// The column in characters (Unicode scalars) that it begins in, from 1.
    let column: Int

    /// Whether it stands for an item, and not for the end of an array that is missing.
    var isEntry: Bool { if case .unclosedArray = content { false } else { true } }
  }

  /// What a part of the input holds.
  enum Content: Equatable {
    /// The bytes of a JSON text, or what stands in its place.
    case bytes([UInt8])
    /// It is longer than the limit; its bytes were passed over.
    case tooLong(byteCount: Int)
    /// The input ended in an array; `isInText` where it did so in the text before this one.
    case unclosedArray(isInText: Bool)
  }

  private var input: InputReader
  private var buffer: [UInt8] = []
  private var position = 0
  private let maximumByteCount: Int
  private var isAtEnd = false
  private var isStarted = false
  private var isInArray = false
  private var line = 1
  /// The characters before the next one in its line.
  private var lineLength = 0
  /// The bytes taken for the text that is being read, and how many were passed over.
  private var taken: [UInt8] = []
  private var droppedByteCount = 0
  /// Whether the last text ended only because the input did.
  private var isLastCut = false

  /// Whether an object or an array was met.
  private(set) var hasMetJSON = false

  /// Bytes read from the file so far, packed as they are there.
  var consumedByteCount: UInt64 { input.consumedByteCount }
  /// The file's length, or `nil` for a pipe.
  var totalByteCount: UInt64? { input.totalByteCount }

  /// Splits what a reader delivers.
  init(_ input: consuming InputReader, maximumByteCount: Int = 64 << 20) {
    self.input = input
    self.maximumByteCount = maximumByteCount
  }

  /// The next text, or `nil` at the end.
  mutating func next() throws(SystemError) -> Text? {
    try skipMark()
    while let byte = try peek() {
      switch byte {
      case Byte.feed, Byte.space, Byte.tab, Byte.carriageReturn: advance(over: byte)
      case Byte.comma where isInArray: advance(over: byte)
      case Byte.closingBracket where isInArray:
        isInArray = false
        advance(over: byte)
      case Byte.openingBracket where !isInArray:
        isInArray = true
        hasMetJSON = true
        advance(over: byte)
      default: return try text()
      }
    }
    guard isInArray else { return nil }
    isInArray = false
    return Text(
      content: .unclosedArray(isInText: isLastCut), line: line, column: lineLength + 1)
  }

  /// Reads the text that begins here.
  private mutating func text() throws(SystemError) -> Text {
    let (line, column) = (self.line, lineLength + 1)
    taken = []
    droppedByteCount = 0
    isLastCut = false
    var shape = ItemTextShape(column: column)
    while let byte = try peek() {
      switch shape.step(byte, at: lineLength + 1, isInArray: isInArray) {
      case .take:
        take(byte)
      case .takeLine:
        take(byte)
        try takeRestOfLine()
        return finished(line, column)
      case .takeLast:
        take(byte)
        // What follows a line's object makes the line no JSON text.
        if !isInArray { try takeRestOfLine() }
        return finished(line, column)
      case .stop: return finished(line, column)
      }
      if shape.isObject { hasMetJSON = true }
    }
    isLastCut = true
    return finished(line, column)
  }

  private mutating func finished(_ line: Int, _ column: Int) -> Text {
    defer { taken = [] }
    let byteCount = droppedByteCount + taken.count
    return Text(
      content: byteCount > maximumByteCount ? .tooLong(byteCount: byteCount) : .bytes(taken),
      line: line, column: column)
  }

  private mutating func takeRestOfLine() throws(SystemError) {
    while let byte = try peek(), byte != Byte.feed { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    taken.append(byte)
    if taken.count > maximumByteCount {
      droppedByteCount += taken.count
      taken = []
    }
    advance(over: byte)
  }

  // MARK: - Bytes

  private mutating func advance(over byte: UInt8) {
    position += 1
    if byte == Byte.feed {
      line += 1
      lineLength = 0
    } else if byte & 0xC0 != 0x80 {
      lineLength += 1
    }
  }

  private mutating func peek() throws(SystemError) -> UInt8? {
    while position == buffer.count {
      guard !isAtEnd else { return nil }
      guard let chunk = try input.next() else {
        isAtEnd = true
        return nil
      }
      buffer = chunk
      position = 0
    }
    return buffer[position]
  }

  /// Passes over a byte-order mark at the beginning, which is no part of the first text.
  private mutating func skipMark() throws(SystemError) {
    guard !isStarted else { return }
    isStarted = true
    while buffer.count < Byte.mark.count, let chunk = try input.next() { buffer += chunk }
    if buffer.starts(with: Byte.mark) { position = Byte.mark.count }
  }

  private enum Byte {
    static let feed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let comma = UInt8(ascii: ",")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  }
}
