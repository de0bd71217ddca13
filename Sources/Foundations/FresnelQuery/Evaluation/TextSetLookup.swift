internal import FresnelText

/// Looks many texts up in one set at once.
///
/// A set of tens of thousands of texts fits in no near cache, so that each lookup waits for memory: for the slot,
/// then for the text that it names. Texts that are looked up together have their slots loaded one right after the
/// other, and these loads overlap.
public struct TextSetLookup: ~Copyable {
  private let set: TextSet
  /// The folded texts that wait, one after the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// What each stands for.
  private var tags: [UInt32] = []
  private var probes: [TextSet.Probe] = []

  /// So many texts are looked up together: enough for the loads to overlap, few enough to stay in the nearest cache.
  private static let batchCount = 128

  /// Makes a lookup without texts.
  public init(in set: TextSet) {
    self.set = set
    ends.reserveCapacity(Self.batchCount)
    tags.reserveCapacity(Self.batchCount)
    probes.reserveCapacity(Self.batchCount)
  }

  /// Whether ``forEachMember(_:)`` should be called before the next text is added.
  public var isFull: Bool { tags.count >= Self.batchCount }

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - text: The bytes, folded as the set's.
  ///   - tag: What the text stands for.
  public mutating func append(folded text: UnsafeBufferPointer<UInt8>, tag: UInt32) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    tags.append(tag)
  }

  /// Calls a closure with the tag of each text that is in the set, in the order in which they were added; then
  /// there are no texts any more.
  ///
  /// - Complexity: O(*n*) in the bytes of the texts, on average.
  public mutating func forEachMember(_ body: (UInt32) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in ends {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        probes.append(TextSet.Probe(hash: SeededHash.hash(text)))
        start = end
      }
      set.loadFirstSlots(of: &probes)
      start = 0
      for (place, end) in ends.enumerated() {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if set.contains(text, probes[place]) { body(tags[place]) }
        start = end
      }
    }
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    probes.removeAll(keepingCapacity: true)
  }
}
