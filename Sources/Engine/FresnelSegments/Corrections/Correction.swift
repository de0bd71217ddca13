/// A word that may have been meant by one that was typed with errors.
package struct Correction: Equatable, Sendable {
  /// What kind of error was made; of several, the first that the lengths tell.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// A letter is missing.
    case missing
    /// A letter is too many.
    case surplus
    /// Two letters are exchanged.
    case exchanged
    /// A letter is in the place of another.
    case replaced
  }

  /// The word in UTF-8, folded as terms are.
  package let text: [UInt8]
  /// Whether words count that only begin so.
  package let isPrefix: Bool
  /// How many errors were made.
  package let edits: Int
  /// What kind they are of.
  package let kind: Kind
  /// How unlikely it is that this was meant; only to be compared with others of the same word.
  package let cost: Int
  /// How many documents have the word, of those that are shown; more than some hundred are not told apart.
  package let documentCount: Int

  /// Makes the correction to a word that some documents have, at least one.
  init(
    text: [UInt8], isPrefix: Bool, _ errors: EditCost.Errors, _ documents: VisibleDocuments
  ) {
    self.text = text
    self.isPrefix = isPrefix
    edits = errors.edits
    kind = errors.kind
    documentCount = documents.count
    // What many documents have was meant more often.
    let weight = Int.bitWidth - 1 - max(1, documents.sharedCount).leadingZeroBitCount
    cost = errors.cost - min(8, weight)
  }

  /// Whether it comes first: the likelier one, then by the text.
  static func precedes(_ left: Correction, _ right: Correction) -> Bool {
    if left.cost != right.cost { return left.cost < right.cost }
    return left.text.lexicographicallyPrecedes(right.text)
  }
}
