/// The words of a language that very many texts have: to have one tells little of an item.
///
/// What a word weighs belongs to the question alone. Counts of what a store holds would tell apps of each other's items,
/// and make scores of different stores and processes incomparable.
enum FrequentWords {
  /// The weight of a word that is not frequent, which is the greatest.
  static let greatestWeight = 15

  /// What a word weighs in a question.
  ///
  /// - Parameter word: The word, in any case.
  /// - Returns: A number from 0 to ``greatestWeight``.
  static func weight(of word: String) -> Int {
    weight(of: Array(word.lowercased().utf8))
  }

  private static func weight(of word: [UInt8]) -> Int {
    let lines = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    // The word is among the lines that begin from the lower bound on and below the upper one.
    var (lower, upper) = (0, lines.count)
    while lower < upper {
      var start = (lower + upper) / 2
      while start > lower, lines[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      let end = lines[start...].firstIndex(of: UInt8(ascii: " ")) ?? lines.count
      let found = lines[start..<end]
      if found.elementsEqual(word) { return hexadecimalDigit(lines[end + 1]) }
      if found.lexicographicallyPrecedes(word) {
        // Behind the digit and the end of the line.
        lower = end + 3
      } else {
        upper = start
      }
    }
    return greatestWeight
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> Int {
    Int(byte) - Int(byte < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}
