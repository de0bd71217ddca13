import FresnelStorage

/// A list of documents to walk through: one that is stored, or a union in memory.
enum DocumentList {
  case stored(PostingListLocation)
  /// Entries of a ``PostingUnion``, which must outlive the list.
  case union(UnsafeBufferPointer<UInt32>)

  static var empty: DocumentList { .stored(.empty) }

  /// The number of documents.
  var count: Int {
    switch self {
    case .stored(let location): Int(location.count)
    case .union(let entries): entries.count
    }
  }
}

/// Walks through a ``DocumentList`` in ascending order.
struct ListCursor: ~Copyable {
  /// The current document; `UInt32.max` behind the last one.
  private(set) var document: UInt32
  private var postings: PostingCursor
  /// A bit for each certainty that is sure enough.
  private let proof: UInt8
  private let entries: UnsafeBufferPointer<UInt32>
  private var index = 0
  private let isUnion: Bool

  init(_ list: DocumentList, in segment: Segment, proof: UInt8) throws(StorageError) {
    let documentCount = segment.documentCount
    postings = PostingCursor(segment.source, documentCount: documentCount)
    self.proof = proof
    switch list {
    case .stored(let location):
      isUnion = false
      entries = UnsafeBufferPointer(start: nil, count: 0)
      document = .max
      try postings.move(to: location)
      document = postings.document
    case .union(let entries):
      isUnion = true
      self.entries = entries
      document = entries.isEmpty ? .max : entries[0] >> 1
    }
  }

  /// Whether the current posting is sure enough.
  @inline(__always)
  var isProven: Bool {
    isUnion ? entries[index] & 1 != 0 : proof &>> postings.certainty & 1 != 0
  }

  /// Moves to the first document that is at least `target`; stays if the current one is.
  @inline(__always)
  mutating func advance(to target: UInt32) throws(StorageError) {
    if document >= target { return }
    if isUnion {
      advanceInUnion(to: target)
    } else {
      // Most moves are to the next posting.
      if target == document &+ 1 {
        try postings.next()
      } else {
        try postings.advance(to: target)
      }
      document = postings.document
    }
  }

  private mutating func advanceInUnion(to target: UInt32) {
    // Entries of documents below the target are below this.
    let bound = UInt64(target) << 1
    var step = 1
    var low = index
    var high = index + 1
    while high < entries.count, UInt64(entries[high]) < bound {
      low = high
      step *= 2
      high = min(high + step, entries.count)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if UInt64(entries[middle]) < bound { low = middle } else { high = middle }
    }
    index = high
    document = high < entries.count ? entries[high] >> 1 : .max
  }
}
