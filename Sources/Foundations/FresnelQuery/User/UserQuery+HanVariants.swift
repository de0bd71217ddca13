import FresnelText

/// Text in the other characters of Chinese: the traditional ones of simplified text, and the other way round.
extension UserQuery {
  private static let mostWays = 12
  /// A longer text was not typed to be found by its characters.
  private static let mostCharacters = 64

  /// Whether a piece has a character that is another one in simplified or traditional Chinese.
  package var hasHanVariants: Bool {
    text.unicodeScalars.contains {
      $0.value >= 0x3400
        && (HanVariants.simplified($0) != nil || !HanVariants.traditional($0).isEmpty)
    }
  }

  /// The ways to write the text in the other characters of Chinese.
  ///
  /// - Returns: By the place of each piece that changes, what stands for it: all of them in simplified characters, then
  ///   in traditional ones, of which a simplified one may be several. In the latter a piece may also stand as it was
  ///   typed, for many characters are the same in both. At most twelve ways; none of a text of more than 64 characters.
  package func inOtherCharacters() -> [[Int: String]] {
    guard hasHanVariants, text.unicodeScalars.count <= Self.mostCharacters else { return [] }
    let places = pieces.indices.filter { pieces[$0].kind != .token }
    let typed = places.map { text(of: pieces[$0]) }
    let simplified = typed.map(Self.simplified)
    let choices = typed.map { piece in
      // What is the same in both stands as it was typed; else it is likelier the most usual of several.
      var texts = Self.traditional(piece)
      if !texts.contains(piece) { texts.insert(piece, at: min(1, texts.count)) }
      return texts
    }
    var ways: [[Int: String]] = []
    for texts in [simplified] + Self.combined(choices) {
      var way: [Int: String] = [:]
      for (index, place) in places.enumerated() where texts[index] != typed[index] {
        way[place] = texts[index]
      }
      if !way.isEmpty, !ways.contains(way) { ways.append(way) }
    }
    return Array(ways.prefix(Self.mostWays))
  }

  private static func simplified(_ text: String) -> String {
    Self.text(text.unicodeScalars.map { HanVariants.simplified($0) ?? $0 })
  }

  /// A text in traditional characters, the most usual ones first. A character that is traditional already may be one of
  /// several that its simplified one stands for.
  private static func traditional(_ text: String) -> [String] {
    let choices = text.unicodeScalars.map { scalar in
      let found = HanVariants.traditional(HanVariants.simplified(scalar) ?? scalar)
      return found.isEmpty ? [scalar] : found
    }
    return combined(choices).map(Self.text)
  }

  /// Ways to choose one of each of some lists: those first that take the first one of the most lists. Twice as many as
  /// are wanted, for some may be what was typed.
  private static func combined<Choice>(_ choices: [[Choice]]) -> [[Choice]] {
    var ways = [Array(repeating: 0, count: choices.count)]
    var next = 0
    while next < ways.count, ways.count < 2 * mostWays {
      let way = ways[next]
      next += 1
      for place in ((way.lastIndex { $0 > 0 } ?? -1) + 1)..<choices.count {
        for choice in choices[place].indices.dropFirst() where ways.count < 2 * mostWays {
          var other = way
          other[place] = choice
          ways.append(other)
        }
      }
    }
    return ways.map { way in zip(choices, way).map { $0[$1] } }
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
