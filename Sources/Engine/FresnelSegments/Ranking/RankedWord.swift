import FresnelText

/// A word of a question that documents are ranked by, whether they have all of its words or some.
package struct RankedWord: Sendable {
  /// Where its occurrences are found.
  package enum Source: Sendable {
    /// The postings of one term.
    case term([UInt8])
    /// The postings of all terms that begin with some bytes.
    case beginning([UInt8])
    /// The postings of those terms that begin with some bytes and that the asker accepts: the forms of a word. Segments
    /// remember the forms by the beginning and the key, for all who ask: the two have to determine what is accepted.
    /// Without a key, forms are looked up each time.
    case forms(beginning: [UInt8], key: [UInt8]?)
    /// What two queries match, in names and anywhere: a word that is not one term, such as one of a script
    /// written without spaces.
    case queries(inNames: PlannedQuery, anywhere: PlannedQuery)
    /// What marks tell, in segments whose documents all have them; what the queries match, in others.
    case marked(WordMarks, inNames: PlannedQuery, anywhere: PlannedQuery)
  }

  /// Where its occurrences are found.
  package let source: Source
  /// How often the question has it.
  package let count: Int

  /// Makes a word.
  ///
  /// - Parameters:
  ///   - source: Where its occurrences are found; terms are folded UTF-8, as the index has them.
  ///   - count: How often the question has it.
  package init(_ source: Source, count: Int = 1) {
    self.source = source
    self.count = count
  }

  /// Whether some folded text is one term of the index, so that its postings are those of the word.
  ///
  /// - Parameter folded: A word, folded for the index.
  /// - Returns: `false` where the index cuts it into several terms.
  package static func isOneTerm(_ folded: [UInt8]) -> Bool {
    folded.withUnsafeBufferPointer { bytes in
      var runs = FoldedRuns(bytes)
      guard let run = runs.next() else { return false }
      return run.range == bytes.indices && run.characterClass != .single
    }
  }
}

/// Terms that stand for a word that is not one term, in attributes that a query must name: whoever puts the items
/// writes one for each such word of their texts, so that no text has to be compared to find it.
package struct WordMarks: Sendable {
  /// The term of each document whose words have marks.
  package let everywhere: [UInt8]
  /// The term of documents that have the word in names.
  package let inNames: [UInt8]
  /// The term of documents that have the word anywhere.
  package let anywhere: [UInt8]
  /// Whether the word may go on: terms that begin with these count as well.
  package let isBeginning: Bool

  /// Makes marks of folded UTF-8; each must be one term.
  package init(everywhere: [UInt8], inNames: [UInt8], anywhere: [UInt8], isBeginning: Bool) {
    self.everywhere = everywhere
    self.inNames = inNames
    self.anywhere = anywhere
    self.isBeginning = isBeginning
  }
}

/// The words of a ranked question and what they are weighed by.
package struct RankedQuestion: Sendable {
  /// The most words of a question: as many as there are bits to note them in.
  package static let largestWordCount = 32

  /// The words, in the order of the question; at most ``largestWordCount``.
  package let words: [RankedWord]
  /// What occurrences count for.
  package let weights: FieldWeights
  /// So many documents with all words are enough; with fewer, those with some of the words count too.
  package let sufficientCount: Int
  /// The most documents that can be had.
  package let candidateCount: Int
  /// So many of these, the best as far as the words' places tell, are compared with each other by all they have of the
  /// words; the others come behind them, compared with each other.
  package let comparedCount: Int
  /// A word that at most so many documents have tells them apart, however few there are in all.
  package let tellingCount: Int

  /// Makes a question.
  package init(
    _ words: [RankedWord], weights: FieldWeights = FieldWeights(), sufficientCount: Int = 60,
    candidateCount: Int = 600, comparedCount: Int = 300, tellingCount: Int = 1_000
  ) {
    self.words = Array(words.prefix(Self.largestWordCount))
    self.weights = weights
    self.sufficientCount = sufficientCount
    self.candidateCount = candidateCount
    self.comparedCount = min(comparedCount, candidateCount)
    self.tellingCount = tellingCount
  }
}
