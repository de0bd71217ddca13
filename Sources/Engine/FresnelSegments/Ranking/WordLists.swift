import FresnelStorage

/// The posting lists of a question's words in one segment, the best field of each word first.
struct WordLists: ~Copyable {
  /// The postings of a term in a group, or what stands for them.
  struct List {
    /// The place of the word in the question.
    let word: Int
    /// The place of the term among those found; `nil` where the list is that of many terms.
    let term: Int?
    let group: PostingGroup
    let documents: DocumentList
  }

  /// The lists, by word, in each by group.
  private(set) var lists: [List] = []
  /// The hashes by which positions tell the terms that were found.
  private(set) var hashes: [UInt64] = []
  /// About how many documents have each word: the postings of the group with most of them.
  private(set) var documentCounts: [Int]
  /// What queries matched; lists refer to it.
  private var unions = OwnedArray<PostingUnion>(capacity: 2 * RankedQuestion.largestWordCount)

  /// The lists of a word.
  func lists(ofWord word: Int) -> ArraySlice<List> {
    guard let start = lists.firstIndex(where: { $0.word == word }) else { return [] }
    return lists[start...].prefix { $0.word == word }
  }

  /// The most terms that are taken for the forms of one word, and for a beginning without stored lists.
  static let largestTermCount = 1_024

  /// Looks words up.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - view: The segment.
  ///   - visibility: What queries show.
  ///   - accepts: Whether a term is a form of the word at a place.
  ///   - budget: When it is exhausted, terms are missing.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  init(
    _ words: [RankedWord], in view: SegmentView, _ visibility: SearchVisibility,
    accepts: (Int, UnsafeBufferPointer<UInt8>) -> Bool, _ budget: inout SearchBudget
  ) throws(StorageError) {
    let segment = view.segment
    documentCounts = [Int](repeating: 0, count: words.count)
    for (number, word) in words.enumerated() where !budget.isExhausted {
      var found: [List] = []
      switch word.source {
      case .term(let term):
        if let entry = try segment.terms.entry(of: term) {
          add(entry, PositionHash.of(term), number, &found)
        }
      case .beginning(let bytes):
        if bytes.count <= TermPrefix.maximumLength,
          let entry = try segment.prefixes.entry(of: bytes)
        {
          add(entry, nil, number, &found)
        } else {
          let terms = try segment.knownForms.forms(
            of: nil, beginningWith: bytes, in: segment, &budget
          ) { _ in true }
          for term in terms { add(term.entry, term.hash, number, &found) }
        }
      case .forms(let beginning, let key):
        let forms = try segment.knownForms.forms(
          of: key, beginningWith: beginning, in: segment, &budget
        ) { accepts(number, $0) }
        for form in forms { add(form.entry, form.hash, number, &found) }
      case .queries(let inNames, let anywhere):
        try add(inNames, .titleRest, number, view, visibility, &found, &budget)
        try add(anywhere, .text, number, view, visibility, &found, &budget)
      case .marked(let marks, let inNames, let anywhere):
        let marked = try segment.terms.entry(of: marks.everywhere)?[.named].count
        if marked.map(Int.init) == segment.documentCount,
          let named = try Self.locations(of: marks.inNames, marks.isBeginning, segment, &budget),
          let all = try Self.locations(of: marks.anywhere, marks.isBeginning, segment, &budget)
        {
          try add(named, .titleRest, number, segment, &found, &budget)
          try add(all, .text, number, segment, &found, &budget)
        } else {
          try add(inNames, .titleRest, number, view, visibility, &found, &budget)
          try add(anywhere, .text, number, view, visibility, &found, &budget)
        }
      }
      lists += found.sorted { $0.group.rawValue < $1.group.rawValue }
      var counts = [Int](repeating: 0, count: PostingGroup.count)
      for list in found { counts[Int(list.group.rawValue)] += list.documents.count }
      documentCounts[number] = counts.max() ?? 0
    }
  }

  private mutating func add(
    _ entry: TermEntry, _ hash: UInt64?, _ word: Int, _ found: inout [List]
  ) {
    let term = hash.map { _ in hashes.count }
    if let hash { hashes.append(hash) }
    // What a query must name says nothing of words that name nothing.
    for group in PostingGroup.allCases where group != .named && !entry[group].isEmpty {
      found.append(List(word: word, term: term, group: group, documents: .stored(entry[group])))
    }
  }

  /// Calls the body with each term that begins with some bytes, until it returns false.
  static func forEachTerm(
    beginningWith bytes: [UInt8], of segment: Segment, _ budget: inout SearchBudget,
    _ body: (inout TermCursor) throws(StorageError) -> Bool
  ) throws(StorageError) {
    var cursor = segment.terms.cursor()
    try bytes.span.withUnsafeBufferPointer { (bytes) throws(StorageError) in
      var goesOn = try cursor.move(to: bytes)
      while goesOn, cursor.term.count >= bytes.count,
        cursor.term[..<bytes.count].elementsEqual(bytes), budget.spend(postings: 16),
        try body(&cursor)
      {
        goesOn = try cursor.nextTerm()
      }
    }
  }

  /// Where the documents of a mark are, or of all marks that begin with it; `nil` where these are too many.
  private static func locations(
    of mark: [UInt8], _ isBeginning: Bool, _ segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> [PostingListLocation]? {
    var locations: [PostingListLocation] = []
    if isBeginning {
      try forEachTerm(beginningWith: mark, of: segment, &budget) {
        (cursor) throws(StorageError) in
        try cursor.readEntry()
        if !cursor.entry[.named].isEmpty { locations.append(cursor.entry[.named]) }
        return locations.count <= largestTermCount
      }
    } else if let entry = try segment.terms.entry(of: mark), !entry[.named].isEmpty {
      locations.append(entry[.named])
    }
    return locations.count <= largestTermCount ? locations : nil
  }

  /// Adds the documents of marks.
  private mutating func add(
    _ locations: [PostingListLocation], _ group: PostingGroup, _ word: Int, _ segment: Segment,
    _ found: inout [List], _ budget: inout SearchBudget
  ) throws(StorageError) {
    guard let first = locations.first else { return }
    var documents = DocumentList.stored(first)
    if locations.count > 1 {
      var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
      unions.append(
        try PostingUnion.of(
          locations, &cursor, documentCount: segment.documentCount, proof: 0, &budget))
      documents = .union(UnsafeBufferPointer(unions[unions.count - 1].entries))
    }
    found.append(List(word: word, term: nil, group: group, documents: documents))
  }

  private mutating func add(
    _ query: PlannedQuery, _ group: PostingGroup, _ word: Int, _ view: SegmentView,
    _ visibility: SearchVisibility, _ found: inout [List], _ budget: inout SearchBudget
  ) throws(StorageError) {
    var search = SegmentsSearch(query, in: [view], visibility, budget: budget)
    var documents: [UInt32] = []
    try search.forEach { (_, _, document) throws(StorageError) in
      documents.append(document)
      return true
    }
    budget = search.budget
    guard !documents.isEmpty else { return }
    documents.sort()
    unions.append(PostingUnion(of: documents))
    found.append(
      List(
        word: word, term: nil, group: group,
        documents: .union(UnsafeBufferPointer(unions[unions.count - 1].entries))))
  }
}
