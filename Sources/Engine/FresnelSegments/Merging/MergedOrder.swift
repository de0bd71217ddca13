import FresnelStorage

/// Which documents of several segments stay, and in what order.
///
/// Memory: six bytes for each document.
struct MergedOrder {
  /// For each part, the new number of each of its documents; ``PostingMerge/dropped`` for one that is
  /// left out. They ascend within a part, for each part has the order of the whole.
  private(set) var newNumbers: [[UInt32]]
  /// The part that each document comes from, in the new order.
  private(set) var parts: [UInt16] = []
  /// For each scope of the union the number of documents that stay, and the bytes of their items.
  private(set) var documentCounts: [UInt32]
  private(set) var itemByteCounts: [UInt64]

  var documentCount: Int { parts.count }

  /// The next document of a part.
  private struct Head: ~Copyable {
    var document: UInt32 = 0
    var staticScore: UInt32 = 0
    var scope: UInt32 = 0
    var itemByteCount = 0
    var identifier = GrowableBuffer<UInt8>(capacity: 64)
    var isAtEnd = false

    var key: StaticOrder.Key {
      StaticOrder.Key(
        staticScore: staticScore, scope: scope,
        identifier: UnsafeRawBufferPointer(start: identifier.base, count: identifier.count))
    }
  }

  /// Reads the rows of all parts, each in order.
  ///
  /// - Parameters:
  ///   - parts: The segments with their live documents.
  ///   - scopes: Their scopes.
  ///   - now: Documents that expire then or before are left out; seconds since 2001.
  ///   - goesOn: Asked now and then with the number of documents placed; returns false to stop.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  init?(
    _ parts: [SegmentMerge.Part], _ scopes: MergedScopes, now: Double, goesOn: (Int) -> Bool
  ) throws(StorageError) {
    newNumbers = parts.map {
      Array(repeating: PostingMerge.dropped, count: $0.segment.documentCount)
    }
    self.parts.reserveCapacity(parts.reduce(0) { $0 + $1.live.count })
    documentCounts = Array(repeating: 0, count: scopes.union.count)
    itemByteCounts = Array(repeating: 0, count: scopes.union.count)
    let heads = UnsafeMutablePointer<Head>.allocate(capacity: max(parts.count, 1))
    for part in parts.indices { (heads + part).initialize(to: Head()) }
    defer {
      heads.deinitialize(count: parts.count)
      heads.deallocate()
    }
    for part in parts.indices {
      try Self.read(&heads[part], parts[part], scopes.unionNumbers[part], now: now)
    }
    while true {
      var best = -1
      for part in parts.indices where !heads[part].isAtEnd {
        if best < 0 || StaticOrder.precedes(heads[part].key, heads[best].key) { best = part }
      }
      guard best >= 0 else { return }
      newNumbers[best][Int(heads[best].document)] = UInt32(self.parts.count)
      self.parts.append(UInt16(best))
      documentCounts[Int(heads[best].scope)] += 1
      itemByteCounts[Int(heads[best].scope)] += UInt64(heads[best].itemByteCount)
      heads[best].document += 1
      try Self.read(&heads[best], parts[best], scopes.unionNumbers[best], now: now)
      if self.parts.count % 1024 == 0, !goesOn(self.parts.count) { return nil }
    }
  }

  /// Reads the row of the first document that stays, from the head's on.
  private static func read(
    _ head: inout Head, _ part: SegmentMerge.Part, _ scopeNumbers: [UInt32], now: Double
  ) throws(StorageError) {
    let count = part.segment.documentCount
    while true {
      while Int(head.document) < count, !part.live[Int(head.document)] { head.document += 1 }
      guard Int(head.document) < count else {
        head.isAtEnd = true
        return
      }
      let row = try part.segment.documents.row(head.document, part.patches)
      if row.expiration <= now {
        head.document += 1
        continue
      }
      guard Int(row.scope) < scopeNumbers.count else {
        throw StorageError(
          .corrupted, "A document belongs to a scope that its segment does not have.",
          path: part.segment.source.path)
      }
      head.scope = scopeNumbers[Int(row.scope)]
      head.staticScore = row.staticScore
      head.itemByteCount = row.itemByteCount
      head.identifier.removeAll()
      if let base = row.identifier.baseAddress {
        head.identifier.append(
          contentsOf: base.assumingMemoryBound(to: UInt8.self), count: row.identifier.count)
      }
      return
    }
  }
}
