package import FresnelStorage

// Many identifiers looked up at once. One at a time, each waits for a bucket and then for a row that is anywhere in the
// segment. Here the buckets are asked first, for all of them, and then the rows that these name are read in order, each
// page once.

extension IdentifierIndex {
  /// Calls a body with the place of each identifier of a batch that may be here; the others certainly
  /// aren't.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers, of one index.
  ///   - scope: The number of that index in the segment.
  ///   - body: Takes places in the batch, ascending.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of identifiers, one line of memory for each.
  package func forEachCandidate(
    among identifiers: inout IdentifierBatch, scope: UInt32, _ body: (Int) -> Void
  ) throws(StorageError) {
    if location.documentCount == 0 { return }
    identifiers.forEach(in: try filter(), scope: scope, key: location.key) { place, _ in
      body(place)
    }
  }

  /// Calls a body with the document of each identifier of a batch that is here, until it returns false.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers, of one index.
  ///   - scope: The number of that index in the segment.
  ///   - body: Takes documents, ascending, which may have been deleted.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of identifiers; a pin for each that may be here, and for each page of rows that
  ///   may have one.
  package func forEachDocument(
    of identifiers: inout IdentifierBatch, scope: UInt32, _ body: (UInt32) -> Bool
  ) throws(StorageError) {
    let candidates = try candidates(among: &identifiers, scope: scope)
    var next = 0
    try documents.forEachIdentifier(
      of: candidates.lazy.map { UInt32(truncatingIfNeeded: $0.key) }
    ) { row, identifier in
      let place = Int(candidates[next].number)
      next += 1
      guard row.scope == scope, identifiers.isEqual(identifier, at: place) else { return true }
      return body(row.document)
    }
  }

  /// The documents that may have an identifier of a batch, ascending, each with the identifier's place.
  private func candidates(
    among identifiers: inout IdentifierBatch, scope: UInt32
  ) throws(StorageError) -> [KeyedNumbers.Element] {
    if location.documentCount == 0 { return [] }
    var hashes: [KeyedNumbers.Element] = []
    identifiers.forEach(in: try filter(), scope: scope, key: location.key) { place, hash in
      hashes.append((hash, UInt32(truncatingIfNeeded: place)))
    }
    var candidates: [KeyedNumbers.Element] = []
    candidates.reserveCapacity(hashes.count)
    for (hash, place) in hashes {
      try forEachDocument(hashedTo: hash) { document in
        candidates.append((UInt64(document), place))
        return true
      }
    }
    return KeyedNumbers.sorted(candidates)
  }
}
