package import FresnelStorage

// Many identifiers looked up at once. One at a time, each waits for a bucket and then for a row that is anywhere in the
// segment. Here the buckets are asked first, each once for all that it may have, and then the rows that these name are
// read in order, each page once.

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
  /// - Complexity: O(*n*) in the number of identifiers; at most a pin for each that may be here or for each bucket, and
  ///   one for each page of rows that may have one.
  package func forEachDocument(
    of identifiers: inout IdentifierBatch, scope: UInt32, _ body: (UInt32) -> Bool
  ) throws(StorageError) {
    let candidates = try candidates(among: &identifiers, scope: scope)
    var next = 0
    // The identifiers lie in another order than the rows. So many are loaded at once that they stay in the nearest
    // cache until their rows are read.
    let loadCount = 64
    var extents = GrowableBuffer<IdentifierBatch.Extent>(capacity: loadCount)
    try documents.forEachIdentifier(
      of: candidates.lazy.map { UInt32(truncatingIfNeeded: $0.key) }
    ) { row, identifier in
      if next % loadCount == 0 {
        extents.removeAll()
        for number in next..<min(next + loadCount, candidates.count) {
          extents.append(identifiers.load(Int(candidates[number].number)))
        }
      }
      let extent = extents[next % loadCount]
      next += 1
      guard row.scope == scope, identifiers.isEqual(identifier, at: extent) else { return true }
      return body(row.document)
    }
  }

  /// The documents that may have an identifier of a batch, ascending, each with the identifier's place.
  private func candidates(
    among identifiers: inout IdentifierBatch, scope: UInt32
  ) throws(StorageError) -> [KeyedNumbers.Element] {
    if location.documentCount == 0 { return [] }
    var hashes = GrowableBuffer<HashedPlace>(capacity: identifiers.count)
    identifiers.forEach(in: try filter(), scope: scope, key: location.key) { place, hash in
      hashes.append(HashedPlace(hash: hash, place: UInt32(truncatingIfNeeded: place)))
    }
    var candidates: [KeyedNumbers.Element] = []
    candidates.reserveCapacity(hashes.count)
    // Few have a bucket each, and are fewer than buckets.
    if hashes.count < Int(location.bucketCount) {
      for number in 0..<hashes.count {
        try forEachDocument(hashedTo: hashes[number].hash) { document in
          candidates.append((UInt64(document), hashes[number].place))
          return true
        }
      }
      return KeyedNumbers.sorted(candidates)
    }
    let (order, starts) = inOrderOfBuckets(hashes)
    for bucket in 0..<Int(location.bucketCount) where starts[bucket] < starts[bucket + 1] {
      let pinned = try pinBucket(bucket)
      for next in starts[bucket]..<starts[bucket + 1] {
        let (hash, place) = (order[next].hash, order[next].place)
        try pinned.forEachDocument(hashedTo: hash) { document in
          candidates.append((UInt64(document), place))
          return true
        }
      }
    }
    return KeyedNumbers.sorted(candidates)
  }

  /// The hashes of the first bucket, then those of the next one, and so on, and where those of each bucket begin, one
  /// more than buckets.
  private func inOrderOfBuckets(
    _ hashes: borrowing GrowableBuffer<HashedPlace>
  ) -> (order: [HashedPlace], starts: [Int]) {
    let bucketCount = location.bucketCount
    var starts = [Int](repeating: 0, count: Int(bucketCount) + 1)
    for number in 0..<hashes.count {
      starts[IdentifierBucket.bucket(of: hashes[number].hash, bucketCount: bucketCount) + 1] += 1
    }
    for bucket in 0..<Int(bucketCount) { starts[bucket + 1] += starts[bucket] }
    var next = starts
    let order = [HashedPlace](unsafeUninitializedCapacity: hashes.count) { order, count in
      for number in 0..<hashes.count {
        let hash = hashes[number]
        let bucket = IdentifierBucket.bucket(of: hash.hash, bucketCount: bucketCount)
        order.initializeElement(at: next[bucket], to: hash)
        next[bucket] += 1
      }
      count = hashes.count
    }
    return (order, starts)
  }
}

/// The hash of an identifier of a batch, and its place in the batch.
private struct HashedPlace: BitwiseCopyable {
  let hash: UInt64
  let place: UInt32
}
