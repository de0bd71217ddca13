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

  /// Finds a segment without `?`.
  private let search: ByteSearch?

  init(pieces: [Piece]) {
    self.pieces = pieces
    if pieces.count == 1, case .bytes(let bytes) = pieces[0] {
      search = ByteSearch(bytes)
    } else {
      search = nil
    }
  }

  /// The first occurrence from an offset on that the caller accepts.
  ///
  /// - Complexity: O(*n*) in the bytes searched for a segment without `?`, however many occurrences
  ///   are declined; with `?` times the segment's length, which is bounded.
  func first(
    in element: FoldedElement, from start: Int, where isAccepted: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    if let search { return search.first(in: element.bytes, from: start, where: isAccepted) }
    var offset = start
    while offset < element.bytes.count {
      if let end = end(in: element, from: offset), isAccepted(offset..<end) { return offset..<end }
      offset += 1
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
