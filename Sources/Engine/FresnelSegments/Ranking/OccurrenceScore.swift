import FresnelModel

/// What the occurrences of a question's words in a document come to: the formula of ``FieldWeights``.
struct OccurrenceScore {
  private let weights: FieldWeights
  /// How rare each word is, times what it is worth that the question repeats it.
  private let rarities: [Double]
  private let described: TextLengths.Sum
  private let text: TextLengths.Sum

  /// Prepares the formula.
  ///
  /// - Parameters:
  ///   - weights: What occurrences count for.
  ///   - rarities: How rare each word is, times what it is worth that the question repeats it.
  ///   - described: The lengths of what `*` covers, of all documents.
  ///   - text: Those of other texts.
  init(
    _ weights: FieldWeights, rarities: [Double], described: TextLengths.Sum, text: TextLengths.Sum
  ) {
    self.weights = weights
    self.rarities = rarities
    self.described = described
    self.text = text
  }

  /// How well a document answers; 0 for one that has nothing.
  func score(of occurrences: borrowing WordOccurrences) -> Double {
    let describedShare = described.share(occurrences.lengths.described)
    let textShare = text.share(occurrences.lengths.text)
    var score = 0.0
    for word in rarities.indices where occurrences.has(word) {
      var frequency = 0.0
      for field in FieldGroup.allCases {
        let count = occurrences.count(of: word, in: field)
        guard count > 0 else { continue }
        frequency += weights.frequency(
          count, in: field, length: field == .text ? textShare : describedShare)
      }
      if frequency > 0 { score += rarities[word] * weights.saturated(frequency) }
      let neighbours = occurrences.neighbours(word)
      if neighbours > 0, word + 1 < rarities.count {
        score +=
          weights.neighbourWeight * min(rarities[word], rarities[word + 1])
          * weights.saturated(Double(neighbours))
      }
    }
    return score
  }
}
