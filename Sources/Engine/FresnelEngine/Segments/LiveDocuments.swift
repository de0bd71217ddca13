/// The documents of a segment that are not deleted: one bit each, shared between snapshots until
/// a deletion copies it.
struct LiveDocuments: Sendable {
  private var words: [UInt64]
  private(set) var count: Int

  /// All of the first `count` documents.
  init(count: Int) {
    self.count = count
    words = Array(repeating: .max, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  subscript(document: Int) -> Bool {
    @inline(__always) get { words[document >> 6] & (1 << UInt64(document & 63)) != 0 }
  }

  /// Deletes a document; returns whether it was live.
  mutating func remove(_ document: Int) -> Bool {
    guard self[document] else { return false }
    words[document >> 6] &= ~(1 << UInt64(document & 63))
    count -= 1
    return true
  }

  /// Calls the body with each live document in ascending order until it returns false.
  func forEach(_ body: (Int) throws -> Bool) rethrows {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        if try !body(index << 6 + rest.trailingZeroBitCount) { return }
        rest &= rest - 1
      }
    }
  }
}
