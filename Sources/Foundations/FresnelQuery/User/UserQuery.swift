public import FresnelText

/// Queries made from what a person types.
public enum UserQuery {
  /// The query of a system search: every word, the last one as the beginning of a word, ignoring
  /// case and diacritics, each anywhere in the item.
  ///
  /// Typing `Ab de` asks `** == "Ab"cdwt && ** == "de*"cdwt`.
  ///
  /// - Parameters:
  ///   - typed: What was typed, in any state; nothing in it is a wildcard.
  ///   - locale: The language that words are told apart by.
  /// - Returns: `nil` when nothing was typed that could be searched for, such as punctuation alone.
  public static func query(for typed: String, locale: TextLocale) -> Query? {
    let utf8 = Array(typed.utf8)
    let words = WordSegmenter.words(in: typed, locale: locale)
    guard !words.isEmpty else { return nil }
    return .all(
      of: words.enumerated().map { index, range in
        let word = Pattern.Element.text(String(decoding: utf8[range], as: UTF8.self))
        return .comparison(
          Comparison(
            attribute: .metadataAndText, comparator: .equal,
            value: .pattern(Pattern(index < words.count - 1 ? [word] : [word, .anySequence])),
            modifiers: [.caseInsensitive, .diacriticInsensitive, .words, .tokenized]))
      })
  }

  /// The text with a backslash before each quote, backslash and wildcard, so that between quotes of
  /// either kind it stands for itself.
  public static func escape(_ text: String) -> String {
    escaped(text, "\"'\\*?")
  }
}
