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
  ///   - documents: The documents, each once, those that are wanted most first.
  ///   - evaluations: How many of them may be evaluated, where the index proves nothing; what is left of that. The
  ///     first ones are, whatever segments they are in; those beyond it count as no matches.
  /// - Returns: The matches, in the order of the documents.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  package mutating func matches(
    among documents: [Place], evaluations: inout Int
  ) throws(StorageError) -> [RankedMatch] {
    var standings = try standings(of: documents)
    for index in documents.indices where standings[index] == .undecided {
      guard evaluations > 0, !budget.isExhausted else { break }
      evaluations -= 1
      // Its cursor is past it, and only few are evaluated.
      if var walk = try walk(documents[index].segment, ranks: true) {
        standings[index] = try walk.standing(
          of: documents[index].document, evaluates: true, &budget)
      }
    }
    var matches: [RankedMatch] = []
    for (document, standing) in zip(documents, standings) {
      if case .match(let facts) = standing {
        matches.append(
          RankedMatch(segment: document.segment, document: document.document, facts: facts))
      }
    }
    return matches
  }

  /// What the index knows of some documents, by their places in the list.
  private mutating func standings(
    of documents: [Place]
  ) throws(StorageError) -> [DocumentStanding] {
    var standings = [DocumentStanding](repeating: .noMatch, count: documents.count)
    // Cursors go forward only.
    let order = documents.indices.sorted { left, right in
      (documents[left].segment, documents[left].document)
        < (documents[right].segment, documents[right].document)
    }
    var start = 0
    while start < order.count, !budget.isExhausted {
      let number = documents[order[start]].segment
      let end = order[start...].firstIndex { documents[$0].segment != number } ?? order.count
      if var walk = try walk(number, ranks: true) {
        for index in order[start..<end] where !budget.isExhausted {
          standings[index] = try walk.standing(
            of: documents[index].document, evaluates: false, &budget)
        }
      }
      start = end
    }
    return standings
  }
}

/// What is known of a document that may match.
private enum DocumentStanding: Equatable {
  /// It does not match, or is not shown.
  case noMatch
  /// The index does not tell whether it matches.
  case undecided
  /// It matches.
  case match(facts: Int)
}

extension PlanWalk {
  /// Tells whether a document matches and is shown. It must not be before one asked about earlier.
  fileprivate mutating func standing(
    of document: UInt32, evaluates: Bool, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentStanding {
    guard try shows(document), let value = try value(at: document, &budget), !value.isRefuted
    else { return .noMatch }
    if !value.isProven {
      guard evaluates else { return .undecided }
      guard try isMatch(document, value, &budget) else { return .noMatch }
    }
    return .match(facts: value.facts)
  }
}
