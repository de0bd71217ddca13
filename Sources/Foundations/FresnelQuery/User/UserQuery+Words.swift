public import FresnelText

/// What a person types as a query of the query language.
extension UserQuery {
  /// The query of a system search: every word, the last one as the beginning of a word, ignoring
  /// case and diacritics, each anywhere in the item.
  ///
  /// Typing `Ab de` asks `** == "Ab"cdwt && ** == "de*"cdwt`. Words that touch, as in Japanese or
  /// Thai, may also be found as they stand: while somebody types, what is there so far often falls
  /// into other words than the finished text does.
  ///
  /// - Parameters:
  ///   - typed: What was typed, in any state; nothing in it is a wildcard.
  ///   - locale: The language that words are told apart by.
  /// - Returns: `nil` when nothing was typed that could be searched for, such as punctuation alone.
  public static func query(for typed: String, locale: TextLocale) -> Query? {
    let utf8 = Array(typed.utf8)
    let words = WordSegmenter.words(in: typed, locale: locale)
    guard let last = words.last else { return nil }
    func clause(_ range: Range<Int>, _ modifiers: MatchModifiers) -> Query {
      let text = Pattern.Element.text(String(decoding: utf8[range], as: UTF8.self))
      let isOpen = range.upperBound == last.upperBound
      return .comparison(
        Comparison(
          attribute: .metadataAndText, comparator: .equal,
          value: .pattern(Pattern(isOpen ? [text, .anySequence] : [text])),
          modifiers: modifiers.union([.caseInsensitive, .diacriticInsensitive, .words])))
    }
    var clauses: [Query] = []
    clauses.reserveCapacity(words.count)
    // A word typed twice asks for nothing more.
    var known: Set<ArraySlice<UInt8>> = []
    var rest = words[...]
    while let first = rest.first {
      let run = rest.prefix(touchingCount(rest))
      rest = rest.dropFirst(run.count)
      if run.count == 1 {
        if words.count > 1, !rest.isEmpty, !known.insert(utf8[first]).inserted { continue }
        clauses.append(clause(first, .tokenized))
      } else {
        clauses.append(
          .any(of: [
            .all(of: run.map { clause($0, .tokenized) }),
            clause(first.lowerBound..<run[run.endIndex - 1].upperBound, []),
          ]))
      }
    }
    return .all(of: clauses)
  }

  /// The text with a backslash before each quote, backslash and wildcard, so that between quotes of
  /// either kind it stands for itself.
  public static func escape(_ text: String) -> String {
    escaped(text, "\"'\\*?")
  }

  /// How many of the words, from the first on, have nothing between them.
  private static func touchingCount(_ words: ArraySlice<Range<Int>>) -> Int {
    var end = words.startIndex + 1
    while end < words.endIndex, words[end].lowerBound == words[end - 1].upperBound { end += 1 }
    return end - words.startIndex
  }
}
