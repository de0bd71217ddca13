import FresnelPlatform

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

  /// Where an identifier lies, once its beginning was loaded.
  struct Extent: BitwiseCopyable {
    fileprivate let start: Int
    fileprivate let byteCount: Int
    /// The first byte, or 0; loading it brings the others near.
    fileprivate let first: UInt8
  }

  /// Loads an identifier. Loads of several, one right after the other, overlap.
  @inline(__always)
  func load(_ place: Int) -> Extent {
    let start = place == 0 ? 0 : ends[place - 1]
    let byteCount = ends[place] - start
    return Extent(start: start, byteCount: byteCount, first: byteCount > 0 ? bytes[start] : 0)
  }

  /// Whether an identifier has some bytes.
  @inline(__always)
  func isEqual(_ identifier: UnsafeBufferPointer<UInt8>, at extent: Extent) -> Bool {
    guard extent.byteCount == identifier.count else { return false }
    if extent.byteCount == 0 { return true }
    if extent.first != identifier[0] { return false }
    let own = UnsafeRawBufferPointer(start: bytes.base + extent.start, count: extent.byteCount)
    let other = UnsafeRawBufferPointer(identifier)
    var offset = 0
    // Every load ends at or before the end of the identifier.
    while offset + 8 <= own.count {
      if own.fixed(UInt64.self, at: offset) != other.fixed(UInt64.self, at: offset) { return false }
      offset += 8
    }
    while offset < own.count {
      if own[offset] != other[offset] { return false }
      offset += 1
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
