/// What a posting of a clause's term has to tell for the comparison to hold that the clause stands for.
package struct TermProof: Hashable, Sendable {
  /// What is asked of an occurrence of the term.
  package enum Demand: Hashable, Sendable {
    /// That it is there. Every term begins and ends at edges of runs, so that a pattern of one run asks for no more;
    /// nor does one between two stars.
    case occurs
    /// That it begins at a word boundary.
    case begins
    /// That it ends at one.
    case ends
    /// That it does both.
    case isWhole
  }

  /// What is asked.
  package let demand: Demand
  /// Whether the query's language sees and folds words as the root locale does, so that postings tell all
  /// about them.
  package let isOfRoot: Bool

  /// Nothing is asked but that the term occurs, in any language.
  static let none = TermProof(demand: .occurs, isOfRoot: true)

  /// Which certainties tell of it, a bit each.
  func certainties(_ rules: CertaintyRules) -> UInt8 {
    switch demand {
    // Where old postings are, only those of ASCII tell what other languages make of them.
    case .occurs: isOfRoot || rules == .exact ? 0b1111 : 0b1110
    case .begins: 0b1100
    case .ends: rules == .old ? 0b1000 : 0b1010
    case .isWhole: 0b1000
    }
  }
}
