/// What a pattern asks of one term.
package struct TermPattern: Hashable, Sendable {
  /// Folded bytes that the term holds; never none.
  package var bytes: [UInt8]
  /// Whether the term begins with the bytes.
  package var isAtStart: Bool
  /// Whether the term ends with the bytes.
  package var isAtEnd: Bool

  /// Whether only the term that equals the bytes is meant.
  var isWholeTerm: Bool { isAtStart && isAtEnd }
}

/// Looking for a pattern's terms in some groups.
package struct TermClause: Hashable, Sendable {
  /// The terms looked for.
  package let pattern: TermPattern
  /// Where they are looked for.
  package let groups: PostingGroups
  /// What a posting must tell to prove the comparison that the clause stands for, as far as it asks
  /// for this term; `nil` when nothing does.
  package let proof: TermProof?
}
