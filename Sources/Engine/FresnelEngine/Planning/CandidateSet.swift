import FresnelSegments

/// The candidates of a plan in one segment.
enum CandidateSet {
  /// Every document, with nothing known of it.
  case all
  /// A ``MatchValue`` for each document.
  case some([UInt16])

  /// Calls the body with each live candidate and its value, ascending, until the body returns false;
  /// the value is 0 where nothing is known.
  @inline(__always)
  func forEach(in view: SegmentView, _ body: (_ document: Int, _ value: UInt16) -> Bool) {
    switch self {
    case .all:
      view.live.forEach { body($0, 0) }
    case .some(let values):
      values.withUnsafeBytes { bytes in
        var document = 0
        while document < values.count {
          // Most documents are no candidates: pass over four of them at once.
          while document + 4 <= values.count,
            bytes.loadUnaligned(fromByteOffset: document * 2, as: UInt64.self) == 0
          {
            document += 4
          }
          let end = min(document + 4, values.count)
          while document < end {
            let value = bytes.loadUnaligned(fromByteOffset: document * 2, as: UInt16.self)
            if value != 0, view.live[document], !body(document, value) { return }
            document += 1
          }
        }
      }
    }
  }
}

/// Which posting lists a look-up reads.
enum PostingSelection {
  /// Those of titles alone.
  case titles
  /// All of them, and the documents marked as irregular.
  case everything
}

/// Executes plans on one segment.
struct CandidateCollector {
  let segment: MemorySegment
  let selection: PostingSelection
  private(set) var postingCount = 0

  init(_ segment: MemorySegment, selection: PostingSelection) {
    self.segment = segment
    self.selection = selection
  }

  mutating func candidates(_ plan: CandidatePlan) -> CandidateSet {
    switch plan {
    case .all: return .all
    case .term(let clause): return .some(documents(with: clause))
    case .identifier(let identifier): return documents(named: identifier)
    case .and(let plans):
      var result: [UInt16]?
      for plan in plans {
        guard case .some(let values) = candidates(plan) else { continue }
        result = result.map { Self.combine($0, values, MatchValue.both) } ?? values
      }
      return result.map { .some($0) } ?? .all
    case .or(let plans):
      var result = [UInt16](repeating: 0, count: segment.documentCount)
      for plan in plans {
        guard case .some(let values) = candidates(plan) else { return .all }
        result = Self.combine(result, values, MatchValue.best)
      }
      return .some(result)
    }
  }

  /// Combines two columns document by document.
  @inline(__always)
  private static func combine(
    _ left: consuming [UInt16], _ right: [UInt16], _ operation: (UInt16, UInt16) -> UInt16
  ) -> [UInt16] {
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        for index in 0..<min(left.count, right.count) {
          left[index] = operation(left[index], right[index])
        }
      }
    }
    return left
  }

  private mutating func documents(with clause: TermClause) -> [UInt16] {
    var values = [UInt16](repeating: 0, count: segment.documentCount)
    let dictionary = segment.dictionary
    for range in dictionary.ranges(of: clause.pattern) {
      var partial = range
      // In a range of a prefix the term that equals it comes first.
      if Int(dictionary.starts[range.lowerBound + 1] - dictionary.starts[range.lowerBound])
        == clause.pattern.bytes.count
      {
        add(range.lowerBound..<range.lowerBound + 1, clause.exact, to: &values)
        partial = range.lowerBound + 1..<range.upperBound
      }
      if !partial.isEmpty { add(partial, clause.partial, to: &values) }
    }
    if selection == .everything { addIrregular(clause, to: &values) }
    return values
  }

  private mutating func add(
    _ terms: Range<Int>, _ worth: PostingWorth, to values: inout [UInt16]
  ) {
    add(segment.titlePostings, terms, worth, to: &values)
    if selection == .everything { add(segment.otherPostings, terms, worth, to: &values) }
  }

  /// Adds the postings of neighbouring terms, which lie side by side.
  private mutating func add(
    _ lists: PostingLists, _ terms: Range<Int>, _ worth: PostingWorth, to values: inout [UInt16]
  ) {
    let range = Int(lists.starts[terms.lowerBound])..<Int(lists.starts[terms.upperBound])
    postingCount += range.count
    worth.withValues { worth in
      values.withUnsafeMutableBufferPointer { values in
        lists.documents.withUnsafeBufferPointer { documents in
          lists.masks.withUnsafeBufferPointer { masks in
            for index in range {
              let document = Int(documents[index])
              values[document] = MatchValue.best(values[document], worth[Int(masks[index])])
            }
          }
        }
      }
    }
  }

  /// Documents with a run that was not taken apart are candidates of every text clause, unproven and
  /// worth no more than text: only the evaluator can tell what they hold.
  private mutating func addIrregular(_ clause: TermClause, to values: inout [UInt16]) {
    guard let term = segment.dictionary.number(of: []) else { return }
    for lists in [segment.titlePostings, segment.otherPostings] {
      for index in Int(lists.starts[term])..<Int(lists.starts[term + 1]) {
        let mask = PostingMask(rawValue: lists.masks[index])
        guard !mask.isDisjoint(with: clause.places) else { continue }
        let document = Int(lists.documents[index])
        postingCount += 1
        if values[document] == 0 { values[document] = 1 }
      }
    }
  }

  private func documents(named identifier: [UInt8]) -> CandidateSet {
    // Beyond ASCII the evaluator also accepts canonically equivalent identifiers.
    guard segment.hasOnlyASCIIIdentifiers else { return .all }
    var values = [UInt16](repeating: 0, count: segment.documentCount)
    identifier.withUnsafeBufferPointer { identifier in
      for scope in segment.scopes {
        if let document = segment.identifiers.document(
          scope: scope, identifier: identifier, in: segment.documents)
        {
          values[document] = 1
        }
      }
    }
    return .some(values)
  }
}
