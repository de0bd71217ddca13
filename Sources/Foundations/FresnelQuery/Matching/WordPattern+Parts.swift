import FresnelText

// The parts of a word that was typed without the spaces, signs or capital letters that it has in an item: `wincon` of
// `MyWindowController`, `invoice2024` of `invoice_2024-03_final.pdf`.
extension WordPattern {
  /// The segments of the leftmost match of which each begins a word, where these words stand side by side. A word is
  /// what lies between two edges of runs, and between two words there are signs, white space or nothing.
  ///
  /// - Parameter element: The text.
  /// - Returns: A folded range for each segment; `nil` where there is no match.
  /// - Complexity: O(*n* × *m*) in the bytes of the element and those of the segments: what is looked at behind a
  ///   place where the first segment begins ends at the second edge behind it.
  func rangesOfParts(in element: FoldedElement) -> [Range<Int>]? {
    guard let first = segments.first else { return nil }
    var start = 0
    while let range = first.first(in: element, from: start, mayStart: { element.isRunEdge($0) }) {
      if let ranges = ranges(behind: range, in: element) { return ranges }
      start = range.lowerBound + 1
    }
    return nil
  }

  /// The segments, of which the first is where it is known to be; `nil` where the others do not follow.
  private func ranges(behind first: Range<Int>, in element: FoldedElement) -> [Range<Int>]? {
    var ranges = [first]
    var end = first.upperBound
    for segment in segments.dropFirst() {
      guard let start = element.nextWord(after: end),
        let segmentEnd = segment.end(in: element, from: start)
      else { return nil }
      ranges.append(start..<segmentEnd)
      end = segmentEnd
    }
    return ranges
  }
}

extension FoldedElement {
  /// Where the word begins that follows the one in which an offset lies, or at whose end.
  fileprivate func nextWord(after offset: Int) -> Int? {
    var edge = offset
    while edge < bytes.count, !isRunEdge(edge) { edge += 1 }
    return bytes.withUnsafeBufferPointer { bytes in
      var runs = FoldedRuns(UnsafeBufferPointer(rebasing: bytes[edge...]))
      return runs.nextStart().map { edge + $0 }
    }
  }
}
