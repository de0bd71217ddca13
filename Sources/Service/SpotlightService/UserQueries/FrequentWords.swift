/// The words of a language that very many texts have: to have one tells little of an item.
///
/// What a word weighs belongs to the question alone. Counts of what a store holds would tell apps of each other's items,
/// and make scores of different stores and processes incomparable.
enum FrequentWords {
  /// The weight of a word that is not frequent, which is the greatest.
  static let greatestWeight = 20

  /// What a word weighs in a question.
  ///
  /// - Parameters:
  ///   - word: The word, in any case.
  ///   - goesOn: Whether longer words count that begin with it. Then it weighs no more than the most frequent of them:
  ///     very many texts have a word that begins with `t`.
  /// - Returns: A number from 0 to ``greatestWeight``.
  static func weight(of word: String, goesOn: Bool = false) -> Int {
    let word = Array(word.lowercased().utf8)
    let lines = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    var start = firstLine(from: word, in: lines)
    var weight = greatestWeight
    while start < lines.count, lines[start...].starts(with: word) {
      let end = lines[start...].firstIndex(of: UInt8(ascii: " ")) ?? lines.count
      guard goesOn || end - start == word.count else { break }
      weight = min(weight, value(ofDigit: lines[end + 1]))
      // Behind the digit and the end of the line.
      start = end + 3
    }
    return weight
  }

  /// Where the first line begins whose word does not precede a word.
  private static func firstLine(from word: [UInt8], in lines: UnsafeBufferPointer<UInt8>) -> Int {
    var (lower, upper) = (0, lines.count)
    while lower < upper {
      var start = (lower + upper) / 2
      while start > lower, lines[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      let end = lines[start...].firstIndex(of: UInt8(ascii: " ")) ?? lines.count
      if lines[start..<end].lexicographicallyPrecedes(word) {
        lower = end + 3
      } else {
        upper = start
      }
    }
    return lower
  }

  private static func value(ofDigit byte: UInt8) -> Int {
    Int(byte) - Int(byte < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}
