/// Where the runs of a text begin and end that the index makes terms of: at each end of a run as ``FoldedRuns`` cuts,
/// and inside one where a lower-case letter is followed by an upper-case one. What is no part of a run has edges
/// on both its sides, and so has each character of a script that is written without spaces.
///
/// Unlike word boundaries these depend on no dictionary, and on no character further away than the marks that
/// stand between it and the place. So a text has the edges of each of its parts.
enum RunEdges {
  /// Whether there is an edge between two ASCII characters, which tell all about it.
  ///
  /// - Parameters:
  ///   - offset: A place inside of the text.
  ///   - text: The original.
  /// - Returns: Whether there is one; `nil` unless both characters are ASCII.
  static func isEdge(_ offset: Int, inASCIIOf text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let (before, after) = (text[offset - 1], text[offset])
    guard before < 0x80, after < 0x80 else { return nil }
    return !ASCIIWords.isAlphanumeric(before) || !ASCIIWords.isAlphanumeric(after)
      || ASCIIWords.isCaseChange(text, at: offset)
  }

  /// Finds the edges of a text by folding it once more: only the pass that folds it tells of case as it does when
  /// the text is indexed.
  ///
  /// - Parameters:
  ///   - text: The original.
  ///   - folder: What it is folded by.
  /// - Returns: Offsets in the folded text. Those inside of characters may be among them.
  /// - Complexity: O(*n*) in the text.
  static func find(in text: String, folder: TextFolder) -> OffsetSet {
    var text = text
    var folded: [UInt8] = []
    var caseChanges: [Int] = []
    text.withUTF8 { folder.appendFolded(utf8: $0, to: &folded, caseChanges: &caseChanges) }
    var edges = OffsetSet(maximum: folded.count)
    for offset in caseChanges { edges.insert(offset) }
    folded.withUnsafeBufferPointer { folded in
      var runs = FoldedRuns(folded)
      var end = 0
      while let run = runs.next() {
        for offset in end...run.range.lowerBound { edges.insert(offset) }
        end = run.range.upperBound
      }
      for offset in end...folded.count { edges.insert(offset) }
    }
    return edges
  }
}
