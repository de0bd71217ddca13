/// The documents of a ranked question that are worth comparing: of all that were found, as many as can be wanted with the
/// greatest scores.
///
/// Common words are in a good part of all documents. Of these only the best are kept, so that a question takes no memory
/// for each document that it finds: pages that are new to a process cost more than to find what they hold.
struct CandidateSelection: ~Copyable {
  /// A document that was found.
  struct Candidate: BitwiseCopyable {
    let segment: UInt32
    let document: UInt32
    /// The lists of its segment that have it, a bit each, as far as these are among the first ``notedListCount``.
    let lists: UInt64
    /// Orders as scores do, those of documents with all words above all others.
    let key: UInt32

    /// Whether the document has all words.
    var hasAll: Bool { key & CandidateSelection.allBit != 0 }
  }

  /// So many lists of a question have a bit, so that nobody has to look again for what each candidate has.
  static let notedListCount = 64

  /// Set in the key of a document that has all words: the sign of a score, which is never negative.
  static let allBit: UInt32 = 1 << 31

  /// When so many times the greatest limit are kept, the others among them go.
  private static let excess = 4

  /// The greatest limit that ``best(_:behind:)`` is asked for.
  private let capacity: Int
  private var found: GrowableBuffer<Candidate>
  /// The keys of those that are kept, side by side, as choosing goes through them several times.
  private var keys: GrowableBuffer<UInt32>
  /// What has a smaller key is not among the best, whatever comes.
  private var leastKey: UInt32 = 0

  /// None.
  ///
  /// - Parameter capacity: How many may be wanted at most.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
    found = GrowableBuffer(capacity: Self.excess * self.capacity)
    keys = GrowableBuffer(capacity: Self.excess * self.capacity)
  }

  /// Adds a document; those of a segment follow each other, ascending.
  @inline(__always)
  mutating func add(
    _ document: UInt32, ofSegment segment: Int, score: Float, hasAll: Bool, lists: UInt64 = 0
  ) {
    // Positive numbers of binary32 order as their bits do.
    let key = score.bitPattern & ~Self.allBit | (hasAll ? Self.allBit : 0)
    guard key >= leastKey else { return }
    if keys.count == Self.excess * capacity { keepBest() }
    keys.append(key)
    found.append(
      Candidate(
        segment: UInt32(truncatingIfNeeded: segment), document: document, lists: lists, key: key))
  }

  /// Leaves out all but the best.
  @inline(never)
  private mutating func keepBest() {
    let bound = bound(ofPlace: capacity)
    var equalCount = 0
    var count = 0
    for index in 0..<keys.count where bound.admits(keys[index], &equalCount) {
      keys[count] = keys[index]
      found[count] = found[index]
      count += 1
    }
    keys.removeLast(keys.count - count)
    found.removeLast(found.count - count)
    // Of equals those that were added first are the best, and there are enough of them. No score has the greatest key.
    leastKey = bound.key &+ 1
  }

  /// The best, in the order in which they were added; of equals at the end those that were added first.
  ///
  /// - Parameters:
  ///   - limit: How many, at most as many as there is room for.
  ///   - first: How many of these are left out, the best ones.
  /// - Returns: The candidates, none where no more were added than are left out.
  /// - Complexity: O(*n*) in the documents that are kept.
  func best(_ limit: Int, behind first: Int = 0) -> [Candidate] {
    assert(limit <= capacity)
    guard limit > first, found.count > first else { return [] }
    guard found.count > limit || first > 0 else { return found.array() }
    let upper = bound(ofPlace: first)
    let lower = bound(ofPlace: limit)
    var best: [Candidate] = []
    best.reserveCapacity(min(limit, found.count) - first)
    var seen = (upper: 0, lower: 0)
    for index in 0..<keys.count {
      let key = keys[index]
      let isAmongFirst = upper.admits(key, &seen.upper)
      if lower.admits(key, &seen.lower), !isAmongFirst { best.append(found[index]) }
    }
    return best
  }

  /// What tells the documents of the first places: a key that they have or exceed, and how many of those that have it.
  private struct Bound {
    let key: UInt32
    let equalCount: Int

    /// Whether a document is one; of all others with its key that were added earlier so many were.
    @inline(__always)
    func admits(_ key: UInt32, _ seenCount: inout Int) -> Bool {
      if key != self.key { return key > self.key }
      guard seenCount < equalCount else { return false }
      seenCount += 1
      return true
    }
  }

  /// What tells the documents of so many places.
  private func bound(ofPlace place: Int) -> Bound {
    guard place > 0 else { return Bound(key: .max, equalCount: 0) }
    guard place < found.count else { return Bound(key: 0, equalCount: .max) }
    let key = key(ofPlace: place)
    var room = place
    for index in 0..<keys.count where keys[index] > key { room -= 1 }
    return Bound(key: key, equalCount: room)
  }

  /// The key that so many documents have or exceed: digit by digit, each by counting those that have the digits before.
  /// The bits that all keys have in common are no digits: keys are of few sizes.
  private func key(ofPlace place: Int) -> UInt32 {
    let (first, keyCount) = (keys.base, keys.count)
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: keyCount + 256) { memory in
      let counts = UnsafeMutableBufferPointer(rebasing: memory[..<256])
      guard let base = memory.baseAddress else { return 0 }
      let kept = base + 256
      var candidates = UnsafePointer(first)
      var candidateCount = keyCount
      var rest = place
      while true {
        let one = candidates[0]
        var differences: UInt32 = 0
        for index in 0..<candidateCount { differences |= candidates[index] ^ one }
        if differences == 0 { return one }
        let shift = UInt32(truncatingIfNeeded: max(0, 24 - differences.leadingZeroBitCount))
        counts.initialize(repeating: 0)
        for index in 0..<candidateCount { counts[Int(candidates[index] &>> shift & 0xff)] += 1 }
        var digit = 255
        while digit > 0, counts[digit] < rest {
          rest -= Int(counts[digit])
          digit -= 1
        }
        var keptCount = 0
        for index in 0..<candidateCount {
          let key = candidates[index]
          guard Int(key &>> shift & 0xff) == digit else { continue }
          kept[keptCount] = key
          keptCount += 1
        }
        candidates = UnsafePointer(kept)
        candidateCount = keptCount
      }
    }
  }
}
