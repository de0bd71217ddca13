/// The documents of a ranked question that are worth comparing: of all that were found, as many as are wanted with the
/// greatest scores.
struct CandidateSelection: ~Copyable {
  /// A document that was found.
  struct Candidate: BitwiseCopyable {
    let segment: UInt32
    let document: UInt32
    /// Orders as scores do, those of documents with all words above all others.
    let key: UInt32

    /// Whether the document has all words.
    var hasAll: Bool { key & CandidateSelection.allBit != 0 }
  }

  /// Set in the key of a document that has all words: the sign of a score, which is never negative.
  static let allBit: UInt32 = 1 << 31

  private var found = GrowableBuffer<Candidate>(capacity: 1_024)

  /// Adds a document; those of a segment follow each other, ascending.
  @inline(__always)
  mutating func add(_ document: UInt32, ofSegment segment: Int, score: Float, hasAll: Bool) {
    found.append(
      Candidate(
        segment: UInt32(truncatingIfNeeded: segment), document: document,
        // Positive numbers of binary32 order as their bits do.
        key: score.bitPattern & ~Self.allBit | (hasAll ? Self.allBit : 0)))
  }

  /// The best, in the order in which they were added; of equals at the end those that were added first.
  ///
  /// - Complexity: O(*n*) in the documents that were added.
  func best(_ limit: Int) -> [Candidate] {
    guard found.count > limit else { return found.array() }
    guard limit > 0 else { return [] }
    let threshold = key(ofPlace: limit)
    var best: [Candidate] = []
    best.reserveCapacity(limit)
    var room = limit
    for index in 0..<found.count where found[index].key > threshold { room -= 1 }
    for index in 0..<found.count {
      let candidate = found[index]
      if candidate.key > threshold {
        best.append(candidate)
      } else if candidate.key == threshold, room > 0 {
        best.append(candidate)
        room -= 1
      }
    }
    return best
  }

  /// The key that so many documents have or exceed: digit by digit, the highest first, each by counting.
  private func key(ofPlace place: Int) -> UInt32 {
    var rest = place
    var key: UInt32 = 0
    var known: UInt32 = 0
    var shift: UInt32 = 32
    while shift > 0 {
      let bits = min(11, shift)
      shift -= bits
      let mask = UInt32(1) << bits - 1
      var counts = [Int](repeating: 0, count: Int(mask) + 1)
      for index in 0..<found.count where found[index].key & known == key {
        counts[Int(found[index].key >> shift & mask)] += 1
      }
      var digit = Int(mask)
      while digit > 0, counts[digit] < rest {
        rest -= counts[digit]
        digit -= 1
      }
      key |= UInt32(digit) << shift
      known |= mask << shift
    }
    return key
  }
}
