import FresnelStorage

/// Two sets of documents of one segment, a bit for each: those found, and those proven.
///
/// It unites posting lists of any length in memory of a quarter of a byte for each document, where a list
/// of all postings would take four bytes for each of these, and would have to be sorted.
struct DenseUnion: ~Copyable {
  /// The words of those found, then as many of those proven.
  private let words: UnsafeMutableBufferPointer<UInt64>
  private let wordCount: Int
  private let documentCount: UInt32

  /// The empty sets.
  init(documentCount: Int) {
    wordCount = (documentCount + 63) / 64
    self.documentCount = UInt32(clamping: documentCount)
    words = .allocate(capacity: max(2 * wordCount, 1))
    words.initialize(repeating: 0)
  }

  deinit { words.deallocate() }

  /// Adds a block of postings, as ``PostingCursor/nextBlock()`` hands it out; `proof` has a bit for each
  /// certainty that is sure enough.
  mutating func insert(
    _ block: (documents: UnsafeBufferPointer<UInt32>, certainties: UnsafeBufferPointer<UInt8>),
    provenBy proof: UInt8
  ) {
    // A copy of the pointer: under ThreadSanitizer the compiler takes the stored one for what it points to.
    let words = words
    for index in 0..<block.documents.count {
      let document = block.documents[index]
      // A damaged list may name any number.
      guard document < documentCount else { continue }
      let word = Int(document &>> 6)
      let bit = 1 as UInt64 &<< UInt64(document & 63)
      words[word] |= bit
      if proof &>> block.certainties[index] & 1 != 0 { words[wordCount &+ word] |= bit }
    }
  }

  /// Adds a document of the segment, shifted up by a bit that says whether it is proven.
  @inline(__always)
  mutating func insert(_ entry: UInt32) {
    let words = words
    let word = Int(entry &>> 7)
    let bit = UInt64(entry &>> 1 & 63)
    words[word] |= 1 &<< bit
    words[wordCount &+ word] |= UInt64(entry & 1) &<< bit
  }

  /// The number of documents found.
  var count: Int {
    var count = 0
    for word in 0..<wordCount { count &+= words[word].nonzeroBitCount }
    return count
  }

  /// Writes the documents found, ascending, each shifted up by a bit that says whether it is proven.
  ///
  /// - Parameter entries: Room for ``count`` of them.
  func write(to entries: UnsafeMutableBufferPointer<UInt32>) {
    var place = 0
    for word in 0..<wordCount {
      var rest = words[word]
      let proven = words[wordCount &+ word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        entries[place] =
          UInt32(truncatingIfNeeded: word &<< 6 | bit) &<< 1
          | UInt32(truncatingIfNeeded: proven &>> UInt64(bit)) & 1
        place &+= 1
        rest &= rest &- 1
      }
    }
  }
}
