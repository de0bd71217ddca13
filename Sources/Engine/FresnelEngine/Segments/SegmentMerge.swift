import FresnelSegments

/// Joins neighbouring segments into one, leaving out the documents that are no longer live.
///
/// Documents keep their order, so the whole index lists its documents in the order in which they were
/// put, however often segments were merged.
struct SegmentMerge {
  private let views: [SegmentView]
  /// For each segment, the new number of each document; `deleted` for one left out.
  private let newNumbers: [[UInt32]]
  /// The joined segment.
  let merged: MemorySegment

  private static let deleted = UInt32.max

  init(_ views: [SegmentView]) {
    self.views = views
    var newNumbers: [[UInt32]] = []
    var columns = DocumentColumns()
    for view in views {
      var numbers = [UInt32](repeating: Self.deleted, count: view.segment.documentCount)
      let domains = columns.addDomains(of: view.segment.documents)
      view.live.forEach { document in
        numbers[document] = UInt32(columns.count)
        columns.append(document, of: view.segment.documents, domainNumbers: domains)
        return true
      }
      newNumbers.append(numbers)
    }
    self.newNumbers = newNumbers
    var postings = MergedPostings()
    postings.merge(views.map(\.segment), newNumbers: newNumbers)
    merged = MemorySegment(
      documents: columns, dictionary: postings.dictionary(),
      titlePostings: postings.titles.lists(), otherPostings: postings.others.lists())
  }

  /// The joined segment without what was deleted from its parts, as they are now, since the merge
  /// began.
  func view(present: ArraySlice<SegmentView>) -> SegmentView {
    var result = SegmentView(merged)
    for (index, now) in present.enumerated() where now.live.count != views[index].live.count {
      views[index].live.forEach { document in
        if !now.live[document] { result.remove(Int(newNumbers[index][document])) }
        return true
      }
    }
    return result
  }

  /// Whether the parts are still there, side by side, from a position on.
  func applies(to segments: [SegmentView], at position: Int) -> Bool {
    position + views.count <= segments.count
      && zip(views, segments[position...]).allSatisfy { $0.segment === $1.segment }
  }

  /// How many segments are joined.
  var partCount: Int { views.count }

  /// The first of the parts.
  var firstPart: MemorySegment? { views.first?.segment }
}

extension DocumentColumns {
  /// Adds the domains of other columns and returns their numbers here.
  fileprivate mutating func addDomains(of other: DocumentColumns) -> [UInt32] {
    var known: [[UInt8]: UInt32] = [:]
    for (number, domain) in domains.enumerated() where number > 0 {
      known[domain] = UInt32(number)
    }
    return other.domains.enumerated().map { number, domain in
      if number == 0 { return 0 }
      if let number = known[domain] { return number }
      domains.append(domain)
      return UInt32(domains.count - 1)
    }
  }

  fileprivate mutating func append(
    _ document: Int, of other: DocumentColumns, domainNumbers: [UInt32]
  ) {
    items.append(other.items[document])
    scopes.append(other.scopes[document])
    staticScores.append(other.staticScores[document])
    expirations.append(other.expirations[document])
    earliestExpiration = min(earliestExpiration, other.expirations[document])
    self.domainNumbers.append(domainNumbers[Int(other.domainNumbers[document])])
    other.withIdentifier(document) { identifierBytes.append(contentsOf: $0) }
    identifierStarts.append(identifierBytes.count)
  }
}

/// The terms and postings of several segments, joined term by term.
private struct MergedPostings {
  struct Lists {
    private var starts: [UInt32] = [0]
    private var documents: [UInt32] = []
    private var masks: [UInt8] = []

    var count: Int { documents.count }

    mutating func reserve(_ count: Int) {
      documents.reserveCapacity(count)
      masks.reserveCapacity(count)
    }

    mutating func append(_ lists: PostingLists, term: Int, newNumbers: [UInt32]) {
      for index in Int(lists.starts[term])..<Int(lists.starts[term + 1]) {
        let number = newNumbers[Int(lists.documents[index])]
        if number != .max {
          documents.append(number)
          masks.append(lists.masks[index])
        }
      }
    }

    mutating func endTerm() {
      starts.append(UInt32(documents.count))
    }

    consuming func lists() -> PostingLists {
      PostingLists(starts: starts, documents: documents, masks: masks)
    }
  }

  private(set) var titles = Lists()
  private(set) var others = Lists()
  private var termBytes: [UInt8] = []
  private var termStarts: [UInt32] = [0]

  mutating func merge(_ segments: [MemorySegment], newNumbers: [[UInt32]]) {
    titles.reserve(segments.reduce(0) { $0 + $1.titlePostings.documents.count })
    others.reserve(segments.reduce(0) { $0 + $1.otherPostings.documents.count })
    var next = [Int](repeating: 0, count: segments.count)
    while let term = smallestTerm(segments, next) {
      let before = titles.count + others.count
      for index in segments.indices {
        let dictionary = segments[index].dictionary
        guard next[index] < dictionary.count, dictionary.term(next[index]).elementsEqual(term)
        else { continue }
        titles.append(
          segments[index].titlePostings, term: next[index], newNumbers: newNumbers[index])
        others.append(
          segments[index].otherPostings, term: next[index], newNumbers: newNumbers[index])
        next[index] += 1
      }
      // A term whose documents are all gone goes too.
      guard titles.count + others.count > before else { continue }
      titles.endTerm()
      others.endTerm()
      termBytes.append(contentsOf: term)
      termStarts.append(UInt32(termBytes.count))
    }
  }

  private func smallestTerm(_ segments: [MemorySegment], _ next: [Int]) -> ArraySlice<UInt8>? {
    var smallest: ArraySlice<UInt8>?
    for (index, segment) in segments.enumerated() where next[index] < segment.dictionary.count {
      let term = segment.dictionary.term(next[index])
      if let found = smallest, !term.lexicographicallyPrecedes(found) { continue }
      smallest = term
    }
    return smallest
  }

  func dictionary() -> TermDictionary {
    TermDictionary(bytes: termBytes, starts: termStarts)
  }
}
