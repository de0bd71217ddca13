import FresnelText

/// Text with and without the article, which Arabic and Hebrew write as a part of the word behind it.
extension UserQuery {
  private static let mostScalars = 40
  /// What only makes an Arabic word longer.
  private static let tatweel: Unicode.Scalar = "\u{640}"

  /// Whether a piece is a word in Arabic or Hebrew letters.
  package var mayHaveArticle: Bool {
    text.unicodeScalars.contains { 0x0590...0x06FF ~= $0.value }
  }

  /// The words that a piece is with the article, or without the one that it has, and without tatweel.
  ///
  /// - Parameter piece: A piece of this query.
  /// - Returns: The words: none where it is in other letters or very long; two where the first letter may be the
  ///   article of Hebrew, for many words begin with that letter themselves. What begins like the article of Arabic
  ///   mostly has it.
  /// - Complexity: O(*n*) in the text.
  package func withOtherArticle(_ piece: Piece) -> [String] {
    guard piece.kind == .word || piece.kind == .prefix else { return [] }
    let typed = Array(text(of: piece).unicodeScalars)
    let word = typed.filter { $0 != Self.tatweel }
    guard 2...Self.mostScalars ~= word.count else { return [] }
    let article: [Unicode.Scalar]
    switch word[0].value {
    case 0x0590...0x05FF: article = ConsonantSpelling.hebrewArticle
    case 0x0600...0x06FF: article = ConsonantSpelling.arabicArticle
    default: return []
    }
    let rest = ConsonantSpelling.withoutArticle(word, article)
    let isSurely = article == ConsonantSpelling.arabicArticle && word.starts(with: article)
    let words = [word == typed ? nil : word, rest, isSurely ? nil : article + word]
    return words.compactMap { $0.map(Self.text) }
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
