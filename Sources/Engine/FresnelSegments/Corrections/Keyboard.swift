/// Which letters lie next to each other on a keyboard: there a finger slips.
package struct Keyboard: Sendable {
  /// The places of keys by their letters: the row, and the distance from the left in quarters of a key.
  private let places: [UInt32: (row: Int, quarter: Int)]

  /// By how many quarters of a key each row is moved to the right.
  private static let indents = [0, 1, 3]

  private static let qwerty = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
  private static let qwertz = ["qwertzuiop", "asdfghjkl", "yxcvbnm"]
  private static let azerty = ["azertyuiop", "qsdfghjklm", "wxcvbn"]
  private static let cyrillic = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"]

  private static let qwertzLanguages: Set<String> = [
    "bs", "cs", "de", "hr", "hu", "lb", "sk", "sl", "sq",
  ]
  private static let azertyLanguages: Set<String> = ["br", "fr", "wa"]

  /// The keyboard of a language, with Cyrillic letters besides the Latin ones; without a language, the one that
  /// most languages have.
  ///
  /// - Parameter language: A language tag, as `de` or `de-AT`.
  package init(language: String? = nil) {
    let code = String((language ?? "").lowercased().prefix { $0 != "-" && $0 != "_" })
    let latin =
      Self.qwertzLanguages.contains(code)
      ? Self.qwertz : Self.azertyLanguages.contains(code) ? Self.azerty : Self.qwerty
    var places: [UInt32: (row: Int, quarter: Int)] = [:]
    for rows in [latin, Self.cyrillic] {
      for (row, letters) in rows.enumerated() {
        for (column, letter) in letters.unicodeScalars.enumerated() {
          places[letter.value] = (row, 4 * column + Self.indents[row])
        }
      }
    }
    self.places = places
  }

  /// Whether two letters have keys that touch.
  func areNeighbors(_ one: UInt32, _ other: UInt32) -> Bool {
    guard one != other, let first = places[one], let second = places[other],
      (one < 0x80) == (other < 0x80)
    else { return false }
    return abs(first.row - second.row) <= 1 && abs(first.quarter - second.quarter) <= 4
  }
}
