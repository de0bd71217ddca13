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
  /// - Returns: The matches, in the order of the documents, each with its place among them.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  /// - Complexity: O(*n* log *n*) for *n* documents, and a step for each of them or for each candidate of the plan,
  ///   whichever are fewer.
  package mutating func matches(
    among documents: [Place], evaluations: inout Int
  ) throws(StorageError) -> [(index: Int, match: RankedMatch)] {
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
    var matches: [(index: Int, match: RankedMatch)] = []
    for (index, document) in documents.enumerated() {
      if case .match(let facts) = standings[index] {
        let match = RankedMatch(
          segment: document.segment, document: document.document, facts: facts)
        matches.append((index, match))
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
    var order: [SoughtDocument] = []
    order.reserveCapacity(documents.count)
    for (index, place) in documents.enumerated() { order.append(SoughtDocument(place, index)) }
    order.sort()
    var start = 0
    while start < order.count, !budget.isExhausted {
      let number = order[start].segment
      var end = start + 1
      while end < order.count, order[end].segment == number { end += 1 }
      if var walk = try walk(number, ranks: true) {
        var next = start
        while next < end, !budget.isExhausted {
          let document = order[next].document
          let candidate = try walk.next(from: document, &budget)
          if candidate == document {
            standings[order[next].index] = try walk.standing(
              of: document, evaluates: false, &budget)
            next += 1
          } else {
            // Most plans have fewer candidates than there are documents: all before the next one are passed over.
            repeat { next += 1 } while next < end && order[next].document < candidate
          }
        }
      }
      start = end
    }
    return standings
  }
}

/// A document that is asked about: by its segment and number, with its place in the list of all.
private struct SoughtDocument: Comparable {
  private let key: UInt64
  let index: Int

  init(_ place: SegmentsSearch.Place, _ index: Int) {
    key = UInt64(place.segment) << 32 | UInt64(place.document)
    self.index = index
  }

  var segment: Int { Int(key >> 32) }
  var document: UInt32 { UInt32(truncatingIfNeeded: key) }

  static func < (left: SoughtDocument, right: SoughtDocument) -> Bool { left.key < right.key }
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
