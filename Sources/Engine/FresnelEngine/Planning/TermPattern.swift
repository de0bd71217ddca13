/// What a pattern asks of one term.
struct TermPattern: Hashable {
  /// Folded bytes that the term holds.
  var bytes: [UInt8]
  /// Whether the term begins with the bytes.
  var isAtStart: Bool
  /// Whether the term ends with the bytes.
  var isAtEnd: Bool
}

extension TermDictionary {
  /// The terms that a pattern accepts: ascending ranges that do not touch.
  func ranges(of pattern: TermPattern) -> [Range<Int>] {
    switch (pattern.isAtStart, pattern.isAtEnd) {
    case (true, true):
      number(of: pattern.bytes).map { [$0..<$0 + 1] } ?? []
    case (true, false):
      [range(ofPrefix: pattern.bytes)].filter { !$0.isEmpty }
    case (false, let isAtEnd):
      ranges(containing: pattern.bytes, isAtEnd: isAtEnd)
    }
  }

  /// Goes through all terms once, looking for the first byte eight bytes at a time.
  private func ranges(containing needle: [UInt8], isAtEnd: Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    guard let first = needle.first else { return count > 0 ? [0..<count] : [] }
    let pattern = UInt64(first) &* 0x0101_0101_0101_0101
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      let last = bytes.count - needle.count
      while offset <= last {
        if offset + 8 <= bytes.count {
          // A zero byte of `difference` marks the needle's first byte; the trick may report a byte
          // after a real one falsely, which the comparison below tells.
          let difference = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ pattern
          let zeros =
            (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
          if zeros == 0 {
            offset += 8
            continue
          }
          #if _endian(little)
            offset += zeros.trailingZeroBitCount / 8
          #endif
        }
        guard offset <= last else { break }
        if bytes[offset] == first, Self.matches(bytes, needle, at: offset) {
          let term = self.term(at: offset)
          let end = Int(starts[term + 1])
          let isInside = offset + needle.count <= end
          if isInside, !isAtEnd || offset + needle.count == end {
            if ranges.last?.upperBound == term {
              ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<term + 1
            } else {
              ranges.append(term..<term + 1)
            }
            offset = end
            continue
          }
        }
        offset += 1
      }
    }
    return ranges
  }

  private static func matches(
    _ bytes: UnsafeRawBufferPointer, _ needle: [UInt8], at offset: Int
  ) -> Bool {
    for index in needle.indices where bytes[offset + index] != needle[index] { return false }
    return true
  }

  /// The term that holds a byte of the arena.
  private func term(at offset: Int) -> Int {
    var lower = 0
    var upper = count
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if Int(starts[middle]) <= offset { lower = middle } else { upper = middle }
    }
    // Only the empty term, the first if there is one, shares its start with the next.
    return lower
  }
}
