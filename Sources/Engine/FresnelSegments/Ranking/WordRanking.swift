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
/// The best of them, some hundred, are then compared by how often each word stands in each field, how long the fields
/// are, and which words stand side by side: by BM25F, from postings and position records alone, without an item
/// being read. What patches change in texts is not looked at.
package struct WordRanking: ~Copyable {
  /// What a question gets.
  package struct Answer: Sendable {
    /// The best documents, best first.
    package let matches: [WordMatch]
    /// How many documents count: those with all words where they are many, else also those with some.
    package let count: Int
    /// How many of them were compared.
    package let comparedCount: Int
  }

  /// What the search may still do, and did so far.
  package private(set) var budget: SearchBudget
  private let question: RankedQuestion
  private let views: [SegmentView]
  private let visibility: SearchVisibility
  private let documentCount: Int

  /// Added to the first step's score of a document that has all words.
  private static let allWords = 1 << 40
  /// The first step's scores are compared in such parts of 1.
  private static let scoreUnit: Float = 65_536
  /// A word that more documents have tells them apart badly, unless there are few documents at all.
  private static let commonShare = 4
  private static let leastCommonCount = 1_000

  /// Prepares a ranking.
  package init(
    _ question: RankedQuestion, in views: [SegmentView], _ visibility: SearchVisibility,
    budget: SearchBudget = SearchBudget()
  ) {
    self.question = question
    self.views = views
    self.visibility = visibility
    self.budget = budget
    documentCount = views.reduce(0) { $0 + $1.live.count }
  }

  /// Finds the best documents. When the budget is exhausted, these are the best that were found until then.
  ///
  /// - Parameters:
  ///   - limit: The most documents wanted.
  ///   - accepts: Whether a term is a form of the word at a place.
  /// - Returns: The answer.
  /// - Throws: ``StorageError`` with the path of the segment that can't be read.
  /// - Complexity: O(*p*) in the postings of the words, and O(*c* · *l*) in the candidates and the words of their texts.
  ///   Memory is six bytes for each document of a segment.
  package mutating func best(
    _ limit: Int, accepts: (_ word: Int, _ term: UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) -> Answer {
    var lists = OwnedArray<WordLists>(capacity: views.count)
    for view in views {
      lists.append(
        try WordLists(question.words, in: view, visibility, accepts: accepts, &budget))
    }
    var (candidates, counts, count) = try candidates(lists)
    if count.all >= question.sufficientCount {
      candidates.removeAll { $0.facts < Self.allWords }
    }
    let shown = count.all >= question.sufficientCount ? count.all : count.any
    let scores = try scores(of: candidates, lists, documentCounts: counts)
    let order = candidates.indices.filter { scores[$0] > 0 }.sorted {
      scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1
    }
    return Answer(
      matches: order.prefix(max(0, limit)).map {
        WordMatch(match: candidates[$0], score: scores[$0])
      }, count: shown, comparedCount: candidates.count)
  }

  // MARK: - The first step

  /// The documents that are compared, how many have each word, and how many have all or some of them.
  private mutating func candidates(
    _ lists: borrowing OwnedArray<WordLists>
  ) throws(StorageError) -> ([RankedMatch], [Int], (all: Int, any: Int)) {
    let words = question.words.indices
    var postingCounts = [Int](repeating: 0, count: words.count)
    for index in 0..<lists.count {
      for word in words { postingCounts[word] += lists[index].postingCount(of: word) }
    }
    let common = max(Self.leastCommonCount, documentCount / Self.commonShare)
    var isTelling = postingCounts.map { $0 > 0 && $0 <= common }
    if !isTelling.contains(true) { isTelling = postingCounts.map { $0 > 0 } }
    let rarities = postingCounts.map {
      question.weights.rarity(documentCount: $0, of: documentCount)
    }
    var matches = RankedMatches(capacity: question.candidateCount, views)
    var documentCounts = [Int](repeating: 0, count: words.count)
    var count = (all: 0, any: 0)
    for (number, view) in views.enumerated() where !budget.isExhausted {
      var shown = SegmentVisibility(view, visibility)
      guard shown.showsAnything else { continue }
      let segment = view.segment
      var presence = WordPresence(documentCount: segment.documentCount)
      var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
      for list in lists[number].lists where !budget.isExhausted {
        documentCounts[list.word] += try presence.add(
          list, worth: worth(list, rarities), isTelling: isTelling[list.word], in: segment,
          &cursor, &budget)
      }
      try presence.forEach(words.count) { (document, score, hasAll) throws(StorageError) in
        guard try shown.shows(document, isOfScope: false) else { return }
        count.any += 1
        if hasAll { count.all += 1 }
        var match = RankedMatch(
          segment: number, document: document,
          facts: Int(score * Self.scoreUnit) + (hasAll ? Self.allWords : 0))
        if try matches.accepts(&match) { try matches.insert(match) }
      }
    }
    return (try matches.sorted(), documentCounts, count)
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

  /// How well each candidate's texts answer; 0 where that could not be found out in time.
  private mutating func scores(
    of candidates: [RankedMatch], _ lists: borrowing OwnedArray<WordLists>, documentCounts: [Int]
  ) throws(StorageError) -> [Double] {
    var table = CandidateTable(candidateCount: candidates.count, wordCount: question.words.count)
    var occurrences = WordOccurrences()
    for (number, view) in views.enumerated() where !budget.isExhausted {
      let places = candidates.indices.filter { candidates[$0].segment == number }.sorted {
        candidates[$0].document < candidates[$1].document
      }
      guard !places.isEmpty else { continue }
      let documents = places.map { candidates[$0].document }
      let segment = view.segment
      let postings = try CandidatePostings(of: documents, in: lists[number], of: segment, &budget)
      var positions = PositionsReader(segment)
      for (index, document) in documents.enumerated() {
        guard budget.spend(postings: 16) else { break }
        let record = try positions.record(document)
        do throws(PositionDamage) {
          try occurrences.take(postings[index], hashes: lists[number].hashes, record: record)
        } catch {
          throw StorageError(
            .corrupted, "The positions of a document are damaged.", path: segment.source.path)
        }
        _ = budget.spend(postings: record.count / 8)
        table.set(places[index], occurrences)
      }
    }
    return table.scores(
      question.weights,
      rarities: documentCounts.map {
        question.weights.rarity(documentCount: $0, of: documentCount)
      })
  }
}
