internal import FresnelText

/// The distinct texts of a column under construction, numbered as they come.
struct DistinctTexts {
  /// The bytes of all texts.
  private(set) var bytes: [UInt8] = []
  /// Where each text ends.
  private(set) var ends: [UInt32] = []
  /// An open-addressing table of ordinals plus one; 0 is a free slot.
  private var slots = [UInt32](repeating: 0, count: 16)

  /// The number of texts.
  var count: Int { ends.count }

  /// The ordinal of a text, new or known.
  mutating func ordinal(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if ends.count * 4 >= slots.count * 3 { grow() }
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] != 0 {
      let ordinal = Int(slots[slot]) - 1
      if isEqual(ordinal, text) { return UInt32(ordinal) }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
    slots[slot] = UInt32(ends.count)
    return UInt32(ends.count - 1)
  }

  private func range(_ ordinal: Int) -> Range<Int> {
    (ordinal == 0 ? 0 : Int(ends[ordinal - 1]))..<Int(ends[ordinal])
  }

  private func isEqual(_ ordinal: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(ordinal)
    return range.count == text.count && bytes[range].elementsEqual(text)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    bytes.withUnsafeBufferPointer { bytes in
      for ordinal in ends.indices {
        // Texts lie one after the other in `bytes`.
        let text = UnsafeBufferPointer(rebasing: bytes[range(ordinal)])
        var slot = Self.hash(text) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(ordinal + 1)
      }
    }
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: SeededHash.hash(UnsafeRawBufferPointer(text)))
  }
}
