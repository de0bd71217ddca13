import FresnelText

/// Text in the other characters of Chinese: the traditional ones of simplified text, and the other way round.
extension UserQuery {
  private static let mostWays = 8
  /// A longer text was not typed to be found by its characters.
  private static let mostCharacters = 64

  /// Whether a piece has a character that is another one in simplified or traditional Chinese.
  package var hasHanVariants: Bool {
    text.unicodeScalars.contains {
      $0.value >= 0x3400
        && (HanVariants.simplified($0) != nil || !HanVariants.traditional($0).isEmpty)
    }
  }

  /// A text in the other characters of Chinese.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text in simplified characters, then in traditional ones, of which a simplified one may be several:
  ///   at most eight ways, none of which is the text itself. None of a text of more than 64 characters.
  package static func hanVariants(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= mostCharacters else { return [] }
    var ways = [scalars.map { HanVariants.simplified($0) ?? $0 }]
    var traditional: [[Unicode.Scalar]] = [[]]
    for scalar in scalars {
      let choices = HanVariants.traditional(scalar)
      let way = choices.isEmpty ? [scalar] : choices
      // The first choice of all characters comes first.
      traditional = Array(
        way.flatMap { choice in traditional.map { $0 + [choice] } }.prefix(mostWays))
    }
    ways += traditional
    var texts: [String] = []
    for way in ways {
      var found = String.UnicodeScalarView()
      found.append(contentsOf: way)
      let other = String(found)
      if other != text, !texts.contains(other) { texts.append(other) }
    }
    return Array(texts.prefix(mostWays))
  }
}
