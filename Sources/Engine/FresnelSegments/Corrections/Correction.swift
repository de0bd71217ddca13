/// A word that may have been meant by one that was typed with errors.
package struct Correction: Equatable, Sendable {
  /// The word in UTF-8, folded as terms are.
  package let text: [UInt8]
  /// Whether words count that only begin so.
  package let isPrefix: Bool
  /// How many errors were made.
  package let edits: Int
  /// How unlikely it is that this was meant; only to be compared with others of the same word.
  package let cost: Int
  /// How many documents have the word, of those that are shown; more than some hundred are not told apart.
  package let documentCount: Int

  /// The number of classes of corrections that are told apart in an answer's order.
  package static let bucketCount = 5

  /// The class of the correction, from 0 for the likeliest.
  package var bucket: Int { min(Self.bucketCount - 1, max(0, cost) / 8) }

  /// Makes the correction to a word that some documents have, at least one.
  init(
    text: [UInt8], isPrefix: Bool, _ errors: (edits: Int, cost: Int), documentCount: Int
  ) {
    self.text = text
    self.isPrefix = isPrefix
    self.edits = errors.edits
    self.documentCount = documentCount
    // What many documents have was meant more often.
    let weight = Int.bitWidth - 1 - documentCount.leadingZeroBitCount
    cost = errors.cost - min(8, weight)
  }

  /// Whether it comes first: the likelier one, then that of more documents, then by the text.
  static func precedes(_ left: Correction, _ right: Correction) -> Bool {
    if left.cost != right.cost { return left.cost < right.cost }
    if left.documentCount != right.documentCount {
      return left.documentCount > right.documentCount
    }
    return left.text.lexicographicallyPrecedes(right.text)
  }
}
