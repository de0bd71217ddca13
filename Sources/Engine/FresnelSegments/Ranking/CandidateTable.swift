import FresnelModel

/// What the candidates of a question have of its words: a row of numbers for each.
struct CandidateTable {
  private static let fieldCount = FieldGroup.allCases.count

  private let wordCount: Int
  /// By candidate, how often each word stands in each field: the fields of the first word, then of the next.
  private var counts: [UInt32]
  /// By candidate, how often each word is followed by the next one.
  private var neighbours: [UInt32]
  /// By candidate, the words of what `*` covers, and of other texts.
  private var lengths: [(described: Int, text: Int)]

  /// Makes a table of nothing.
  init(candidateCount: Int, wordCount: Int) {
    self.wordCount = wordCount
    counts = [UInt32](repeating: 0, count: candidateCount * wordCount * Self.fieldCount)
    neighbours = [UInt32](repeating: 0, count: candidateCount * wordCount)
    lengths = [(described: Int, text: Int)](repeating: (0, 0), count: candidateCount)
  }

  /// Notes what a candidate has.
  mutating func set(_ candidate: Int, _ occurrences: borrowing WordOccurrences) {
    lengths[candidate] = occurrences.lengths
    for word in 0..<wordCount {
      let row = candidate * wordCount + word
      neighbours[row] = UInt32(clamping: occurrences.neighbours[word])
      for field in FieldGroup.allCases {
        counts[row * Self.fieldCount + Int(field.rawValue)] = UInt32(
          clamping: occurrences.count(of: word, in: field))
      }
    }
  }

  /// How well each candidate answers.
  ///
  /// - Parameters:
  ///   - weights: What occurrences count for.
  ///   - rarities: How rare each word is.
  /// - Returns: A score for each candidate; 0 for one that has nothing.
  func scores(_ weights: FieldWeights, rarities: [Double]) -> [Double] {
    let count = Double(max(1, lengths.count))
    let meanDescribed = max(1, Double(lengths.reduce(0) { $0 + $1.described }) / count)
    let meanText = max(1, Double(lengths.reduce(0) { $0 + $1.text }) / count)
    return lengths.indices.map { candidate in
      let described = Double(lengths[candidate].described) / meanDescribed
      let text = Double(lengths[candidate].text) / meanText
      var score = 0.0
      for word in 0..<wordCount {
        let row = candidate * wordCount + word
        var frequency = 0.0
        for field in FieldGroup.allCases {
          let count = counts[row * Self.fieldCount + Int(field.rawValue)]
          guard count > 0 else { continue }
          frequency += weights.frequency(
            Int(count), in: field, length: field == .text ? text : described)
        }
        if frequency > 0 { score += rarities[word] * weights.saturated(frequency) }
        if neighbours[row] > 0, word + 1 < wordCount {
          score +=
            weights.neighbourWeight * min(rarities[word], rarities[word + 1])
            * weights.saturated(Double(neighbours[row]))
        }
      }
      return score
    }
  }
}
