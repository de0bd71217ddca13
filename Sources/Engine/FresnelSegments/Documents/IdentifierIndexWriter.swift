import FresnelPlatform
package import FresnelStorage

/// Collects the unique identifiers of a segment and writes their index.
package struct IdentifierIndexWriter: ~Copyable {
  /// How full buckets are made: so full that few need more room, and searches stay short.
  private static let load = 0.85
  /// Buckets are given more room this often when one is too full. Keys that differ never need it
  /// more than a few times, since nobody knows the hash's key.
  private static let greatestTryCount = 64

  private let withFilter: Bool
  /// One for all segments of a process, so that what is looked for in many of them is hashed once.
  private static let key = (SecureRandom.number(), SecureRandom.number())
  private let key = IdentifierIndexWriter.key
  /// Many in a large segment: it grows without being copied.
  private var hashes = GrowableBuffer<UInt64>(capacity: 1024)
  private var hasOnlyASCIIIdentifiers = true

  /// Starts an index.
  ///
  /// - Parameter withFilter: Whether a filter is written, which spares reads of the table for
  ///   identifiers that are not there.
  package init(withFilter: Bool) {
    self.withFilter = withFilter
  }

  /// Adds the next document, counting from 0. No two documents have the same scope and identifier.
  package mutating func add(_ identifier: UnsafeRawBufferPointer, scope: UInt32) {
    hashes.append(SipHash.hash(scope, identifier, key: key))
    if hasOnlyASCIIIdentifiers {
      hasOnlyASCIIIdentifiers = identifier.allSatisfy { $0 < 0x80 }
    }
  }

  /// Writes the index.
  ///
  /// - Returns: What a reader needs to find it; belongs into the segment's footer.
  /// - Throws: ``StorageError`` of the sink; or `tooLarge` when hundreds of documents share a key.
  package consuming func finish(
    to sink: inout ByteSink
  ) throws(StorageError) -> IdentifierIndexLocation {
    var location = IdentifierIndexLocation()
    location.hasOnlyASCIIIdentifiers = hasOnlyASCIIIdentifiers
    location.documentCount = UInt32(hashes.count)
    location.key = key
    if hashes.count == 0 { return location }
    try writeBuckets(to: &sink, &location)
    if withFilter {
      var filter = IdentifierFilter(hashCount: hashes.count)
      for document in 0..<hashes.count { filter.insert(hashes[document]) }
      try sink.align(32)
      location.filterOffset = sink.offset
      location.filterBlockCount = UInt32(filter.blocks.count)
      for block in filter.blocks {
        for lane in 0..<8 { try sink.append(block[lane]) }
      }
    }
    return location
  }

  private func writeBuckets(
    to sink: inout ByteSink, _ location: inout IdentifierIndexLocation
  ) throws(StorageError) {
    let wanted = Int(Double(hashes.count) / Self.load) + 2
    let documentCount = UInt32(hashes.count)
    let greatest = Int(IdentifierBucket.greatestSlotCount(documentCount: documentCount))
    var bucketCount = (wanted + greatest - 1) / greatest
    var starts: [Int] = []
    for attempt in 0... {
      starts = bucketStarts(UInt32(bucketCount))
      // A search for what is not there ends at a free slot, so that each bucket has one.
      let fits = (0..<bucketCount).allSatisfy { starts[$0 + 1] - starts[$0] < greatest }
      if fits { break }
      guard attempt < Self.greatestTryCount else {
        throw StorageError(.tooLarge, "Too many documents of a segment have the same identifier.")
      }
      bucketCount += bucketCount / 32 + 1
    }
    let slotCount = bucketCount == 1 ? min(wanted, greatest) : greatest
    var order = [UInt32](repeating: 0, count: hashes.count)
    var next = starts
    for document in 0..<hashes.count {
      let bucket = IdentifierBucket.bucket(of: hashes[document], bucketCount: UInt32(bucketCount))
      order[next[bucket]] = UInt32(document)
      next[bucket] += 1
    }
    location.bucketCount = UInt32(bucketCount)
    location.slotCount = UInt32(slotCount)
    let byteCount = IdentifierBucket.byteCount(slotCount: slotCount, documentCount: documentCount)
    if bucketCount == 1 {
      try sink.keepTogether(byteCount)
    } else {
      try sink.align(IdentifierBucket.blockByteCount)
    }
    location.bucketsOffset = sink.offset
    for bucket in 0..<bucketCount {
      if bucket > 0 { try sink.align(IdentifierBucket.blockByteCount) }
      try sink.append(self.bucket(order[starts[bucket]..<starts[bucket + 1]], slotCount))
    }
  }

  /// Where each bucket begins when the documents are ordered by bucket; one more than buckets.
  private func bucketStarts(_ bucketCount: UInt32) -> [Int] {
    var starts = [Int](repeating: 0, count: Int(bucketCount) + 1)
    for document in 0..<hashes.count {
      starts[IdentifierBucket.bucket(of: hashes[document], bucketCount: bucketCount) + 1] += 1
    }
    for bucket in 0..<Int(bucketCount) { starts[bucket + 1] += starts[bucket] }
    return starts
  }

  /// The bytes of a bucket.
  private func bucket(_ documents: ArraySlice<UInt32>, _ slotCount: Int) -> [UInt8] {
    var tags = [UInt8](repeating: 0, count: slotCount)
    var slots = [UInt32](repeating: 0, count: slotCount)
    for document in documents {
      let hash = hashes[Int(document)]
      var slot = IdentifierBucket.firstSlot(of: hash, slotCount: UInt32(slotCount))
      while slots[slot] != 0 { slot = slot + 1 == slotCount ? 0 : slot + 1 }
      slots[slot] = document + 1
      tags[slot] = IdentifierBucket.tag(of: hash)
    }
    let documentCount = UInt32(hashes.count)
    var packed: [UInt8] = []
    BitPacking.append(
      slots.lazy.map(UInt64.init),
      width: IdentifierBucket.documentWidth(documentCount: documentCount), to: &packed)
    let byteCount = IdentifierBucket.byteCount(slotCount: slotCount, documentCount: documentCount)
    tags.append(contentsOf: packed)
    tags.append(contentsOf: repeatElement(0, count: byteCount - tags.count))
    return tags
  }
}
