/// A folded text with the way back to the text it came from.
///
/// Offsets count bytes of UTF-8, in ``bytes`` or in the original. Pieces of the original that fold
/// as a whole (a letter with its marks, `ß`) are never divided by the map.
public struct FoldedText: Sendable {
  /// The folded text: UTF-8 in Normalization Form C.
  public let bytes: [UInt8]

  private let original: String
  private let map: FoldMap
  private let locale: TextLocale
  /// Nothing for ASCII, whose boundaries show in the bytes around them.
  private let boundaries: TextBoundaries?

  init(bytes: [UInt8], original: String, map: FoldMap, folder: TextFolder) {
    self.bytes = bytes
    self.original = original
    self.map = map
    locale = folder.locale
    boundaries = map.isIdentity ? nil : TextBoundaries(text: original, folder: folder)
  }

  /// Returns the smallest range of the original that covers a folded range, with the marks that
  /// folding removed after it.
  ///
  /// - Parameter range: A range of ``bytes``; what lies outside is left out.
  /// - Returns: Offsets in the original's UTF-8. An empty range stays empty.
  /// - Complexity: O(log *n*).
  public func originalRange(of range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<bytes.count)
    let start = map.originalStart(of: range.lowerBound)
    return start..<(range.isEmpty ? start : map.originalEnd(of: range.upperBound - 1))
  }

  /// Tells whether a word of the original starts or ends at a folded offset.
  ///
  /// Words end where UAX #29 says so (by dictionary in Chinese, Japanese, Thai, Lao, Khmer and
  /// Burmese) and where a lower-case letter is followed by an upper-case one. The two ends of the
  /// text are boundaries; an offset inside an expansion, as between the two `s` that `ß` folds to,
  /// is none.
  ///
  /// - Parameter foldedOffset: An offset in ``bytes``; those outside are no boundaries.
  /// - Returns: Whether there is a boundary.
  /// - Complexity: O(1) in ASCII; else O(log *n*) after a first call that reads the whole text.
  public func isWordBoundary(at foldedOffset: Int) -> Bool {
    guard foldedOffset > 0, foldedOffset < bytes.count else {
      return foldedOffset == 0 || foldedOffset == bytes.count
    }
    guard let boundaries else {
      return original.utf8.withContiguousStorageIfAvailable { utf8 in
        ASCIIWords(utf8, joinsAtColon: locale.joinsAtColon).isBoundary(at: foldedOffset)
          || ASCIIWords.isCaseChange(utf8, at: foldedOffset)
      } ?? false
    }
    guard let offset = map.originalOffset(of: foldedOffset) else { return false }
    return boundaries.isWordBoundary(at: offset)
  }

  /// Tells whether a run of letters and digits starts or ends at a folded offset, or the case changes there inside
  /// of one.
  ///
  /// These are the places where the terms of the index begin and end. Punctuation and white space have them on both
  /// their sides, and so does each character of the scripts that are written without spaces.
  ///
  /// - Parameter foldedOffset: An offset in ``bytes``; those outside are no edges.
  /// - Returns: Whether there is an edge.
  /// - Complexity: O(1) in ASCII; else O(log *n*) after a first call that reads the whole text.
  package func isRunEdge(at foldedOffset: Int) -> Bool {
    guard foldedOffset > 0, foldedOffset < bytes.count else {
      return foldedOffset == 0 || foldedOffset == bytes.count
    }
    guard let boundaries else {
      return original.utf8.withContiguousStorageIfAvailable { utf8 in
        RunEdges.isEdge(foldedOffset, inASCIIOf: utf8) ?? false
      } ?? false
    }
    if let offset = map.originalOffset(of: foldedOffset),
      let isEdge = boundaries.isRunEdgeInASCII(at: offset)
    {
      return isEdge
    }
    return boundaries.isRunEdge(atFolded: foldedOffset)
  }

  /// Returns where the grapheme cluster that starts at a folded offset ends.
  ///
  /// - Parameter foldedOffset: An offset in ``bytes``.
  /// - Returns: A folded offset, or `nil` at the end of the text or where no cluster starts.
  /// - Complexity: O(1) in ASCII; else O(log *n*), or the length of the cluster, after a first call
  ///   that reads the whole text.
  public func graphemeEnd(after foldedOffset: Int) -> Int? {
    guard foldedOffset >= 0, foldedOffset < bytes.count else { return nil }
    guard let boundaries else {
      // In ASCII only a line feed joins the carriage return before it.
      let byte = bytes[foldedOffset]
      if byte == 0x0A, foldedOffset > 0, bytes[foldedOffset - 1] == 0x0D { return nil }
      let joins = byte == 0x0D && foldedOffset + 1 < bytes.count && bytes[foldedOffset + 1] == 0x0A
      return foldedOffset + (joins ? 2 : 1)
    }
    guard let start = map.originalOffset(of: foldedOffset),
      var end = boundaries.graphemeEnd(after: start)
    else { return nil }
    // Where one piece holds two clusters, as a stray jamo may, they count as one.
    while true {
      if let foldedEnd = map.foldedOffset(ofOriginal: end) { return foldedEnd }
      guard let next = boundaries.graphemeEnd(after: end) else { return bytes.count }
      end = next
    }
  }
}
