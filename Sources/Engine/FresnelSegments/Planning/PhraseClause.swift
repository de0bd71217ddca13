/// Words of a pattern between which there is exactly one space.
package struct PhraseClause: Hashable, Sendable {
  /// The words in order, folded as terms are; at least two.
  package let words: [[UInt8]]
  /// Whether the first word is a whole term, not only the end of one.
  package let isFirstWhole: Bool
  /// Whether the last word is a whole term, not only the beginning of one.
  package let isLastWhole: Bool
  /// Whether what `*` covers is looked through.
  package let coversDescribed: Bool
  /// Whether what only `**` covers is looked through.
  package let coversText: Bool
  /// What the pattern asks for besides the words.
  package let edges: Edges

  /// What is asked for besides the words of a phrase.
  package enum Edges: Hashable, Sendable {
    /// Word boundaries at its ends and nothing else, so that finding the words between some proves the comparison.
    case wordBoundaries
    /// Edges of runs there and nothing else, so that finding the words proves it: they are runs.
    case runs
    /// Something else, so that finding the words proves nothing.
    case unknown
  }

  /// Makes a clause.
  package init(
    words: [[UInt8]], isFirstWhole: Bool, isLastWhole: Bool, coversDescribed: Bool,
    coversText: Bool, edges: Edges
  ) {
    self.words = words
    self.isFirstWhole = isFirstWhole
    self.isLastWhole = isLastWhole
    self.coversDescribed = coversDescribed
    self.coversText = coversText
    self.edges = edges
  }
}

extension PhraseClause {
  /// The phrases of a pattern's terms.
  ///
  /// - Parameters:
  ///   - terms: The terms in order.
  ///   - links: The bits of those terms that exactly one space separates from the one before.
  ///   - groups: Where they are looked for.
  ///   - edges: What the pattern asks for besides one phrase.
  /// - Returns: Phrases of two terms at least, one of them whole. None where elements without positions
  ///   are looked through too.
  static func phrases(
    _ terms: [TermPattern], links: UInt32, groups: PostingGroups, edges: Edges
  ) -> [PhraseClause] {
    guard !groups.contains(.named) else { return [] }
    var phrases: [PhraseClause] = []
    var start = 0
    while start < terms.count {
      var end = start + 1
      while end < terms.count, links >> UInt32(end) & 1 == 1 { end += 1 }
      let words = terms[start..<end]
      if let first = words.first, let last = words.last, words.count > 1,
        words.count > 2 || first.isAtStart || last.isAtEnd
      {
        phrases.append(
          PhraseClause(
            words: words.map(\.bytes), isFirstWhole: first.isAtStart, isLastWhole: last.isAtEnd,
            coversDescribed: !groups.isDisjoint(with: .described),
            coversText: groups.contains(.text), edges: edges))
      }
      start = end
    }
    return phrases
  }
}
