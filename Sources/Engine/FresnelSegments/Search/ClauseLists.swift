import FresnelStorage

/// The lists of a clause's documents in one segment, by place.
///
/// Those of a term and of a prefix with stored lists are only looked up. Other patterns have the union
/// of their terms' lists, made place by place when it is first asked for.
struct ClauseLists: ~Copyable {
  let clause: TermClause
  /// The least certainty of a posting that proves the clause; 0 where nothing needs to be proven,
  /// above 3 where nothing can be.
  let proof: UInt8

  private let segment: Segment
  /// The lists of the term that equals the pattern.
  private let exact: TermEntry
  /// The stored lists of the prefix; `nil` when it has none. Groups without a list have no postings.
  private let stored: TermEntry?
  private let irregular: TermEntry
  /// The groups that may have documents, a bit each.
  private let groups: UInt8
  /// The lists of the pattern's terms by group, once they were gathered.
  private var termLists: [[PostingListLocation]]?
  private var lists = InlineArray<7, DocumentList?>(repeating: nil)
  private var unions: OwnedArray<PostingUnion>

  /// Looks a clause up.
  ///
  /// - Parameters:
  ///   - clause: What is looked for.
  ///   - segment: Where.
  ///   - irregular: The segment's irregular documents.
  ///   - needsProof: Whether it is of use to know that a posting proves the clause.
  /// - Returns: The clause with its lists, of which none has been read.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func find(
    _ clause: TermClause, in segment: Segment, irregular: TermEntry, needsProof: Bool
  ) throws(StorageError) -> ClauseLists {
    let bytes = clause.pattern.bytes
    let exact = try segment.terms.entry(of: bytes)
    var stored: TermEntry?
    if clause.pattern.isAtStart, !clause.pattern.isAtEnd, bytes.count <= TermPrefix.maximumLength {
      stored = try segment.prefixes.entry(of: bytes)
    }
    return ClauseLists(
      clause, segment, exact: exact ?? TermEntry(), stored: stored,
      irregular: irregular, proof: needsProof ? clause.proof?.rawValue ?? 4 : 0)
  }

  private init(
    _ clause: TermClause, _ segment: Segment, exact: TermEntry, stored: TermEntry?,
    irregular: TermEntry, proof: UInt8
  ) {
    self.clause = clause
    self.segment = segment
    self.exact = exact
    self.stored = stored
    self.irregular = irregular
    self.proof = proof
    let known = clause.pattern.isWholeTerm ? exact.groups : stored?.groups
    groups = clause.groups.rawValue & (known ?? .max)
    unions = OwnedArray(capacity: Places.count)
  }

  /// Whether documents may be found in a place at all, as far as is known without reading lists.
  func covers(_ place: Int) -> Bool {
    place == Places.irregular
      ? irregular.groups & clause.groups.rawValue != 0 : groups & 1 << UInt8(place) != 0
  }

  /// Whether documents may be found in places that are worth different points.
  var spansPlaces: Bool {
    (groups & ~PostingGroups.named.rawValue).nonzeroBitCount
      + (covers(Places.named) || covers(Places.irregular) ? 1 : 0) > 1
  }

  /// The list of the term that equals the pattern, where other terms belong to the pattern too.
  func exactList(_ place: Int) -> PostingListLocation {
    guard !clause.pattern.isWholeTerm, covers(place),
      let group = PostingGroup(rawValue: UInt8(place))
    else { return .empty }
    return exact[group]
  }

  /// The list of all documents in a place.
  ///
  /// - Returns: A list that is valid as long as the clause's lists live.
  mutating func list(
    _ place: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentList {
    if let list = lists[place] { return list }
    let list = try makeList(place, &budget)
    lists[place] = list
    return list
  }

  /// Whether a posting of a document in a place outside of a range proves the clause, as far as lists
  /// tell that are there already: to unite others would cost more than to evaluate the document.
  func isProven(
    _ document: UInt32, outside range: ClosedRange<Int>
  ) throws(StorageError) -> Bool {
    guard proof <= Certainty.clean.rawValue else { return false }
    for place in Places.titleStart..<Places.irregular
    where !range.contains(place) && covers(place) {
      guard let list = lists[place] ?? storedList(place), list.count > 0 else { continue }
      var cursor = try ListCursor(list, in: segment, proof: proof)
      try cursor.advance(to: document)
      if cursor.document == document, cursor.isProven { return true }
    }
    return false
  }

  private mutating func makeList(
    _ place: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentList {
    guard covers(place) else { return .empty }
    if place == Places.irregular {
      let groups = PostingGroup.allCases.filter { clause.groups.contains($0) }
      return try union(of: groups.map { irregular[$0] }, proof: 4, &budget)
    }
    if let list = storedList(place) { return list }
    return try union(of: gatheredLists(&budget)[place], proof: proof, &budget)
  }

  /// The list of a place that lies in the segment as it is needed; `nil` where it has to be united.
  private func storedList(_ place: Int) -> DocumentList? {
    guard let group = PostingGroup(rawValue: UInt8(place)) else { return nil }
    if clause.pattern.isWholeTerm { return .stored(exact[group]) }
    return stored.map { .stored($0[group]) }
  }

  private mutating func union(
    of lists: [PostingListLocation], proof: UInt8, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentList {
    let lists = lists.filter { !$0.isEmpty }
    // A certainty of 4 or more never occurs, so that a single list can tell nothing wrong either.
    if lists.isEmpty { return .empty }
    if lists.count == 1, proof == self.proof { return .stored(lists[0]) }
    var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
    unions.append(
      try PostingUnion.of(
        lists, &cursor, documentCount: segment.documentCount, proof: proof, &budget))
    return .union(UnsafeBufferPointer(unions[unions.count - 1].entries))
  }

  /// The lists of the pattern's terms by group.
  private mutating func gatheredLists(
    _ budget: inout SearchBudget
  ) throws(StorageError) -> [[PostingListLocation]] {
    if let termLists { return termLists }
    var gathered = [[PostingListLocation]](repeating: [], count: PostingGroup.count)
    let groups = clause.groups.rawValue
    func gather(_ entry: TermEntry) {
      var rest = groups & entry.groups
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        if let group = PostingGroup(rawValue: UInt8(place)) { gathered[place].append(entry[group]) }
        rest &= rest - 1
      }
    }
    if clause.pattern.isAtStart {
      try segment.terms.forEach(startingWith: clause.pattern.bytes) {
        (_, entry) throws(StorageError) in
        gather(entry)
        return budget.spend(postings: 1)
      }
    } else {
      try segment.terms.forEach(containing: clause.pattern.bytes, atEnd: clause.pattern.isAtEnd) {
        (_, entry) throws(StorageError) in
        gather(entry)
        return budget.spend(postings: 1)
      }
    }
    termLists = gathered
    return gathered
  }
}

extension TermDictionary {
  /// The entry of a term.
  func entry(of term: [UInt8]) throws(StorageError) -> TermEntry? {
    try term.span.withUnsafeBufferPointer { (term) throws(StorageError) in try find(term) }
  }

  /// Calls the body with the terms that begin with some bytes, in order, until it returns `false`.
  func forEach(
    startingWith prefix: [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try prefix.span.withUnsafeBufferPointer { (prefix) throws(StorageError) in
      var cursor = self.cursor()
      try cursor.seek(prefix)
      while try cursor.next(), cursor.term.starts(with: prefix) {
        if try !body(cursor.term, cursor.entry) { return }
      }
    }
  }

  /// Calls the body with the terms that hold some bytes, in order, until it returns `false`.
  func forEach(
    containing needle: [UInt8], atEnd: Bool,
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try needle.span.withUnsafeBufferPointer { (needle) throws(StorageError) in
      try forEach(containing: needle, atEnd: atEnd, body)
    }
  }
}
