/// Which documents of the chunk being collected have values, and how many.
struct ChunkDocuments {
  /// The documents with a value, counted from the chunk's first; ascending.
  private(set) var slots: [UInt16] = []
  /// For each of them, the number of values up to and with its own.
  private(set) var ends: [UInt32] = []

  /// The number of values of all documents.
  var valueCount: Int { Int(ends.last ?? 0) }

  /// Whether some document has several values.
  var isMultiValued: Bool { valueCount != slots.count }

  /// Where the values of the last document begin.
  var lastStart: Int { ends.count > 1 ? Int(ends[ends.count - 2]) : 0 }

  /// The number of values of a document if it is the last one, otherwise 0.
  func valueCount(of slot: UInt16) -> Int {
    slots.last == slot ? valueCount - lastStart : 0
  }

  /// Counts one more value of a document, which is not before the last one.
  mutating func addValue(of slot: UInt16) {
    if slots.last == slot {
      ends[ends.count - 1] += 1
    } else {
      ends.append(UInt32(valueCount + 1))
      slots.append(slot)
    }
  }

  mutating func removeAll() {
    slots.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}
