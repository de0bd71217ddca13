package import FresnelStorage

/// Walks the terms of a ``TermDictionary`` in byte order.
///
/// After an error the cursor is of no more use.
package struct TermCursor: ~Copyable {
  /// Moves in front of the first term that is not less than a key, forwards or backwards;
  /// ``next()`` then moves to it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: One block is read; sometimes a second one.
  package mutating func seek(_ key: UnsafeBufferPointer<UInt8>) throws(StorageError) {}

  /// Moves to the next term.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func next() throws(StorageError) -> Bool {
    false
  }

  /// The term, valid until the cursor moves.
  package var term: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: nil, count: 0) }

  /// The term's entry, decoded at each call.
  package var entry: TermEntry { TermEntry() }
}
