package import FresnelStorage

extension SegmentsSearch {
  /// A document of one of the segments.
  package struct Place: Hashable, Sendable {
    /// The place of the segment among those searched.
    package let segment: Int
    /// The document's number in it.
    package let document: UInt32

    /// Puts the parts together.
    package init(segment: Int, document: UInt32) {
      (self.segment, self.document) = (segment, document)
    }
  }

  /// Those of some documents that match, with the facts that ``best(_:)`` finds of them. What the searcher is not
  /// shown is no match. When the budget is exhausted, these are the ones that were found until then.
  ///
  /// - Parameters:
  ///   - documents: The documents, in any order.
  ///   - evaluations: How many of them may be evaluated, where the index proves nothing; what is left of that. Those
  ///     beyond it count as no matches.
  /// - Returns: The matches, in no order that means anything.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  package mutating func matches(
    among documents: [Place], evaluations: inout Int
  ) throws(StorageError) -> [RankedMatch] {
    var matches: [RankedMatch] = []
    // Cursors go forward only.
    let places = documents.sorted { ($0.segment, $0.document) < ($1.segment, $1.document) }
    var start = 0
    while start < places.count, !budget.isExhausted {
      let number = places[start].segment
      let end = places[start...].firstIndex { $0.segment != number } ?? places.count
      if var walk = try walk(number, ranks: true) {
        for place in places[start..<end] where !budget.isExhausted {
          guard let facts = try walk.facts(of: place.document, evaluations: &evaluations, &budget)
          else { continue }
          matches.append(RankedMatch(segment: number, document: place.document, facts: facts))
        }
      }
      start = end
    }
    return matches
  }
}

extension PlanWalk {
  /// The facts of a document that matches and is shown; `nil` of another one. It must not be before one asked about
  /// earlier.
  fileprivate mutating func facts(
    of document: UInt32, evaluations: inout Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int? {
    guard try shows(document), let value = try value(at: document, &budget) else { return nil }
    if !value.isProven {
      guard !value.isRefuted, evaluations > 0 else { return nil }
      evaluations -= 1
      guard try isMatch(document, value, &budget) else { return nil }
    }
    return value.facts
  }
}
