package import FresnelStorage

/// The sorted terms of a segment, each with the places of its posting lists.
///
/// Only an index of its blocks is kept in memory, about 6 bytes per 1,000 of the dictionary. For any
/// number of threads. The format is described in `Documentation/formats/dictionary.md`.
package struct TermDictionary: Sendable {
  let terms: TermBlocks
  /// The runs that hold a sequence of three bytes, where there is such an index.
  let grams: TermBlocks?

  /// Reads the index of the dictionary's blocks.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ location: TermDictionaryLocation
  ) throws(StorageError) {
    terms = try TermBlocks(source, location.terms)
    if let location = location.grams {
      grams = try TermBlocks(source, location)
    } else {
      grams = nil
    }
  }

  /// The number of terms.
  package var count: Int { Int(terms.location.termCount) }

  /// The entry of a term; `nil` when the dictionary does not have it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: One block is read.
  package func find(_ term: UnsafeBufferPointer<UInt8>) throws(StorageError) -> TermEntry? {
    try terms.find(term)
  }

  /// A cursor in front of the first term.
  ///
  /// - Parameter bypassingCache: Whether blocks are read in order, past the block cache: for merges and
  ///   checks, which read each block once.
  /// - Returns: The cursor; ``TermCursor/next()`` moves it to the first term.
  package func cursor(bypassingCache: Bool = false) -> TermCursor {
    TermCursor(terms, bypassingCache: bypassingCache)
  }
}
