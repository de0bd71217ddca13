/// The words of a language that are spelt right, whatever the items of a person have.
///
/// A right word that no item has is not taken for an error, for the person means this very word. The list has English
/// words of three letters and more; other languages have no list as yet.
enum KnownWords {
  /// Whether a word is spelt right.
  ///
  /// - Parameter word: The word in UTF-8, folded as terms are.
  /// - Returns: Whether the list has it. Takes a binary search and a look through one line.
  static func contains(_ word: [UInt8]) -> Bool {
    guard word.allSatisfy({ isSmallLetter($0) }) else { return false }
    let lines = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    return isWord(word, in: lines, at: lastLine(before: word, in: lines))
  }

  /// Where the last line begins whose first word does not follow a word; the first line, where there is none.
  private static func lastLine(before word: [UInt8], in lines: UnsafeBufferPointer<UInt8>) -> Int {
    // The line at the lower end is the one sought or precedes it; those from the upper end on follow the word.
    var (lower, upper) = (0, lines.count)
    while true {
      let middle = (lower + upper) / 2
      let start = (lines[..<middle].lastIndex(of: newline) ?? -1) + 1
      // No line but the lower one begins in the first half: try the first one of the second half.
      let next =
        start > lower ? start : (lines[middle..<upper].firstIndex(of: newline) ?? upper - 1) + 1
      guard next < upper else { return lower }
      let end = lines[next...].firstIndex { !isSmallLetter($0) } ?? lines.count
      if word.lexicographicallyPrecedes(lines[next..<end]) {
        upper = next
      } else {
        lower = next
      }
    }
  }

  /// Whether a line has a word.
  private static func isWord(
    _ word: [UInt8], in lines: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    var candidate: [UInt8] = []
    var place = start
    while place < lines.count, lines[place] != newline {
      if !isSmallLetter(lines[place]) {
        candidate.removeSubrange(Int(lines[place] - UInt8(ascii: "A"))...)
        place += 1
      }
      while place < lines.count, isSmallLetter(lines[place]) {
        candidate.append(lines[place])
        place += 1
      }
      if candidate == word { return true }
    }
    return false
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isSmallLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
}
