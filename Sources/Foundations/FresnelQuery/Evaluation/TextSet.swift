public import FresnelText

/// Many texts, to be asked whether an element equals one of them: what a disjunction of comparisons
/// without wildcards, `w` and `t` comes to.
public struct TextSet: Sendable {
  /// Folds elements as the texts were folded.
  public let folder: TextFolder
  /// The folded texts, one after the other.
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []
  /// An open-addressing table of the texts' places plus one; 0 is a free slot.
  private var slots: [UInt32]

  /// An empty set.
  ///
  /// - Parameters:
  ///   - folder: Folds texts and elements.
  ///   - capacity: About how many texts will be added.
  public init(_ folder: TextFolder, capacity: Int = 1) {
    self.folder = folder
    slots = Array(repeating: 0, count: Self.slotCount(for: capacity))
    ends.reserveCapacity(capacity)
  }

  /// The number of different texts.
  public var count: Int { ends.count }

  /// Adds a text.
  ///
  /// - Complexity: O(*n*) in its bytes, on average.
  public mutating func insert(_ text: String) {
    if (count + 1) * 2 > slots.count { grow() }
    let start = bytes.count
    var text = text
    text.withUTF8 { folder.appendFolded(utf8: $0, to: &bytes) }
    let slot = slot(of: start..<bytes.count)
    if slots[slot] != 0 {
      bytes.removeSubrange(start...)
      return
    }
    ends.append(bytes.count)
    slots[slot] = UInt32(ends.count)
  }

  /// Whether a text, once folded, is in the set.
  public func contains(_ text: String) -> Bool {
    folder.foldedBytes(text).withUnsafeBufferPointer { contains(folded: $0) }
  }

  /// Whether folded bytes are in the set.
  public func contains(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
    slots[slot(of: text)] != 0
  }

  /// Calls a closure with the folded bytes of each text, in the order in which they were added.
  public func forEach<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    for place in ends.indices {
      try bytes.span.withUnsafeBufferPointer { (bytes) throws(Failure) in
        try body(UnsafeBufferPointer(rebasing: bytes[range(place)]))
      }
    }
  }

  private func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// The slot of the text that lies in a range, or the free one where it belongs.
  private func slot(of range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { slot(of: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The slot of a text, or the free one where it belongs.
  private func slot(of text: UnsafeBufferPointer<UInt8>) -> Int {
    // Texts come from outside, so the hash is one that each process seeds differently.
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !isEqual(Int(slots[slot]) - 1, text) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func isEqual(_ place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(place)
    guard range.count == text.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(text)
      var place = 0
      while text.count - place >= 8 {
        let word = bytes.loadUnaligned(fromByteOffset: range.lowerBound + place, as: UInt64.self)
        if word != text.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
        place += 8
      }
      while place < text.count, bytes[range.lowerBound + place] == text[place] { place += 1 }
      return place == text.count
    }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for place in ends.indices {
      let slot = slot(of: range(place))
      slots[slot] = UInt32(place + 1)
    }
  }

  /// A power of two, at least twice as many as texts.
  private static func slotCount(for capacity: Int) -> Int {
    var count = 4
    while count < capacity * 2 { count *= 2 }
    return count
  }
}
