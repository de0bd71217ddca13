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
    let described = Self.shares(of: lengths.map(\.described))
    let text = Self.shares(of: lengths.map(\.text))
    return lengths.indices.map { candidate in
      var score = 0.0
      for word in 0..<wordCount {
        let row = candidate * wordCount + word
        var frequency = 0.0
        for field in FieldGroup.allCases {
          let count = counts[row * Self.fieldCount + Int(field.rawValue)]
          guard count > 0 else { continue }
          frequency += weights.frequency(
            Int(count), in: field,
            length: field == .text ? text[candidate] : described[candidate])
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

  /// Lengths as shares of their mean. A length of 0 is not known, and taken for the mean: nothing is gained by a text
  /// whose words positions don't tell.
  private static func shares(of lengths: [Int]) -> [Double] {
    let knownCount = lengths.count { $0 > 0 }
    let mean = Double(lengths.reduce(0, +)) / Double(max(1, knownCount))
    return lengths.map { $0 == 0 ? 1 : Double($0) / mean }
  }
}
