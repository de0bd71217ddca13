/// A string of bytes to be found in others, by the algorithm of Knuth, Morris and Pratt, "Fast pattern
/// matching in strings", SIAM Journal on Computing 6(2), 1977.
package struct ByteSearch: Sendable {
  /// What is looked for, never empty.
  package let bytes: [UInt8]
  /// At each byte, the length of the longest proper prefix that ends there; none where one byte is looked for.
  private let borders: [Int]

  /// Prepares the search for some bytes, at least one.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(_ bytes: [UInt8]) {
    precondition(!bytes.isEmpty, "nothing to look for")
    self.bytes = bytes
    guard bytes.count > 1 else {
      borders = []
      return
    }
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for index in bytes.indices.dropFirst() {
      while length > 0, bytes[length] != bytes[index] { length = borders[length - 1] }
      if bytes[length] == bytes[index] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// The first occurrence from an offset on that the caller accepts.
  ///
  /// - Complexity: O(*n*) in the bytes searched, however many occurrences are declined.
  func first(
    in text: [UInt8], from start: Int, where isAccepted: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    text.withUnsafeBufferPointer { first(in: $0, from: start, spelling: { $0 }, where: isAccepted) }
  }

  /// The first occurrence in ASCII text of any case, where the bytes looked for are in lower case.
  ///
  /// - Parameters:
  ///   - text: What is searched.
  ///   - start: The offset to begin at.
  /// - Returns: The offsets of the occurrence; `nil` if there is none.
  /// - Complexity: O(*n*) in the bytes searched.
  package func first(
    inAnyCaseOf text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Range<Int>? {
    first(
      in: text, from: start, spelling: { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 },
      where: { _ in true })
  }

  @inline(__always)
  private func first(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, spelling: (UInt8) -> UInt8,
    where isAccepted: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    bytes.withUnsafeBufferPointer { wanted in
      var matched = 0
      for offset in start..<max(start, text.count) {
        let byte = spelling(text[offset])
        while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
        if wanted[matched] == byte { matched += 1 }
        guard matched == wanted.count else { continue }
        let range = offset + 1 - matched..<offset + 1
        if isAccepted(range) { return range }
        matched = borders.last ?? 0
      }
      return nil
    }
  }
}
