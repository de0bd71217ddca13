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
  /// An open-addressing table: of each text the upper half of its hash, above its place plus one; 0 is a
  /// free slot. Two texts are compared only where these halves agree, so that most of those that aren't in
  /// the set are told from one slot.
  private var slots: [UInt64]

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
    let hash = bytes.withUnsafeBytes { Self.hash(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    let slot = bytes.withUnsafeBytes {
      self.slot(of: UnsafeRawBufferPointer(rebasing: $0[start...]), hash)
    }
    if slots[slot] != 0 {
      bytes.removeSubrange(start...)
      return
    }
    ends.append(bytes.count)
    slots[slot] = UInt64(hash) << 32 | UInt64(ends.count)
  }

  /// Whether a text, once folded, is in the set.
  public func contains(_ text: String) -> Bool {
    folder.foldedBytes(text).withUnsafeBufferPointer { contains(folded: $0) }
  }

  /// Whether folded bytes are in the set.
  public func contains(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = UnsafeRawBufferPointer(text)
    return slots[slot(of: text, Self.hash(text))] != 0
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

  /// The hash of a text, of which a table of any size takes the lower bits.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    // Texts come from outside, so the hash is one that each process seeds differently.
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The slot of a text, or the free one where it belongs.
  private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt32) -> Int {
    slots.withUnsafeBufferPointer { slots in
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 {
        let isCandidate = UInt32(slots[slot] >> 32) == hash
        if isCandidate, isEqual(Int(slots[slot] & 0xFFFF_FFFF) - 1, text) { break }
        slot = (slot + 1) & (slots.count - 1)
      }
      return slot
    }
  }

  private func isEqual(_ place: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[range(place)]).isEqual(to: text)
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// A power of two, at least twice as many as texts.
  private static func slotCount(for capacity: Int) -> Int {
    var count = 4
    while count < capacity * 2 { count *= 2 }
    return count
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers hold the same bytes.
  fileprivate func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while count - place >= 8 {
      let word = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place += 8
    }
    while place < count, self[place] == other[place] { place += 1 }
    return place == count
  }
}
