public import FresnelText

/// What the pieces of a user query ask an item to hold.
extension UserQuery {
  /// The clause of a piece, anywhere in the item, ignoring case and diacritics.
  ///
  /// - Parameters:
  ///   - piece: A piece of this query.
  ///   - goesOn: Whether longer words count that begin with its last one.
  ///   - locale: The language that words are told apart by.
  /// - Returns: The clause; `nil` for a token, and for a piece in which there is no word.
  public func clause(for piece: Piece, goesOn: Bool, locale: TextLocale) -> Query? {
    switch piece.kind {
    case .token: return nil
    case .phrase:
      return .comparison(
        Comparison(
          attribute: .metadataAndText, comparator: .equal,
          value: .pattern(Pattern([.text(text(of: piece))])),
          modifiers: [.caseInsensitive, .diacriticInsensitive, .words]))
    case .word, .prefix, .code:
      return Self.clause(for: text(of: piece), goesOn: goesOn, locale: locale)
    }
  }

  /// The clause of a text that is written without white space.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - goesOn: Whether longer words count that begin with its last one.
  ///   - locale: The language that words are told apart by.
  /// - Returns: The clause; `nil` for a text in which there is no word.
  public static func clause(for text: String, goesOn: Bool, locale: TextLocale) -> Query? {
    query(for: text, lastGoesOn: goesOn, locale: locale)
  }
}
