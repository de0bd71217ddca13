/// Where the lines of a text begin, to turn offsets into places.
package struct LineIndex: Sendable {
  /// How many bytes apart the characters before are counted.
  private static let stride = 256

  private let bytes: [UInt8]
  private let starts: [Int]
  /// How many characters begin before each multiple of the stride, so that places on one long line cost no more
  /// than on short ones.
  private let characters: [Int]
  /// Whether every byte is a character, as on most pages.
  private let isSingleByte: Bool

  /// Looks for the lines of a text: what ends one is LF, CR, or both in this order.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Complexity: O(*b*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    var characters: [Int] = []
    characters.reserveCapacity(bytes.count / Self.stride + 1)
    var count = 0
    bytes.withUnsafeBufferPointer { bytes in
      for start in Swift.stride(from: 0, to: bytes.count, by: Self.stride) {
        let end = min(start + Self.stride, bytes.count)
        characters.append(count)
        count += bytes.characterCount(in: start..<end) { found in
          let place = found + 1
          let isFirstOfTwo =
            bytes[found] == UInt8(ascii: "\r") && place < bytes.count
            && bytes[place] == UInt8(ascii: "\n")
          if !isFirstOfTwo { starts.append(place) }
        }
      }
    }
    self.starts = starts
    self.characters = characters
    isSingleByte = count == bytes.count
  }

  /// The place of an offset, in bytes; one behind the end counts as the end.
  ///
  /// - Complexity: O(log *l*) in the number of lines.
  package func location(of offset: Int) -> SourceLocation {
    let offset = max(0, min(offset, bytes.count))
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourceLocation(
      line: low + 1,
      column: characterCount(before: offset) - characterCount(before: starts[low]) + 1)
  }

  /// How many characters begin before an offset.
  private func characterCount(before offset: Int) -> Int {
    if isSingleByte { return offset }
    guard let block = characters.indices.last.map({ min(offset / Self.stride, $0) }) else {
      return 0
    }
    return characters[block]
      + bytes.withUnsafeBufferPointer { $0.characterCount(in: block * Self.stride..<offset) }
  }
}
