package import FresnelStorage

/// Where a term dictionary is, as the segment's footer tells it.
package struct TermDictionaryLocation: Equatable, Sendable {
  /// The terms.
  package var terms: TermBlocksLocation
  /// The index of the terms by the three-byte sequences in them, where there is one.
  package var grams: TermBlocksLocation?

  /// Makes a location.
  package init(terms: TermBlocksLocation, grams: TermBlocksLocation? = nil) {
    self.terms = terms
    self.grams = grams
  }

  /// Appends the location.
  package func encode(to bytes: inout [UInt8]) {
    terms.encode(to: &bytes)
    bytes.append(grams == nil ? 0 : 1)
    grams?.encode(to: &bytes)
  }

  /// Reads a location and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the bytes end before, or are none.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> TermDictionaryLocation {
    let terms = try TermBlocksLocation.decode(bytes, at: &position)
    guard position < bytes.count, bytes[position] <= 1 else {
      throw StorageError(.corrupted, "A segment's footer ends inside the place of a dictionary.")
    }
    position += 1
    let hasGrams = bytes[position - 1] == 1
    return TermDictionaryLocation(
      terms: terms, grams: hasGrams ? try TermBlocksLocation.decode(bytes, at: &position) : nil)
  }
}
