/// The order of a segment's documents: by descending static score, of equal ones by identifier, then
/// by scope.
///
/// It is the order in which results of equal points are shown, so that every posting list is in
/// result order.
enum StaticOrder {
  /// What a document is placed by.
  struct Key {
    let staticScore: UInt32
    /// A number that orders as the scopes do.
    let scope: UInt32
    let identifier: UnsafeRawBufferPointer
  }

  /// Whether a document comes before another.
  @inline(__always)
  static func precedes(_ left: Key, _ right: Key) -> Bool {
    if left.staticScore != right.staticScore { return left.staticScore > right.staticScore }
    let order = compare(left.identifier, right.identifier)
    return order != 0 ? order < 0 : left.scope < right.scope
  }

  /// Compares bytes: negative, 0 or positive as the left ones are less, equal or greater.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let common = min(left.count, right.count)
    var offset = 0
    // Every load ends at or before the end of the shorter one.
    while offset + 8 <= common {
      let a = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let b = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if a != b { return a < b ? -1 : 1 }
      offset += 8
    }
    while offset < common {
      if left[offset] != right[offset] { return left[offset] < right[offset] ? -1 : 1 }
      offset += 1
    }
    return left.count - right.count
  }
}
