/// A set of documents with a certainty each, in which unions of posting lists are gathered: four bits
/// a document.
///
/// There is a plane of bits for each certainty, and a document's certainty is that of the greatest
/// plane that has it. So the union of two sets is the union of their planes, and adding a posting
/// sets one bit. The four words of 64 documents lie side by side; a summary of one bit for each such
/// four lets sparse sets be walked quickly.
///
/// The memory is the holder's to free.
struct CertaintyPlanes: BitwiseCopyable {
  private let words: UnsafeMutablePointer<UInt64>
  private let summary: UnsafeMutablePointer<UInt64>
  private let summaryCount: Int

  static func allocate(documentCount: Int) -> CertaintyPlanes {
    // Whole words of the summary, so that each of its bits has its four words.
    let summaryCount = max((documentCount + 4095) / 4096, 1)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: summaryCount * 256)
    words.initialize(repeating: 0, count: summaryCount * 256)
    let summary = UnsafeMutablePointer<UInt64>.allocate(capacity: summaryCount)
    summary.initialize(repeating: 0, count: summaryCount)
    return CertaintyPlanes(words: words, summary: summary, summaryCount: summaryCount)
  }

  func deallocate() {
    words.deallocate()
    summary.deallocate()
  }

  /// Adds a document, which must be below the count that the planes were made for; the certainty
  /// must be below 4.
  @inline(__always)
  func insert(_ document: UInt32, certainty: UInt8) {
    assert(Int(document >> 12) < summaryCount && certainty < 4)
    let group = Int(document >> 6)
    words[group &* 4 &+ Int(certainty)] |= 1 &<< UInt64(document & 63)
    summary[group &>> 6] |= 1 &<< UInt64(group & 63)
  }

  /// Adds another set of as many documents.
  func formUnion(_ other: CertaintyPlanes) {
    for place in 0..<min(summaryCount, other.summaryCount) {
      var rest = other.summary[place]
      summary[place] |= rest
      while rest != 0 {
        let first = (place &* 64 &+ rest.trailingZeroBitCount) &* 4
        for word in first..<first &+ 4 { words[word] |= other.words[word] }
        rest &= rest &- 1
      }
    }
  }

  /// Empties the set.
  func removeAll() {
    drain { _, _ in }
  }

  /// Calls the body with each document in ascending order and its certainty, and empties the set.
  @inline(__always)
  func drain(_ body: (_ document: UInt32, _ certainty: UInt8) -> Void) {
    for place in 0..<summaryCount {
      var groups = summary[place]
      summary[place] = 0
      while groups != 0 {
        let group = place &* 64 &+ groups.trailingZeroBitCount
        groups &= groups &- 1
        let four = words + group &* 4
        let atLeast2 = four[2] | four[3]
        let odd = four[1] | four[3]
        let atLeast3 = four[3]
        var rest = four[0] | four[1] | atLeast2
        four.update(repeating: 0, count: 4)
        let first = UInt32(truncatingIfNeeded: group &* 64)
        while rest != 0 {
          let bit = rest & (0 &- rest)
          let certainty: UInt8 =
            atLeast2 & bit != 0 ? (atLeast3 & bit != 0 ? 3 : 2) : (odd & bit != 0 ? 1 : 0)
          body(first &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount), certainty)
          rest ^= bit
        }
      }
    }
  }
}
