/// Some documents of a segment: one bit each.
package struct DocumentSet: Sendable {
  private var words: [UInt64]
  private(set) var count = 0

  /// None of so many documents.
  init(documentCount: Int) {
    words = Array(repeating: 0, count: (documentCount + 63) / 64)
  }

  /// Adds a document, which may be in the set.
  mutating func insert(_ document: UInt32) {
    let bit: UInt64 = 1 << UInt64(document & 63)
    if words[Int(document >> 6)] & bit == 0 { count += 1 }
    words[Int(document >> 6)] |= bit
  }

  /// The first document from a number on that is in the set; `UInt32.max` if there is none.
  func next(from document: UInt32) -> UInt32 {
    var place = Int(document >> 6)
    guard place < words.count else { return .max }
    var word = words[place] & (UInt64.max << UInt64(document & 63))
    while word == 0 {
      place += 1
      guard place < words.count else { return .max }
      word = words[place]
    }
    return UInt32(place * 64 + word.trailingZeroBitCount)
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
