package import FresnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How well texts answer a question: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
/// Beyond", 2009, section 3.5), with a bonus for words that stand side by side as they were asked.
package struct FieldWeights: Sendable {
  /// What an occurrence in each field counts for, in the order of `FieldGroup`.
  package var weights: InlineArray<4, Double> = [3, 1.5, 1.3, 1]
  /// How much a long field is held against it, from 0 to 1, in the order of `FieldGroup`. Positions tell the length
  /// of titles and names only together with that of other descriptions, which is nothing against a title.
  package var lengthInfluence: InlineArray<4, Double> = [0, 0, 0.6, 0.8]
  /// After how many occurrences another one says little: *k*₁.
  package var saturation = 1.2
  /// What two words that stand side by side add, of what the rarer one is worth.
  package var neighbourWeight = 0.25
  /// The power of the logarithm that says how rare a word is: more than 1 has words that many documents have count for
  /// less, as a list of stop words would in one language.
  package var rarityExponent = 1.3
  /// How often a question may repeat a word before repeating it once more says little: *k*₃. A question of a sentence or
  /// more repeats what it is about.
  package var questionSaturation = 5.0

  /// Makes the weights that are used unless a caller says otherwise.
  package init() {}

  /// How rare a word is that so many of all documents have.
  package func rarity(documentCount: Int, of total: Int) -> Double {
    let count = Double(min(documentCount, total))
    return pow(log1p((Double(total) - count + 0.5) / (count + 0.5)), rarityExponent)
  }

  /// What a word that a question has so often is worth, of what it is worth once.
  package func emphasis(questionCount count: Int) -> Double {
    Double(count) * (questionSaturation + 1) / (Double(count) + questionSaturation)
  }

  /// What a weighted number of occurrences is worth of a word's rarity: 0 to *k*₁ + 1.
  @inline(__always)
  package func saturated(_ frequency: Double) -> Double {
    frequency * (saturation + 1) / (frequency + saturation)
  }

  /// The weighted number of occurrences in a field.
  ///
  /// - Parameters:
  ///   - count: How often the word occurs in it.
  ///   - field: The field.
  ///   - length: The field's length, divided by the mean length.
  /// - Returns: The number.
  @inline(__always)
  package func frequency(_ count: Int, in field: FieldGroup, length: Double) -> Double {
    let place = Int(field.rawValue)
    let influence = lengthInfluence[place]
    return weights[place] * Double(count) / (1 - influence + influence * length)
  }
}
