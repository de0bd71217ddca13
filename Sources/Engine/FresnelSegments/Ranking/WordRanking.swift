import FresnelModel
package import FresnelStorage

/// A document with how well its texts answer a ranked question.
package struct WordMatch: Sendable {
  /// Where it is.
  package let match: RankedMatch
  /// How well its texts answer: more than 0, and only to be compared with others of the same question.
  package let score: Double
}

/// Ranks the documents of a state of a store by the words of a question, in two steps.
///
/// The first goes through the posting lists of all words and gives each document about what the words in it are worth.
/// A word that very many documents have is looked for only where another one was found. The best of them, some hundred, are
/// then compared by how often each word stands in each field, how long the fields are, and which words stand side by side:
/// by BM25F, from postings and position records alone, without an item being read. What patches change in texts is not looked at.
package struct WordRanking: ~Copyable {
  /// What a question gets.
  package struct Answer: Sendable {
    /// The best documents, best first; behind those that were compared first the others, best first.
    package let matches: [WordMatch]
    /// How many documents count, as far as the search came: those with all words where they are many, else also those
    /// with some.
    package let count: Int
    /// How many of them were compared.
    package let comparedCount: Int
  }

  /// What the search may still do, and did so far.
  package private(set) var budget: SearchBudget
  private let question: RankedQuestion
  private let views: [SegmentView]
  private let visibility: SearchVisibility
  /// By segment, whether anything of it is shown.
  private let isShown: [Bool]
  /// The documents of the segments that are shown.
  private let documentCount: Int

  /// A word that more documents have tells them apart badly, unless there are few documents at all.
  private static let commonShare = 4

  /// Prepares a ranking.
  package init(
    _ question: RankedQuestion, in views: [SegmentView], _ visibility: SearchVisibility,
    budget: SearchBudget = SearchBudget()
  ) {
    self.question = question
    self.views = views
    self.visibility = visibility
    self.budget = budget
    let isShown = views.map { SegmentVisibility($0, visibility).showsAnything }
    self.isShown = isShown
    documentCount = views.indices.reduce(0) { $0 + (isShown[$1] ? views[$1].live.count : 0) }
  }

  /// Finds the best documents. When the budget is exhausted, these are the best that were found until then.
  ///
  /// - Parameters:
  ///   - limit: The most documents wanted.
  ///   - accepts: Whether a term is a form of the word at a place.
  /// - Returns: The answer.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  /// - Complexity: O(*p*) in the postings of the words, and O(*c* · *l*) in the candidates and the words of their texts.
  ///   Memory is 4 bytes for each document of the largest segment, 8 with more than 32 lists of the words in one segment,
  ///   16 with more than 64, rounded up to a power of two, and a bit for each.
  package mutating func best(
    _ limit: Int, accepts: (_ word: Int, _ term: UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) -> Answer {
    var lists = OwnedArray<WordLists>(capacity: views.count)
    for (number, view) in views.enumerated() {
      lists.append(
        try WordLists(
          isShown[number] ? question.words : [], in: view, visibility, accepts: accepts, &budget))
    }
    let found = try candidates(lists)
    let areAllEnough = found.count.all >= question.sufficientCount
    let count = areAllEnough ? found.count.all : found.count.any
    var matches: [WordMatch] = []
    var comparedCount = 0
    // Some of the first may turn out to be worth nothing: others come behind them then, whatever is wanted.
    for (start, end) in [
      (0, question.comparedCount), (question.comparedCount, question.candidateCount),
    ]
    where matches.count < limit && start < count {
      let group = found.selection.best(end, behind: start)
      let candidates = areAllEnough ? group.filter(\.hasAll) : group
      matches += try self.matches(
        of: candidates, lists, documentCounts: found.documentCounts, limit: limit - matches.count)
      comparedCount += candidates.count
    }
    return Answer(matches: matches, count: count, comparedCount: comparedCount)
  }

  // MARK: - The first step

  /// What the first step finds.
  private struct Found: ~Copyable {
    /// The documents with about what the words in them are worth.
    let selection: CandidateSelection
    /// How many have each word.
    let documentCounts: [Int]
    /// How many have all words, and how many count at all.
    let count: (all: Int, any: Int)
  }

  /// The documents that may be compared.
  private mutating func candidates(
    _ lists: borrowing OwnedArray<WordLists>
  ) throws(StorageError) -> Found {
    var listCount = 0
    for index in 0..<lists.count { listCount = max(listCount, lists[index].lists.count) }
    if listCount <= ListSet<UInt32>.largestListCount {
      return try candidates(lists, notedAs: ListSet<UInt32>.self)
    }
    if listCount <= ListSet<UInt64>.largestListCount {
      return try candidates(lists, notedAs: ListSet<UInt64>.self)
    }
    return try candidates(lists, notedAs: SummedLists.self)
  }

  private mutating func candidates<Entry: PresenceEntry>(
    _ lists: borrowing OwnedArray<WordLists>, notedAs entry: Entry.Type
  ) throws(StorageError) -> Found {
    let words = question.words.indices
    var estimates = [Int](repeating: 0, count: words.count)
    for index in 0..<lists.count where isShown[index] {
      for word in words { estimates[word] += lists[index].documentCounts[word] }
    }
    let common = max(question.tellingCount, documentCount / Self.commonShare)
    var isTelling = estimates.map { $0 > 0 && $0 <= common }
    if !isTelling.contains(true) { isTelling = estimates.map { $0 > 0 } }
    let rarities = rarities(documentCounts: estimates)
    var found = CandidateSelection(capacity: question.candidateCount)
    var presence = WordPresence<Entry>(
      documentCapacity: views.indices.reduce(0) {
        max($0, isShown[$1] ? views[$1].segment.documentCount : 0)
      })
    var documentCounts = [Int](repeating: 0, count: words.count)
    var count = (all: 0, any: 0)
    for (number, view) in views.enumerated() where isShown[number] && !budget.isExhausted {
      var shown = SegmentVisibility(view, visibility)
      let segment = view.segment
      presence.begin(documentCount: segment.documentCount)
      var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
      for (place, list) in lists[number].lists.enumerated()
      where isTelling[list.word] && !budget.isExhausted {
        documentCounts[list.word] += try presence.add(
          list, number: place, worth: worth(list, rarities), isTelling: true, &cursor, &budget)
      }
      // A document counts only with a word that tells documents apart, so that of the others no more is read than that.
      if isTelling.contains(false) {
        let hasFound = !presence.isEmpty
        for word in words where !isTelling[word] && estimates[word] > 0 && !budget.isExhausted {
          let ofWord = lists[number].lists(ofWord: word)
          let known = try segment.commonWords.word(ofWord, in: segment, &budget)
          documentCounts[word] += known.documentCount
          for (place, bits) in zip(ofWord.indices, known.documents)
          where hasFound && !budget.isExhausted {
            try presence.addKnown(
              ofWord[place], number: place, bits, worth: worth(ofWord[place], rarities), &cursor,
              &budget)
          }
        }
      }
      let showsAll = shown.showsAll
      try presence.forEach(words.count, &budget) {
        (document, score, hasAll, lists) throws(StorageError) in
        if !showsAll {
          guard try shown.shows(document, isOfScope: false) else { return }
        }
        count.any += 1
        if hasAll { count.all += 1 }
        found.add(
          document, ofSegment: number, score: score, hasAll: hasAll, lists: lists)
      }
    }
    return Found(selection: found, documentCounts: documentCounts, count: count)
  }

  /// What one occurrence of a list's word is worth in the list's field.
  private func worth(_ list: WordLists.List, _ rarities: [Double]) -> Float {
    let field: FieldGroup =
      switch list.group {
      case .titleStart, .titleRest: .title
      case .secondary: .secondary
      case .metadata: .metadata
      case .text, .named: .text
      }
    let frequency = question.weights.frequency(1, in: field, length: 1)
    return Float(rarities[list.word] * question.weights.saturated(frequency))
  }

  // MARK: - The second step

  /// Candidates by how well their texts answer, best first, at most so many.
  private mutating func matches(
    of candidates: [CandidateSelection.Candidate], _ lists: borrowing OwnedArray<WordLists>,
    documentCounts: [Int], limit: Int
  ) throws(StorageError) -> [WordMatch] {
    let scores = try scores(of: candidates, lists, documentCounts: documentCounts)
    // Of equals those that lie first come first. What is sorted are numbers, less than the matches are.
    var order: [(score: Double, place: UInt32)] = []
    order.reserveCapacity(candidates.count)
    for (place, score) in scores.enumerated() where score > 0 {
      order.append((score, UInt32(truncatingIfNeeded: place)))
    }
    order.sort { $0.score != $1.score ? $0.score > $1.score : $0.place < $1.place }
    return order.prefix(limit).map { score, place in
      let candidate = candidates[Int(place)]
      return WordMatch(
        match: RankedMatch(
          segment: Int(candidate.segment), document: candidate.document, facts: 0), score: score)
    }
  }

  /// How well each candidate's texts answer; 0 where that could not be found out in time.
  private mutating func scores(
    of candidates: [CandidateSelection.Candidate], _ lists: borrowing OwnedArray<WordLists>,
    documentCounts: [Int]
  ) throws(StorageError) -> [Double] {
    guard !candidates.isEmpty else { return [] }
    let formula = try formula(documentCounts: documentCounts)
    var scores = [Double](repeating: 0, count: candidates.count)
    var occurrences = WordOccurrences(wordCount: question.words.count)
    // Candidates are in the order of their segments, those of each ascending.
    var end = 0
    for (number, view) in views.enumerated() where !budget.isExhausted {
      let start = end
      while end < candidates.count, candidates[end].segment == number { end += 1 }
      let places = start..<end
      guard !places.isEmpty else { continue }
      let documents = places.map { candidates[$0].document }
      let segment = view.segment
      let postings =
        lists[number].lists.count <= CandidateSelection.notedListCount
        ? CandidatePostings(of: candidates[places], in: lists[number])
        : try CandidatePostings(of: documents, in: lists[number], of: segment, &budget)
      var records = CandidateRecords(of: documents, in: segment)
      let hashes = lists[number].hashes
      for index in documents.indices {
        guard budget.spend(postings: 16) else { break }
        let record = try records.next()
        do throws(PositionDamage) {
          try occurrences.take(postings[index], hashes: hashes, record: record)
        } catch {
          throw StorageError(
            .corrupted, "The positions of a document are damaged.", path: segment.source.path)
        }
        _ = budget.spend(postings: record.count / 8)
        scores[start + index] = formula.score(of: occurrences)
      }
    }
    return scores
  }

  /// The formula, for so many documents with each word among those of all segments that are shown.
  private mutating func formula(documentCounts: [Int]) throws(StorageError) -> OccurrenceScore {
    var described = TextLengths.Sum()
    var text = TextLengths.Sum()
    for (number, view) in views.enumerated() where isShown[number] {
      let lengths = try view.segment.textLengths(&budget)
      described.add(lengths.described)
      text.add(lengths.text)
    }
    return OccurrenceScore(
      question.weights, rarities: rarities(documentCounts: documentCounts), described: described,
      text: text)
  }

  /// How rare each word is, by how many documents have it; words that the question repeats count for more.
  private func rarities(documentCounts: [Int]) -> [Double] {
    zip(question.words, documentCounts).map { word, count in
      question.weights.rarity(documentCount: count, of: documentCount)
        * question.weights.emphasis(questionCount: word.count)
    }
  }
}
