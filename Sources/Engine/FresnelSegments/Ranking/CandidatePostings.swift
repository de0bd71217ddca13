import FresnelStorage

/// The postings that a question's words have of a few documents of one segment.
struct CandidatePostings {
  /// The postings, by candidate.
  private var postings: [CandidatePosting] = []
  /// Where those of each candidate begin.
  private var starts: [Int]

  /// Takes the postings that the first step noted.
  ///
  /// - Parameters:
  ///   - candidates: The documents.
  ///   - lists: The lists of the words, of which each has a bit.
  init(
    of candidates: ArraySlice<CandidateSelection.Candidate>, in lists: borrowing WordLists
  ) {
    starts = []
    starts.reserveCapacity(candidates.count + 1)
    postings.reserveCapacity(4 * candidates.count)
    for (place, candidate) in candidates.enumerated() {
      starts.append(postings.count)
      var rest = candidate.lists
      while rest != 0 {
        let list = lists.lists[rest.trailingZeroBitCount]
        rest &= rest &- 1
        postings.append(CandidatePosting(candidate: place, list))
      }
    }
    starts.append(postings.count)
  }

  /// Looks for the postings of documents: for a question of more lists than the first step notes.
  ///
  /// - Parameters:
  ///   - documents: The documents, ascending.
  ///   - lists: The lists of the words.
  ///   - segment: The segment of both.
  ///   - budget: When it is exhausted, postings are missing.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  init(
    of documents: [UInt32], in lists: borrowing WordLists, of segment: Segment,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    starts = [Int](repeating: 0, count: documents.count + 1)
    var found: [CandidatePosting] = []
    for list in lists.lists {
      // To begin a list costs more than a posting.
      guard budget.spend(postings: 16) else { break }
      var cursor = try ListCursor(list.documents, in: segment, proof: 0)
      var place = 0
      // Both ascend: whichever is behind moves on.
      while place < documents.count, cursor.document != .max {
        if cursor.document < documents[place] {
          guard budget.spend(postings: 1) else { break }
          try cursor.advance(to: documents[place])
        } else if cursor.document > documents[place] {
          place = Self.firstPlace(notBefore: cursor.document, in: documents, from: place)
        } else {
          found.append(CandidatePosting(candidate: place, list))
          starts[place + 1] += 1
          place += 1
        }
      }
    }
    for place in documents.indices { starts[place + 1] += starts[place] }
    var next = starts
    postings = Array(
      unsafeUninitializedCapacity: found.count
    ) { buffer, count in
      for posting in found {
        let place = next[Int(posting.candidate)]
        buffer.initializeElement(at: place, to: posting)
        next[Int(posting.candidate)] += 1
      }
      count = found.count
    }
  }

  /// The postings of a candidate.
  subscript(candidate: Int) -> ArraySlice<CandidatePosting> {
    postings[starts[candidate]..<starts[candidate + 1]]
  }

  /// The first place from one on whose document is not before another: steps that double, then halves.
  private static func firstPlace(
    notBefore document: UInt32, in documents: [UInt32], from start: Int
  ) -> Int {
    var low = start
    var step = 1
    while low + step < documents.count, documents[low + step] < document {
      low += step
      step *= 2
    }
    var high = min(low + step, documents.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if documents[middle] < document { low = middle } else { high = middle }
    }
    return high
  }
}
