/// Some documents of a segment: one bit each.
struct DocumentSet {
  private var words: [UInt64]
  private(set) var count = 0

  /// None of so many documents.
  init(documentCount: Int) {
    words = Array(repeating: 0, count: (documentCount + 63) / 64)
  }

  /// Adds a document that is not in the set.
  mutating func insert(_ document: UInt32) {
    words[Int(document >> 6)] |= 1 << UInt64(document & 63)
    count += 1
  }

  /// Removes a document that is in the set.
  mutating func remove(_ document: UInt32) {
    words[Int(document >> 6)] &= ~(1 << UInt64(document & 63))
    count -= 1
  }

  /// Whether a document is in the set.
  func contains(_ document: UInt32) -> Bool {
    words[Int(document >> 6)] & 1 << UInt64(document & 63) != 0
  }
}
