/// A part of a pattern between two `*`: folded text with any number of `?` in it.
public struct PatternSegment: Sendable {
  /// A part of a segment.
  public enum Piece: Hashable, Sendable {
    /// Folded UTF-8, never empty, never two in a row.
    case bytes([UInt8])
    /// `?`: exactly one grapheme.
    case anyCharacter
  }

  /// The parts in order, at least one.
  public let pieces: [Piece]

  /// For a segment without `?`: at each byte, the length of the longest proper prefix of the segment
  /// that ends there. The table of Knuth, Morris and Pratt, "Fast pattern matching in strings",
  /// SIAM Journal on Computing 6(2), 1977.
  private let borders: [Int]

  init(pieces: [Piece]) {
    self.pieces = pieces
    guard pieces.count == 1, case .bytes(let bytes) = pieces[0] else {
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
  /// - Complexity: O(*n*) in the bytes searched for a segment without `?`, however many occurrences
  ///   are declined; with `?` times the segment's length, which is bounded.
  func first(
    in element: FoldedElement, from start: Int, where isAccepted: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    if pieces.count == 1, case .bytes(let wanted) = pieces[0] {
      return first(wanted, in: element.bytes, from: start, where: isAccepted)
    }
    var offset = start
    while offset < element.bytes.count {
      if let end = end(in: element, from: offset), isAccepted(offset..<end) { return offset..<end }
      offset += 1
    }
    return nil
  }

  private func first(
    _ wanted: [UInt8], in bytes: [UInt8], from start: Int, where isAccepted: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    var matched = 0
    for offset in start..<max(start, bytes.count) {
      while matched > 0, wanted[matched] != bytes[offset] { matched = borders[matched - 1] }
      if wanted[matched] == bytes[offset] { matched += 1 }
      if matched == wanted.count {
        let range = offset + 1 - matched..<offset + 1
        if isAccepted(range) { return range }
        matched = borders[matched - 1]
      }
    }
    return nil
  }

  /// Where an occurrence that starts at an offset ends, or `nil` if none starts there.
  func end(in element: FoldedElement, from start: Int) -> Int? {
    var offset = start
    for piece in pieces {
      switch piece {
      case .bytes(let wanted):
        guard element.bytes[offset...].starts(with: wanted) else { return nil }
        offset += wanted.count
      case .anyCharacter:
        guard let next = element.grapheme(from: offset) else { return nil }
        offset = next
      }
    }
    return offset
  }

  /// Where the occurrence that ends at the element's end starts, if there is one.
  func start(atEndOf element: FoldedElement) -> Int? {
    var offset = element.bytes.count
    for piece in pieces.reversed() {
      switch piece {
      case .bytes(let wanted):
        guard offset >= wanted.count,
          element.bytes[offset - wanted.count..<offset].elementsEqual(wanted)
        else { return nil }
        offset -= wanted.count
      case .anyCharacter:
        guard let previous = element.grapheme(before: offset) else { return nil }
        offset = previous
      }
    }
    return offset
  }
}
