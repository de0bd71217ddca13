/// Identifiers of one index, to be looked for in many segments at once.
///
/// Each segment's filter is asked for all of them in one go, so what it costs to get at a segment is paid
/// once. Segments written by this process hash alike, so each identifier is hashed once for all of them.
package struct IdentifierBatch: ~Copyable {
  /// The identifiers, one after the other, and where each ends.
  private var bytes = GrowableBuffer<UInt8>(capacity: 4096)
  private var ends = GrowableBuffer<Int>(capacity: 128)
  /// The bits that each sets in a filter, for one way to hash.
  private var prints = GrowableBuffer<IdentifierFilter.Print>(capacity: 128)
  private var hashed: (scope: UInt32, key: (UInt64, UInt64))?

  /// Makes a batch without identifiers.
  package init() {}

  /// The number of identifiers.
  package var count: Int { ends.count }

  /// Adds an identifier.
  package mutating func append(_ identifier: UnsafeBufferPointer<UInt8>) {
    if let base = identifier.baseAddress {
      bytes.append(contentsOf: base, count: identifier.count)
    }
    ends.append(bytes.count)
    hashed = nil
  }

  /// Whether an identifier has some bytes.
  @inline(__always)
  func isEqual(_ identifier: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    let start = place == 0 ? 0 : ends[place - 1]
    guard ends[place] - start == identifier.count else { return false }
    for offset in 0..<identifier.count where bytes[start + offset] != identifier[offset] {
      return false
    }
    return true
  }

  /// Calls a body with the place of each identifier, counting from 0, that a filter may hold, and its hash; without a
  /// filter with all.
  mutating func forEach(
    in filter: IdentifierFilter?, scope: UInt32, key: (UInt64, UInt64),
    _ body: (Int, UInt64) -> Void
  ) {
    hash(scope: scope, key: key)
    guard let filter else {
      for place in 0..<ends.count { body(place, prints[place].hash) }
      return
    }
    filter.blocks.withUnsafeBufferPointer { blocks in
      for place in 0..<ends.count {
        let print = prints[place]
        let block = IdentifierFilter.block(of: print.hash, blockCount: blocks.count)
        if blocks[block] & print.mask == print.mask { body(place, print.hash) }
      }
    }
  }

  /// Hashes the identifiers, unless they are hashed like that.
  private mutating func hash(scope: UInt32, key: (UInt64, UInt64)) {
    if let hashed, hashed.scope == scope, hashed.key == key { return }
    hashed = (scope, key)
    prints.removeAll()
    var start = 0
    for place in 0..<ends.count {
      let end = ends[place]
      prints.append(
        IdentifierFilter.Print(
          SipHash.hash(
            scope, UnsafeRawBufferPointer(start: bytes.base + start, count: end - start),
            key: key)))
      start = end
    }
  }
}
