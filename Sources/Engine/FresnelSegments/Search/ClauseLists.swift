import FresnelStorage

/// The lists of a clause's documents in one segment, by place.
///
/// Those of a term and of a prefix with stored lists are only looked up. Other patterns have the union
/// of their terms' lists, made place by place when it is first asked for.
struct ClauseLists: ~Copyable {
  let clause: TermClause
  /// A bit for each certainty of a posting that proves the clause.
  let proof: UInt8
  /// Whether anything needs to be proven.
  let needsProof: Bool

  private let segment: Segment
  /// The lists of the term that equals the pattern.
  private var exact = TermEntry()
  /// The stored lists of the prefix; `nil` when it has none. Groups without a list have no postings.
  private var stored: TermEntry?
  private let irregular: IrregularDocuments
  /// The documents of which postings prove nothing in the query's language; `nil` where they do of all.
  private var varying: DoubtfulDocuments?
  /// Those that may match though no posting proves it, once that was asked.
  private var open: DoubtfulDocuments?
  /// The groups that may have documents, a bit each.
  private var groups: UInt8
  /// The lists of the pattern's terms, once they were gathered.
  private var gathered: GatheredLists?
  private var lists = InlineArray<7, DocumentList?>(repeating: nil)
  private var unions: OwnedArray<PostingUnion>

  /// Looks a clause up.
  ///
  /// - Parameters:
  ///   - clause: What is looked for.
  ///   - segment: Where.
  ///   - irregular: The segment's irregular documents.
  ///   - needsProof: Whether it is of use to know that a posting proves the clause.
  ///   - budget: When it is exhausted, the lists lack terms.
  /// - Returns: The clause with its lists, of which none has been read.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func find(
    _ clause: TermClause, in segment: Segment, irregular: IrregularDocuments, needsProof: Bool,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> ClauseLists {
    var lists = ClauseLists(
      clause, segment, irregular: irregular, needsProof: needsProof)
    try lists.lookUp(&budget)
    if needsProof, let proof = clause.proof, !proof.isOfRoot, segment.footer.certainties != .old {
      lists.varying = try .find(.varying, clause.pattern, in: segment)
    }
    return lists
  }

  private init(
    _ clause: TermClause, _ segment: Segment, irregular: IrregularDocuments, needsProof: Bool
  ) {
    self.clause = clause
    self.segment = segment
    self.irregular = irregular
    self.needsProof = needsProof
    proof = clause.proof?.certainties(segment.footer.certainties) ?? 0
    groups = clause.groups.rawValue
    varying = nil
    open = nil
    gathered = nil
    unions = OwnedArray(capacity: Places.count)
  }

  private mutating func lookUp(_ budget: inout SearchBudget) throws(StorageError) {
    let bytes = clause.pattern.bytes
    guard clause.pattern.isAtStart, !clause.pattern.isAtEnd else {
      if let exact = try segment.terms.entry(of: bytes) { self.exact = exact }
      if clause.pattern.isWholeTerm { groups &= exact.groups }
      return
    }
    if bytes.count <= TermPrefix.maximumLength {
      stored = try segment.prefixes.entry(of: bytes)
    }
    // Without stored lists the terms are few: one walk finds them and the one that equals the pattern.
    guard let stored else { return try gatherBeginnings(&budget) }
    if let exact = try segment.terms.entry(of: bytes) { self.exact = exact }
    groups &= stored.groups
  }

  /// Whether documents may be found in a place at all, as far as is known without reading lists.
  func covers(_ place: Int) -> Bool {
    place == Places.irregular
      ? irregular.all.groups & clause.groups.rawValue != 0 : groups & 1 << UInt8(place) != 0
  }

  /// The most points that a document may have in a place.
  func greatestPoints(_ place: Int) -> Int {
    Places.points(place, isExact: clause.pattern.isWholeTerm || !exactList(place).isEmpty)
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
    if proof == 0 { return false }
    for place in Places.titleStart..<Places.irregular
    where !range.contains(place) && covers(place) {
      guard let list = lists[place] ?? storedList(place), list.count > 0 else { continue }
      var cursor = try ListCursor(list, in: segment, proof: proof)
      try cursor.advance(to: document)
      if cursor.document == document, cursor.isProven, try isSure(of: document, in: place) {
        return true
      }
    }
    return false
  }

