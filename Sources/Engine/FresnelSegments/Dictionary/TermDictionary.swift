package import FresnelStorage

/// The sorted terms of a segment, each with the places of its posting lists.
///
/// Only an index of its blocks is kept in memory, about 6 bytes per 1,000 of the dictionary. For any
/// number of threads.
package struct TermDictionary: Sendable {
  private let source: ByteSource
  private let location: TermDictionaryLocation

  /// Reads the index of the dictionary's blocks.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ location: TermDictionaryLocation
  ) throws(StorageError) {
    self.source = source
    self.location = location
  }

  /// The number of terms.
  package var count: Int { Int(location.terms.termCount) }

  /// The entry of a term; `nil` when the dictionary does not have it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: One block is read.
  package func find(_ term: UnsafeBufferPointer<UInt8>) throws(StorageError) -> TermEntry? {
    nil
  }

  /// A cursor in front of the first term.
  ///
  /// - Parameter bypassingCache: Whether blocks are read in order, past the block cache: for merges and
  ///   checks, which read each block once.
  /// - Returns: The cursor; ``TermCursor/next()`` moves it to the first term.
  package func cursor(bypassingCache: Bool = false) -> TermCursor {
    TermCursor()
  }

  /// Calls the body with the terms that hold some bytes, in order, until it returns `false`.
  ///
  /// - Parameters:
  ///   - needle: The bytes; fewer than three make it look at every term.
  ///   - atEnd: Whether the terms must end with them.
  ///   - body: Is handed the term, valid during the call, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  package func forEach(
    containing needle: UnsafeBufferPointer<UInt8>, atEnd: Bool,
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {}

  /// Calls the body with the terms near a term, in order, until it returns `false`.
  ///
  /// The distance is the least number of characters (Unicode scalars) to insert, remove or replace, or
  /// of neighbours to exchange, where no part is changed twice (optimal string alignment).
  ///
  /// - Parameters:
  ///   - term: The term, in UTF-8.
  ///   - distance: The greatest distance, at most 16.
  ///   - exactPrefix: How many characters at the start must be equal; of a shorter term, all of it.
  ///   - body: Is handed the term, valid during the call, its distance, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  package func forEach(
    near term: UnsafeBufferPointer<UInt8>, distance: Int, exactPrefix: Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {}
}
