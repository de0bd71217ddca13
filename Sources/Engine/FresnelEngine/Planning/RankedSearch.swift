import FresnelModel
import FresnelQuery
import FresnelSegments

/// Finds the best matches of a query without looking at all of them.
///
/// A conjunction of words, which is what a person types, is first looked up in titles alone: a
/// document with all its words in titles is better than any other, so when there are enough of these
/// the longer lists of the other fields are never read. Within the candidates the best by score are
/// picked, and shown to the evaluator in that order until enough are confirmed.
struct RankedSearch {
  private let snapshot: Snapshot
  private let query: PlannedQuery
  private let visibility: Visibility
  private(set) var work = SearchWork()
  /// An evaluation takes some ten microseconds.
  private static let evaluationsBetweenLooks = 64
  /// What the evaluator said of documents it was shown.
  private var verdicts: [DocumentAddress: Bool] = [:]
  /// The candidates of each segment among all postings, once they were needed.
  private var allCandidates: [CandidateSet?]?

  private struct DocumentAddress: Hashable {
    let segment: Int
    let document: Int
  }

  /// A candidate with the score that orders it: match value above, static score below.
  private struct Candidate {
    let score: UInt64
    let segment: Int
    let document: Int
    let isProven: Bool
  }

  init(_ snapshot: Snapshot, _ query: PlannedQuery, filter: ScopeFilter) {
    self.snapshot = snapshot
    self.query = query
    visibility = Visibility(snapshot, filter)
  }

  /// The best matches, best first.
  mutating func best(_ limit: Int, isCounting: Bool) -> [Hit] {
    guard limit > 0 else { return [] }
    if !isCounting, let clauses = query.plan.conjunction,
      clauses.allSatisfy({ $0.places.isSuperset(of: .title) })
    {
      let inTitles = candidates(.titles)
      let hits = confirmed(limit, among: inTitles)
      if hits.count == limit { return hits }
    }
    return confirmed(limit, among: everyCandidate())
  }

  /// The number of all matches; `nil` when it was cancelled, which is asked before each segment and
  /// after every few items evaluated.
  mutating func countMatches(isCancelled: () -> Bool) -> Int? {
    var count = 0
    for (index, candidates) in everyCandidate().enumerated() {
      if isCancelled() { return nil }
      guard let candidates else { continue }
      let view = snapshot.state.segments[index]
      var goesOn = true
      candidates.forEach(in: view) { document, value in
        guard visibility.shows(document, in: view) else { return true }
        if query.isProvable && value & MatchValue.proven != 0 {
          count += 1
          return true
        }
        if isMatch(DocumentAddress(segment: index, document: document)) { count += 1 }
        if work.evaluatedItemCount % Self.evaluationsBetweenLooks == 0 { goesOn = !isCancelled() }
        return goesOn
      }
      if !goesOn { return nil }
    }
    return count
  }

  private mutating func everyCandidate() -> [CandidateSet?] {
    if let allCandidates { return allCandidates }
    let collected = candidates(.everything)
    allCandidates = collected
    return collected
  }

  /// The candidates of each segment; `nil` for a segment that shows nothing.
  private mutating func candidates(_ selection: PostingSelection) -> [CandidateSet?] {
    snapshot.state.segments.map { view in
      guard visibility.mayShow(view.segment) else { return nil }
      var collector = CandidateCollector(view.segment, selection: selection)
      let candidates = collector.candidates(query.plan)
      work.postingCount += collector.postingCount
      return candidates
    }
  }

  /// The best candidates that match.
  ///
  /// More candidates than wanted are picked, so that some may turn out not to match; if too many do,
  /// a greater number is picked. No document is evaluated twice.
  private mutating func confirmed(_ limit: Int, among candidates: [CandidateSet?]) -> [Hit] {
    var pickCount = limit + 16
    while true {
      let picked = pick(pickCount, among: candidates)
      var hits: [Hit] = []
      for candidate in picked {
        let address = DocumentAddress(segment: candidate.segment, document: candidate.document)
        guard candidate.isProven || isMatch(address) else { continue }
        hits.append(hit(candidate))
        if hits.count == limit { return hits }
      }
      if picked.count < pickCount { return hits }
      pickCount *= 8
    }
  }

  private mutating func isMatch(_ address: DocumentAddress) -> Bool {
    if let verdict = verdicts[address] { return verdict }
    work.evaluatedItemCount += 1
    let segment = snapshot.state.segments[address.segment].segment
    let verdict = query.compiled.matches(segment.documents.items[address.document])
    verdicts[address] = verdict
    return verdict
  }

  private func hit(_ candidate: Candidate) -> Hit {
    let columns = snapshot.state.segments[candidate.segment].segment.documents
    return Hit(
      scope: snapshot.state.scopes[columns.scopes[candidate.document]].scope,
      item: columns.items[candidate.document],
      score: Double(candidate.score) / Double(UInt64(1) << 32))
  }

  /// The best candidates that were not rejected before, best first.
  private func pick(_ count: Int, among candidates: [CandidateSet?]) -> [Candidate] {
    var heap = BoundedHeap<Candidate>(capacity: count) { precedes($1, $0) }
    for (index, set) in candidates.enumerated() {
      guard let set else { continue }
      let view = snapshot.state.segments[index]
      set.forEach(in: view) { document, value in
        offer(document, value: value, view, index, &heap)
        return true
      }
    }
    return heap.sorted()
  }

  @inline(__always)
  private func offer(
    _ document: Int, value: UInt16, _ view: SegmentView, _ index: Int,
    _ heap: inout BoundedHeap<Candidate>
  ) {
    let facts = UInt64(value & (MatchValue.inTitle | MatchValue.points))
    let score = facts << 32 | UInt64(view.segment.documents.staticScores[document])
    // Most candidates are worse than the worst one picked and cost no more than this comparison.
    if let worst = heap.worst, heap.isFull, score < worst.score { return }
    guard visibility.shows(document, in: view) else { return }
    let isProven = query.isProvable && value & MatchValue.proven != 0
    if !isProven, verdicts[DocumentAddress(segment: index, document: document)] == false { return }
    heap.insert(
      Candidate(score: score, segment: index, document: document, isProven: isProven))
  }

  /// Whether a candidate is better than another: by score, then by identifier, then by index.
  private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.score != right.score { return left.score > right.score }
    let leftColumns = snapshot.state.segments[left.segment].segment.documents
    let rightColumns = snapshot.state.segments[right.segment].segment.documents
    return leftColumns.withIdentifier(left.document) { leftIdentifier in
      rightColumns.withIdentifier(right.document) { rightIdentifier in
        if leftIdentifier.lexicographicallyPrecedes(rightIdentifier) { return true }
        if rightIdentifier.lexicographicallyPrecedes(leftIdentifier) { return false }
        return snapshot.state.scopes[leftColumns.scopes[left.document]].scope
          < snapshot.state.scopes[rightColumns.scopes[right.document]].scope
      }
    }
  }
}
