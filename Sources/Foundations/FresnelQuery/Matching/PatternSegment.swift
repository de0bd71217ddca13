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

  private enum Search {
    case bytes(ByteSearch)
    case wildcards(WildcardSearch)
  }
  private let search: Search

  init(pieces: [Piece]) {
    self.pieces = pieces
    if pieces.count == 1, case .bytes(let bytes) = pieces[0] {
      search = .bytes(ByteSearch(bytes))
    } else {
      search = .wildcards(WildcardSearch(pieces))
    }
  }

  /// The first occurrence from an offset on whose ends the caller accepts.
  ///
  /// - Complexity: O(*n*) in the bytes searched for a segment without `?`, however many occurrences
  ///   are declined; with `?` that of ``WildcardSearch``.
  func first(
    in element: FoldedElement, from start: Int, mayStart: (Int) -> Bool = { _ in true },
    mayEnd: (Int) -> Bool = { _ in true }
  ) -> Range<Int>? {
    switch search {
    case .bytes(let search):
      return search.first(in: element.bytes, from: start) {
        mayStart($0.lowerBound) && mayEnd($0.upperBound)
      }
    case .wildcards(let search):
      let end = search.end(in: element, from: start, mayStart: mayStart, mayEnd: mayEnd)
      return end.flatMap { end in self.start(before: end, in: element).map { $0..<end } }
    }
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

  /// Where the occurrence that ends at an offset starts, if there is one.
  func start(before end: Int, in element: FoldedElement) -> Int? {
    var offset = end
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
