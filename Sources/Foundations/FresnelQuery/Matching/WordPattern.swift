/// A pattern ready to be matched: folded segments with `*` between them.
public struct WordPattern: Sendable {
  /// What the pattern was made from, not folded.
  public let source: Pattern
  /// Whether a `*` stands before the first segment.
  public let hasLeadingStar: Bool
  /// Whether a `*` stands after the last segment.
  public let hasTrailingStar: Bool
  /// What stands between the `*`; none for the empty pattern and for `*` alone.
  public let segments: [PatternSegment]

  /// The folded text that the pattern stands for; `nil` when it has a `*` or `?`, or is empty.
  var literal: [UInt8]? {
    guard !hasLeadingStar, !hasTrailingStar, segments.count == 1, segments[0].pieces.count == 1,
      case .bytes(let bytes) = segments[0].pieces[0]
    else { return nil }
    return bytes
  }

  /// The segments of the pattern that covers a whole element, or `nil` if it does not match.
  ///
  /// - Returns: A folded range for each segment.
  /// - Complexity: O(*n*) in the element. Each segment takes the leftmost place after the one before
  ///   it, which leaves the most room for the rest, so nothing is ever tried twice.
  func rangesCoveringWhole(_ element: FoldedElement) -> [Range<Int>]? {
    guard let last = segments.last else { return rangesOfEmpty(in: element) }
    var ranges: [Range<Int>] = []
    var middle = segments[...]
    if !hasLeadingStar {
      guard let end = segments[0].end(in: element, from: 0) else { return nil }
      ranges.append(0..<end)
      middle = middle.dropFirst()
    }
    if !hasTrailingStar {
      guard !middle.isEmpty else {
        return ranges.last?.upperBound == element.bytes.count ? ranges : nil
      }
      middle = middle.dropLast()
    }
    for segment in middle {
      guard let range = segment.first(in: element, from: ranges.last?.upperBound ?? 0) else {
        return nil
      }
      ranges.append(range)
    }
    if !hasTrailingStar {
      guard let start = last.start(before: element.bytes.count, in: element),
        start >= ranges.last?.upperBound ?? 0
      else { return nil }
      ranges.append(start..<element.bytes.count)
    }
    return ranges
  }

  /// The segments of the leftmost match from an offset on whose ends are word boundaries of the
  /// original, or `nil`. A leading or trailing `*` lifts that demand on its side.
  ///
  /// - Returns: A folded range for each segment.
  /// - Complexity: O(*n*) in the element.
  func rangesOfWords(in element: FoldedElement, from offset: Int = 0) -> [Range<Int>]? {
    ranges(in: element, from: offset) { element.isWordBoundary($0) }
  }

  /// The same between edges of runs instead of word boundaries.
  ///
  /// - Returns: A folded range for each segment.
  /// - Complexity: O(*n*) in the element.
  func rangesOfRuns(in element: FoldedElement, from offset: Int = 0) -> [Range<Int>]? {
    ranges(in: element, from: offset) { element.isRunEdge($0) }
  }

  /// The segments of the leftmost match from an offset on, whose ends the caller accepts where no star is.
  @inline(__always)
  private func ranges(
    in element: FoldedElement, from offset: Int, mayEndAt isEdge: (Int) -> Bool
  ) -> [Range<Int>]? {
    guard !segments.isEmpty else { return rangesOfEmpty(in: element) }
    var ranges: [Range<Int>] = []
    for (index, segment) in segments.enumerated() {
      let mustStart = index == 0 && !hasLeadingStar
      let mustEnd = index == segments.count - 1 && !hasTrailingStar
      let range = segment.first(
        in: element, from: ranges.last?.upperBound ?? offset,
        mayStart: { !mustStart || isEdge($0) }, mayEnd: { !mustEnd || isEdge($0) })
      guard let range else { return nil }
      ranges.append(range)
    }
    return ranges
  }

  /// `*` alone matches every element; nothing at all matches only the empty one.
  private func rangesOfEmpty(in element: FoldedElement) -> [Range<Int>]? {
    hasLeadingStar || hasTrailingStar || element.bytes.isEmpty ? [0..<element.bytes.count] : nil
  }
}
