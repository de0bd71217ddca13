/// What the rule by which words are corrected could reach at best: the word that was meant is so near that it is among
/// those looked at.
///
/// Words of four letters may have one error, those of eight letters two, of which none is in the first letter. An error
/// is a letter too many, too few or in the place of another one, or two letters exchanged.
package enum CorrectionCeiling {
  /// The letters that a word has at least for one error and for two.
  package static let leastLetters = [4, 8]

  /// Whether the rule allows a word to be taken for another one.
  ///
  /// - Parameters:
  ///   - typed: The word as it was typed.
  ///   - meant: The word that was meant.
  /// - Returns: Whether it is one of those that are looked at.
  package static func allows(_ typed: String, for meant: String) -> Bool {
    let (typed, meant) = (Array(typed.lowercased()), Array(meant.lowercased()))
    guard typed.allSatisfy(\.isLetter), meant.allSatisfy(\.isLetter) else { return false }
    let distance = distance(typed, meant)
    guard distance > 0, distance <= leastLetters.count else { return false }
    guard typed.count >= leastLetters[distance - 1] else { return false }
    return distance == 1 || typed.first == meant.first
  }

  /// The fewest errors that make one word of another, by optimal string alignment: no letter takes part in two.
  ///
  /// - Parameters:
  ///   - typed: A word.
  ///   - meant: Another one.
  /// - Returns: The number of errors.
  package static func distance(_ typed: [Character], _ meant: [Character]) -> Int {
    var rows = [Array(0...meant.count)]
    for row in 0..<typed.count {
      var next = [row + 1]
      for column in 0..<meant.count {
        let isSame = typed[row] == meant[column]
        var least = min(
          rows[row][column] + (isSame ? 0 : 1), rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, typed[row] == meant[column - 1], typed[row - 1] == meant[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[typed.count][meant.count]
  }
}
