internal import FresnelModel

/// How often an item has the words of a question, and how long its texts are.
struct WordCounts: Sendable {
  /// How often each word stands in each field: words of the first field, then of the next.
  private(set) var counts: [UInt16]
  /// The words of each field.
  private(set) var lengths = [Int](repeating: 0, count: FieldGroup.allCases.count)
  /// How often a word of the question is followed by the next one.
  private(set) var neighbours: [UInt16]
  /// The words of the question.
  let wordCount: Int

  /// Makes counts of nothing.
  init(wordCount: Int) {
    self.wordCount = wordCount
    counts = [UInt16](repeating: 0, count: wordCount * FieldGroup.allCases.count)
    neighbours = [UInt16](repeating: 0, count: wordCount)
  }

  /// How often a word stands in a field.
  func count(of word: Int, in field: FieldGroup) -> Int {
    Int(counts[Int(field.rawValue) * wordCount + word])
  }

  /// Whether any field has a word.
  func has(_ word: Int) -> Bool {
    FieldGroup.allCases.contains { count(of: word, in: $0) > 0 }
  }

  /// Counts a text of so many words.
  mutating func add(length: Int, to field: FieldGroup) { lengths[Int(field.rawValue)] += length }

  /// Counts an occurrence.
  mutating func add(_ word: Int, to field: FieldGroup) {
    let index = Int(field.rawValue) * wordCount + word
    if counts[index] < .max { counts[index] += 1 }
  }

  /// Counts a word that is followed by the next one of the question.
  mutating func addNeighbours(_ word: Int) {
    if neighbours[word] < .max { neighbours[word] += 1 }
  }
}
