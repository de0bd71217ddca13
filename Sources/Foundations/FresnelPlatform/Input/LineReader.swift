/// Splits input into lines, with bounded memory whatever the input.
public struct LineReader: ~Copyable {
  private var input: InputReader
  private var rest: ArraySlice<UInt8> = []
  private let maximumByteCount: Int
  private var isAtEnd = false

  /// The number of the line last returned, from 1.
  public private(set) var lineNumber = 0

  /// Bytes read from the file so far, packed as they are there.
  public var consumedByteCount: UInt64 { input.consumedByteCount }
  /// The file's length, or `nil` for a pipe.
  public var totalByteCount: UInt64? { input.totalByteCount }

  /// A line of the input.
  public enum Line: Equatable, Sendable {
    /// The line's bytes without the line feed, and without the carriage return before it.
    case bytes(ArraySlice<UInt8>)
    /// The line is longer than the limit; its bytes were passed over.
    case tooLong(byteCount: Int)
  }

  /// Splits what a reader delivers.
  public init(_ input: consuming InputReader, maximumByteCount: Int = 64 << 20) {
    self.input = input
    self.maximumByteCount = maximumByteCount
  }

  /// The next line, or `nil` at the end; a last line may lack its line feed.
  public mutating func next() throws(SystemError) -> Line? {
    var droppedByteCount = 0
    var searchStart = rest.startIndex
    while true {
      if let feed = rest[searchStart...].firstIndex(of: 0x0A) {
        let line = rest[..<feed]
        rest = rest[(feed + 1)...]
        return finish(line, droppedByteCount)
      }
      if isAtEnd {
        if rest.isEmpty && droppedByteCount == 0 { return nil }
        let line = rest
        rest = []
        return finish(line, droppedByteCount)
      }
      if droppedByteCount > 0 || rest.count > maximumByteCount {
        droppedByteCount += rest.count
        rest = []
      }
      let searched = rest.count
      if let chunk = try input.next() {
        rest = rest.isEmpty ? chunk[...] : ArraySlice(Array(rest) + chunk)
      } else {
        isAtEnd = true
      }
      searchStart = rest.startIndex + searched
    }
  }

  private mutating func finish(_ line: ArraySlice<UInt8>, _ droppedByteCount: Int) -> Line {
    lineNumber += 1
    // A byte-order mark at the beginning is no part of the first line.
    let isMarked =
      lineNumber == 1 && droppedByteCount == 0 && line.starts(with: [0xEF, 0xBB, 0xBF])
    let line = isMarked ? line.dropFirst(3) : line
    let byteCount = droppedByteCount + line.count
    if byteCount > maximumByteCount { return .tooLong(byteCount: byteCount) }
    return .bytes(line.last == 0x0D ? line.dropLast() : line)
  }
}
