public import FresnelText

/// Many texts, to be asked whether an element equals one of them: what a disjunction of comparisons
/// without wildcards, `w` and `t` comes to.
public struct TextSet: Sendable {
  /// Folds elements as the texts were folded.
  public let folder: TextFolder
  /// Of each text its length, in four bytes, and its folded bytes, one text after the other: what a lookup
  /// compares lies side by side.
  private var bytes: [UInt8] = []
  /// The number of different texts.
  public private(set) var count = 0
  /// An open-addressing table: of each text the upper half of its hash, above its place in `bytes` plus one; 0
  /// is a free slot. Two texts are compared only where these halves agree, so that most of those that aren't in
  /// the set are told from one slot.
  private var slots: [UInt64]

  /// The bytes that the length of a text takes.
  private static let lengthByteCount = MemoryLayout<UInt32>.size

  /// An empty set.
  ///
  /// - Parameters:
  ///   - folder: Folds texts and elements.
  ///   - capacity: About how many texts will be added.
  public init(_ folder: TextFolder, capacity: Int = 1) {
    self.folder = folder
    slots = Array(repeating: 0, count: Self.slotCount(for: capacity))
  }

  /// Adds a text.
  ///
  /// - Precondition: All texts together take less than 4 GiB.
  /// - Complexity: O(*n*) in its bytes, on average.
  public mutating func insert(_ text: String) {
    var text = text
    text.withUTF8 { insert(utf8: $0) }
  }

  /// Adds a text of UTF-8, as ``insert(_:)`` does.
  mutating func insert(utf8 text: UnsafeBufferPointer<UInt8>) {
    if (count + 1) * 2 > slots.count { grow() }
    let place = bytes.count
    withUnsafeBytes(of: UInt32(0)) { bytes.append(contentsOf: $0) }
    folder.appendFolded(utf8: text, to: &bytes)
    let length = UInt32(bytes.count - place - Self.lengthByteCount)
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: length, toByteOffset: place, as: UInt32.self)
    }
    let (hash, slot) = bytes.withUnsafeBytes { bytes in
      let folded = Self.text(at: place, in: bytes)
      let hash = SeededHash.hash(folded)
      return (hash, self.slot(of: folded, hash))
    }
    if slots[slot] != 0 {
      bytes.removeSubrange(place...)
      return
    }
    count += 1
    slots[slot] = hash & Self.hashMask | UInt64(place + 1)
  }

  /// Whether a text, once folded, is in the set.
  public func contains(_ text: String) -> Bool {
    folder.foldedBytes(text).withUnsafeBufferPointer { contains(folded: $0) }
  }

  /// Whether folded bytes are in the set.
  public func contains(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = UnsafeRawBufferPointer(text)
    return slots[slot(of: text, SeededHash.hash(text))] != 0
  }

  /// A text's hash and the first slot that may hold it, once that was loaded.
  struct Probe {
    let hash: UInt64
    fileprivate(set) var firstSlot: UInt64 = 0

    init(hash: UInt64) {
      self.hash = hash
    }
  }

  /// Loads the first slot of each probe. No load waits for another one.
  func loadFirstSlots(of probes: inout [Probe]) {
    slots.withUnsafeBufferPointer { slots in
      for place in probes.indices {
        probes[place].firstSlot =
          slots[Int(truncatingIfNeeded: probes[place].hash) & (slots.count - 1)]
      }
    }
  }

  /// Whether folded bytes are in the set, of which a probe tells the first slot.
  func contains(_ text: UnsafeRawBufferPointer, _ probe: Probe) -> Bool {
    if probe.firstSlot == 0 { return false }
    return slots[slot(of: text, probe.hash)] != 0
  }

  /// Calls a closure with the folded bytes of each text, in the order in which they were added.
  public func forEach<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var place = 0
    while place < bytes.count {
      let next = try bytes.span.withUnsafeBufferPointer { (bytes) throws(Failure) in
        let text = Self.text(at: place, in: UnsafeRawBufferPointer(bytes))
        try body(text.bindMemory(to: UInt8.self))
        return place + Self.lengthByteCount + text.count
      }
      place = next
    }
  }

  /// The text whose length stands at a place.
  @inline(__always)
  private static func text(
    at place: Int, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let length = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    let start = place + lengthByteCount
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
  }

  /// The part of a hash that a slot holds; the lower one tells where a search begins.
  private static let hashMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// The slot of a text, or the free one where it belongs.
  private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    slots.withUnsafeBufferPointer { slots in
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 {
        let isCandidate = (slots[slot] ^ hash) & Self.hashMask == 0
        if isCandidate, isEqual(Int(slots[slot] & ~Self.hashMask) - 1, text) { break }
        slot = (slot + 1) & (slots.count - 1)
      }
      return slot
    }
  }

  private func isEqual(_ place: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { Self.text(at: place, in: $0).isEqual(to: text) }
  }

  private mutating func grow() {
    let places = slots.filter { $0 != 0 }.map { Int($0 & ~Self.hashMask) - 1 }
    slots = Array(repeating: 0, count: slots.count * 2)
    bytes.withUnsafeBytes { bytes in
      for place in places {
        let hash = SeededHash.hash(Self.text(at: place, in: bytes))
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = hash & Self.hashMask | UInt64(place + 1)
      }
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
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
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
