/// A set of documents with a certainty each, in which unions of posting lists are gathered: four bits
/// a document.
///
/// There is a plane of bits for each certainty, and a document's certainty is that of the greatest
/// plane that has it. So the union of two sets is the union of their planes, and adding a posting
/// sets one bit. The four words of 64 documents lie side by side.
///
/// The memory is the holder's to free.
struct CertaintyPlanes: BitwiseCopyable {
  private let words: UnsafeMutablePointer<UInt64>
  private let wordCount: Int

  static func allocate(documentCount: Int) -> CertaintyPlanes {
    let wordCount = (documentCount + 63) / 64 * 4
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: max(wordCount, 4))
    words.initialize(repeating: 0, count: wordCount)
    return CertaintyPlanes(words: words, wordCount: wordCount)
  }

  func deallocate() {
    words.deallocate()
  }

  /// Adds a document, which must be below the count that the planes were made for; the certainty
  /// must be below 4.
  @inline(__always)
  func insert(_ document: UInt32, certainty: UInt8) {
    let word = Int(document >> 6) &* 4 &+ Int(certainty)
    assert(word < wordCount)
    words[word] |= 1 &<< UInt64(document & 63)
  }

  /// Adds another set of as many documents.
  func formUnion(_ other: CertaintyPlanes) {
    for index in 0..<min(wordCount, other.wordCount) { words[index] |= other.words[index] }
  }

  /// Empties the set.
  func removeAll() {
    words.update(repeating: 0, count: wordCount)
  }

  /// Calls the body with each document in ascending order and its certainty, and empties the set.
  @inline(__always)
  func drain(_ body: (_ document: UInt32, _ certainty: UInt8) -> Void) {
    var index = 0
    while index < wordCount {
      let plane0 = words[index]
      let plane1 = words[index + 1]
      let plane2 = words[index + 2]
      let plane3 = words[index + 3]
      var rest = plane0 | plane1 | plane2 | plane3
      if rest != 0 {
        let atLeast2 = plane2 | plane3
        let first = UInt32(truncatingIfNeeded: index / 4 * 64)
        while rest != 0 {
          let bit = rest & (0 &- rest)
          let certainty: UInt8 =
            atLeast2 & bit != 0 ? (plane3 & bit != 0 ? 3 : 2) : (plane1 & bit != 0 ? 1 : 0)
          body(first &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount), certainty)
          rest ^= bit
        }
        (words + index).update(repeating: 0, count: 4)
      }
      index &+= 4
    }
  }
}