  private mutating func makeList(
    _ place: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentList {
    guard covers(place) else { return .empty }
    if place == Places.irregular {
      let documents = try irregular.candidates(
        of: clause.pattern, in: clause.groups, of: segment, &budget)
      if documents.isEmpty { return .empty }
      unions.append(PostingUnion(of: documents))
      return .union(UnsafeBufferPointer(unions[unions.count - 1].entries))
    }
    if let list = storedList(place) { return list }
    if gathered == nil { try gather(&budget) }
    return try union(of: gathered?.lists(ofGroup: place) ?? [], proof: proof, &budget)
  }

  /// The list of a place that lies in the segment as it is needed; `nil` where it has to be united.
  private func storedList(_ place: Int) -> DocumentList? {
    guard let group = PostingGroup(rawValue: UInt8(place)) else { return nil }
    if clause.pattern.isWholeTerm { return .stored(exact[group]) }
    return stored.map { .stored($0[group]) }
  }

  /// The number of postings that a place's union would be made of, as far as that is known.
  private func unionCount(_ place: Int) -> Int {
    gathered?.postingCount(ofGroup: place) ?? .max
  }

  /// The union of lists that are not empty.
  private mutating func union(
    of lists: [PostingListLocation], proof: UInt8, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentList {
    if lists.isEmpty { return .empty }
    if lists.count == 1, proof == self.proof { return .stored(lists[0]) }
    var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
    unions.append(
      try PostingUnion.of(
        lists, &cursor, documentCount: segment.documentCount, proof: proof, &budget))
    return .union(UnsafeBufferPointer(unions[unions.count - 1].entries))
  }

  /// Finds the terms that begin with the pattern, and the one that equals it.
  private mutating func gatherBeginnings(_ budget: inout SearchBudget) throws(StorageError) {
    var equal = TermEntry()
    var gathered = GatheredLists(clause.groups)
    let dictionary = segment.terms
    try clause.pattern.bytes.span.withUnsafeBufferPointer { (prefix) throws(StorageError) in
      try dictionary.forEachList(startingWith: prefix, goesOn: { budget.spend(postings: $0) }) {
        (isEqual, group, list) in
        if isEqual { equal[group] = list }
        gathered.add(list, group: group)
      }
    }
    exact = equal
    groups = gathered.groups
    self.gathered = consume gathered
  }

  /// Finds the terms that hold the pattern.
  private mutating func gather(_ budget: inout SearchBudget) throws(StorageError) {
    let pattern = clause.pattern
    var gathered = GatheredLists(clause.groups)
    let dictionary = segment.terms
    try dictionary.forEach(
      containing: pattern.bytes, atEnd: pattern.isAtEnd, goesOn: { budget.spendTermBlock() }
    ) { (_, entry) throws(StorageError) in
      gathered.add(entry)
      return budget.spend(postings: 1)
    }
    self.gathered = consume gathered
  }
}

// MARK: - What certainties leave open

extension ClauseLists {
  /// More postings than this are not united only to find out that a document does not match.
  private static let largestUnion = 1 << 14
  /// More lists than this are not looked through for that either: evaluating the item costs no more.
  private static let mostLists = 1 << 8

  /// Whether a posting that proves the clause in a place does so in the query's language too.
  func isSure(of document: UInt32, in place: Int) throws(StorageError) -> Bool {
    guard let varying else { return true }
    return try !varying.contains(document, inPlace: place)
  }

  /// What postings make of a document that those of the places looked at so far do not prove.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func verdict(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Verdict {
    guard needsProof, let proof = clause.proof, proof.demand != .occurs,
      segment.footer.certainties == .exact
    else { return .open }
    for place in Places.titleStart..<Places.irregular where covers(place) {
      let proves: Bool
      if lists[place] == nil, storedList(place) == nil, unionCount(place) > Self.largestUnion {
        guard let found = try isProven(document, byListsOf: place, &budget) else { return .open }
        proves = found
      } else {
        proves = try isProven(document, by: try list(place, &budget))
      }
      if proves { return try isSure(of: document, in: place) ? .proven : .open }
    }
    // A union that was called off lacks documents.
    if budget.isExhausted { return .open }
    if open == nil { open = try .find(.open, clause.pattern, in: segment) }
    let irregular = try list(Places.irregular, &budget)
    if budget.isExhausted { return .open }
    if irregular.count > 0 {
      var cursor = try ListCursor(irregular, in: segment, proof: 0)
      try cursor.advance(to: document)
      if cursor.document == document { return .open }
    }
    for place in Places.titleStart..<Places.irregular
    where clause.groups.rawValue & 1 << UInt8(place) != 0 {
      if try open?.contains(document, inPlace: place) ?? true { return .open }
    }
    return .refuted
  }

  private func isProven(
    _ document: UInt32, by list: DocumentList
  ) throws(StorageError) -> Bool {
    if list.count == 0 { return false }
    var cursor = try ListCursor(list, in: segment, proof: proof)
    try cursor.advance(to: document)
    return cursor.document == document && cursor.isProven
  }

  /// Whether one of the lists that a place's union would be made of has a posting of a document that proves the
  /// clause; `nil` where there are too many to look.
  private func isProven(
    _ document: UInt32, byListsOf place: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool? {
    guard let lists = gathered?.lists(ofGroup: place), lists.count <= Self.mostLists else {
      return nil
    }
    for list in lists {
      guard budget.spend(postings: 1) else { return nil }
      if try isProven(document, by: .stored(list)) { return true }
    }
    return false
  }
}

/// What the index makes of a document.
enum Verdict {
  /// It matches.
  case proven
  /// It does not.
  case refuted
  /// Only the evaluator can tell.
  case open
}

extension TermDictionary {
  /// The entry of a term.
  func entry(of term: [UInt8]) throws(StorageError) -> TermEntry? {
    try term.span.withUnsafeBufferPointer { (term) throws(StorageError) in try find(term) }
  }

  /// Calls the body with the terms that hold some bytes, in order, until it returns `false`.
  func forEach(
    containing needle: [UInt8], atEnd: Bool, goesOn: () -> Bool,
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try needle.span.withUnsafeBufferPointer { (needle) throws(StorageError) in
      try forEach(containing: needle, atEnd: atEnd, goesOn: goesOn, body)
    }
  }
}
