import FresnelText

/// Text with and without the article, which Arabic and Hebrew write as a part of the word behind it.
extension UserQuery {
  private static let mostScalars = 40
  /// What only makes an Arabic word longer.
  private static let tatweel: Unicode.Scalar = "\u{640}"
  /// The alef of the article where it is written with all marks; it does not fold to the plain one.
  private static let alefWasla: Unicode.Scalar = "\u{671}"

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
    var reader = FormText()
    var text = text(of: piece)
    text.withUTF8 { reader.read($0) }
    // Marks and hamza are not part of the letters any more.
    let typed = Array(String(decoding: reader.bytes, as: UTF8.self).unicodeScalars)
    let word = typed.compactMap(Self.plain)
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

  /// A letter as it is written without regard to how it joins its neighbours; `nil` for what only shapes the word.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar == alefWasla { return "ا" }
    return scalar == tatweel || scalar.properties.generalCategory == .format ? nil : scalar
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
