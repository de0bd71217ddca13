/// Where the lines of a text begin, to turn offsets into places.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  /// Looks for the lines of a text: what ends one is LF, CR, or both in this order.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Complexity: O(*b*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let endsLine =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && !(offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n"))
      if endsLine { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The place of an offset, in bytes; one behind the end counts as the end.
  ///
  /// - Complexity: O(log *l* + *c*) in the number of lines, and of bytes before it on its line.
  package func location(of offset: Int) -> SourceLocation {
    let offset = max(0, min(offset, bytes.count))
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // Bytes that go on with a character are not counted.
    let column = bytes[starts[low]..<offset].reduce(1) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    return SourceLocation(line: low + 1, column: column)
  }
}
