/// A segment with `?` to be found in texts, by the bit-parallel algorithm of Baeza-Yates and Gonnet, "A new
/// approach to text searching", Communications of the ACM 35(10), 1992.
///
/// A bit stands for each place in the segment that some occurrence has come to. A byte moves the bits on that ask
/// for it; those that ask for any grapheme wait for the end of the grapheme that begins there.
struct WildcardSearch {
  private let pieces: [PatternSegment.Piece]
  /// The bytes asked for, and each `?` as one place.
  private let placeCount: Int
  private let byteCount: Int

  /// Prepares the search for some pieces, at least one.
  init(_ pieces: [PatternSegment.Piece]) {
    self.pieces = pieces
    var (placeCount, byteCount) = (0, 0)
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        placeCount += bytes.count
        byteCount += bytes.count
      case .anyCharacter: placeCount += 1
      }
    }
    (self.placeCount, self.byteCount) = (placeCount, byteCount)
  }

  /// Where the leftmost occurrence ends of those that begin at an offset or later.
  ///
  /// An occurrence that begins before another ends before it: both go through the same graphemes and bytes.
  ///
  /// - Parameters:
  ///   - element: What is searched.
  ///   - start: The offset to begin at.
  ///   - mayStart: Whether an occurrence may start at an offset.
  ///   - mayEnd: Whether one may end at an offset.
  /// - Returns: The offset behind it; `nil` if there is none.
  /// - Complexity: O(*n* ⌈*m* / 64⌉) in the bytes searched and the places of the segment, however many occurrences
  ///   are declined. A value with `?` has at most ``QueryLimits/maximumByteCountWithAnyCharacter`` places.
  func end(
    in element: FoldedElement, from start: Int, mayStart: (Int) -> Bool, mayEnd: (Int) -> Bool
  ) -> Int? {
    let wordCount = (placeCount + 63) / 64
    let rowCount = Self.firstByte + min(byteCount, 256)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rowCount * wordCount) { bits in
      bits.initialize(repeating: 0)
      return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { rows in
        rows.initialize(repeating: 0)
        mark(bits, rows, wordCount)
        return end(in: element, from: start, bits, rows, wordCount, mayStart, mayEnd)
      }
    }
  }

  /// The rows: the places reached, those whose grapheme has not ended, those that ask for a grapheme; then the
  /// places that ask for a byte, for one byte after another. The row of a byte that nothing asks for is noted as 0.
  private static let (waiting, graphemes, firstByte) = (1, 2, 3)

  /// Marks in the row of each byte, and in that of graphemes, the places that ask for it.
  private func mark(
    _ bits: UnsafeMutableBufferPointer<UInt64>, _ rows: UnsafeMutableBufferPointer<UInt16>,
    _ wordCount: Int
  ) {
    var place = 0
    var next = Self.firstByte
    func mark(_ row: Int) {
      bits[row * wordCount + place / 64] |= 1 << UInt64(place % 64)
      place += 1
    }
    for piece in pieces {
      guard case .bytes(let bytes) = piece else {
        mark(Self.graphemes)
        continue
      }
      for byte in bytes {
        if rows[Int(byte)] == 0 {
          rows[Int(byte)] = UInt16(next)
          next += 1
        }
        mark(Int(rows[Int(byte)]))
      }
    }
  }

  private func end(
    in element: FoldedElement, from start: Int, _ bits: UnsafeMutableBufferPointer<UInt64>,
    _ rows: UnsafeMutableBufferPointer<UInt16>, _ wordCount: Int, _ mayStart: (Int) -> Bool,
    _ mayEnd: (Int) -> Bool
  ) -> Int? {
    let waiting = Self.waiting * wordCount
    let graphemes = Self.graphemes * wordCount
    let last = (word: (placeCount - 1) / 64, bit: UInt64(1) << UInt64((placeCount - 1) % 64))
    return element.bytes.withUnsafeBufferPointer { text in
      var graphemeEnd = -1
      for offset in start..<max(start, text.count) {
        let row = Int(rows[Int(text[offset])]) * wordCount
        let asked = row == 0 ? 0 : bits[row]
        if (asked | bits[graphemes]) & 1 != 0, mayStart(offset) { bits[0] |= 1 }
        var asksForGrapheme = false
        for word in 0..<wordCount where bits[word] & bits[graphemes + word] != 0 {
          asksForGrapheme = true
        }
        if asksForGrapheme, let end = element.grapheme(from: offset) {
          graphemeEnd = end
          for word in 0..<wordCount { bits[waiting + word] = bits[word] & bits[graphemes + word] }
        }
        let endsGrapheme = offset + 1 == graphemeEnd
        var isFound = false
        var carry: UInt64 = 0
        for word in 0..<wordCount {
          var moved = row == 0 ? 0 : bits[word] & bits[row + word]
          if endsGrapheme { moved |= bits[waiting + word] }
          if word == last.word, moved & last.bit != 0 { isFound = true }
          bits[word] = moved << 1 | carry
          carry = moved >> 63
        }
        if isFound, mayEnd(offset + 1) { return offset + 1 }
      }
      return nil
    }
  }
}
