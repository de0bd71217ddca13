internal import Foundation
internal import FresnelModel

/// How well texts answer a question: BM25F (Robertson and Zaragoza, 2009), with a word for words that stand
/// together as they were asked.
struct TextScore: Sendable {
  /// What each field counts for.
  private static let weights: [Double] = [2.5, 1.5, 1.3, 1]
  /// How much a long field is held against it: 0 not at all, 1 in full.
  private static let lengthInfluence: [Double] = [0.5, 0.4, 0.6, 0.75]
  /// After how many occurrences another one says little.
  private static let saturation = 1.2
  /// What two words that stand together add, of what the rarer one is worth.
  private static let neighbourWeight = 0.25

  /// How rare each word is.
  private let rarities: [Double]
  /// The mean length of each field.
  private let meanLengths: [Double]

  /// Makes the score of a question.
  ///
  /// - Parameters:
  ///   - postingCounts: How many items have each word.
  ///   - itemCount: How many items there are.
  ///   - candidates: The items to be compared; their lengths stand for those of all.
  init(postingCounts: [Int], itemCount: Int, candidates: [WordCounts]) {
    rarities = postingCounts.map { count in
      let count = Double(min(count, itemCount))
      return log1p((Double(itemCount) - count + 0.5) / (count + 0.5))
    }
    meanLengths = FieldGroup.allCases.map { field in
      let sum = candidates.reduce(0) { $0 + $1.lengths[Int(field.rawValue)] }
      return max(1, Double(sum) / Double(max(1, candidates.count)))
    }
  }

  /// The score of an item: 0 or more, and only to be compared with others of the same question.
  func score(_ counts: WordCounts) -> Double {
    var sum = 0.0
    for word in rarities.indices {
      var frequency = 0.0
      for field in FieldGroup.allCases {
        let count = counts.count(of: word, in: field)
        guard count > 0 else { continue }
        let length = Double(counts.lengths[Int(field.rawValue)]) / meanLengths[Int(field.rawValue)]
        let influence = Self.lengthInfluence[Int(field.rawValue)]
        frequency +=
          Self.weights[Int(field.rawValue)] * Double(count) / (1 - influence + influence * length)
      }
      sum += rarities[word] * saturated(frequency)
      if word + 1 < rarities.count {
        let rarity = min(rarities[word], rarities[word + 1])
        sum += Self.neighbourWeight * rarity * saturated(Double(counts.neighbours[word]))
      }
    }
    return sum
  }

  private func saturated(_ frequency: Double) -> Double {
    frequency * (Self.saturation + 1) / (frequency + Self.saturation)
  }
}
