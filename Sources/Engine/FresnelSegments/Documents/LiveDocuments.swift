/// The documents of a segment that are not deleted: one bit each, shared between snapshots until
/// a deletion copies it.
package struct LiveDocuments: Equatable, Sendable {
  /// The bits, 64 documents a word; those past the last document are 0.
  var words: [UInt64]
  /// The number of documents, deleted ones included.
  package let documentCount: Int
  /// The number of live documents.
  package internal(set) var count: Int

  /// All of the first `count` documents.
  package init(count: Int) {
    self.count = count
    documentCount = count
    words = Array(repeating: .max, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  /// Whether a document is live.
  package subscript(document: Int) -> Bool {
    @inline(__always) get { words[document >> 6] & (1 << UInt64(document & 63)) != 0 }
  }

  /// Deletes a document; returns whether it was live.
  package mutating func remove(_ document: Int) -> Bool {
    guard self[document] else { return false }
    words[document >> 6] &= ~(1 << UInt64(document & 63))
    count -= 1
    return true
  }

  /// The first document from a number on that is deleted; `nil` where there is none.
  package func firstDeleted(from document: Int) -> Int? {
    guard document < documentCount else { return nil }
    var index = document >> 6
    var rest = ~words[index] & (UInt64.max << UInt64(document & 63))
    while rest == 0 {
      index += 1
      if index == words.count { return nil }
      rest = ~words[index]
    }
    // The bits behind the last document are 0 as well.
    let found = index << 6 + rest.trailingZeroBitCount
    return found < documentCount ? found : nil
  }

  /// Calls the body with each live document in ascending order until it returns false.
  package func forEach(_ body: (Int) throws -> Bool) rethrows {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        if try !body(index << 6 + rest.trailingZeroBitCount) { return }
        rest &= rest - 1
      }
    }
  }
}
