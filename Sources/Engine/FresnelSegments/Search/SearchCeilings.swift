/// What a search may do at most, in counts: these are the same whenever the same is asked of the same documents, as
/// time is not.
///
/// An evaluation takes a hundred times as long as a posting, and an item may have any size: a sum of them would bound
/// nothing. Only what the searcher is shown counts, but for keys. Else a search that ends early would tell how much is
/// hidden from it.
package struct SearchCeilings: Equatable, Sendable {
  /// Items read and compared.
  package var evaluations: Int
  /// The bytes of them that are compared.
  package var evaluatedBytes: Int
  /// Documents that have what is looked for.
  package var shownPostings: Int
  /// Keys of forms that begin with what is looked for.
  package var formKeys: Int

  /// Puts the counts together.
  package init(
    evaluations: Int = .max, evaluatedBytes: Int = .max, shownPostings: Int = .max,
    formKeys: Int = .max
  ) {
    self.evaluations = evaluations
    self.evaluatedBytes = evaluatedBytes
    self.shownPostings = shownPostings
    self.formKeys = formKeys
  }

  /// No ceilings.
  package static let none = SearchCeilings()

  /// The most keys that a text may be the beginning of: the next letter leaves fewer. It bounds what each letter costs,
  /// and what may be learnt from that of keys whose documents are hidden.
  package static let keysOfBeginning = 1024

  /// Takes off what a search did.
  package mutating func spend(_ budget: SearchBudget) {
    evaluations = max(0, evaluations - budget.evaluatedItemCount)
    evaluatedBytes = max(0, evaluatedBytes - budget.evaluatedByteCount)
    shownPostings = max(0, shownPostings - budget.shownPostingCount)
    formKeys = max(0, formKeys - budget.formKeyCount)
  }

  /// The counts with fewer evaluations, where another number of them is less.
  ///
  /// - Parameter count: The number.
  /// - Returns: The counts.
  package func capping(evaluations count: Int) -> SearchCeilings {
    var capped = self
    capped.evaluations = min(evaluations, count)
    return capped
  }
}
