import FresnelText

/// A part of typed text that may be meant as a filter, such as `last week`. It narrows nothing by itself: the words
/// stay words until the person chooses the filter.
package struct NaturalFilter: Hashable, Sendable {
  /// What it narrows hits by.
  package let kind: UserQuery.Token.Kind
  /// The part of the text, as offsets into its UTF-8.
  package let range: Range<Int>
  /// What a person sees of it.
  package let shown: String
  /// What it asks of an item.
  package let query: Query
}

extension UserQuery {
  /// The most filters that are read in one text.
  package static let mostFilters = 4
  /// Longer texts, in bytes, are read for no filters: they were pasted.
  private static let mostBytesWithFilters = 512

  /// The parts of the text that may be meant as filters, in their order. What is in quotes, in tokens and in dismissed
  /// tokens is none.
  ///
  /// - Parameters:
  ///   - context: The time and the place that times are counted from.
  ///   - words: The words of the person's language.
  ///   - apps: The identifiers of the apps that a filter may name; asked for where one is named.
  /// - Returns: The filters, at most ``mostFilters``; no two have a part of the text in common.
  /// - Complexity: O(*n*) in the text.
  package func naturalFilters(
    in context: EvaluationContext, words: FilterWords = .english, apps: () -> [String] = { [] }
  ) -> [NaturalFilter] {
    guard text.utf8.count <= Self.mostBytesWithFilters else { return [] }
    let taken = tokens.map(\.range) + pieces.filter { $0.kind == .phrase }.map(\.range)
    let typed = FilterText(text).words
    let namesApp = typed.contains { words.field(of: $0.folded) == .app }
    let reader = FilterReader(words: words, context: context, apps: namesApp ? apps() : [])
    var found: [NaturalFilter] = []
    var index = 0
    while index < typed.count, found.count < Self.mostFilters {
      // A filter does not reach over what is no part of it.
      let end =
        typed[index...].firstIndex { word in taken.contains { $0.overlaps(word.range) } }
        ?? typed.count
      guard end > index, let match = reader.filter(at: typed[index..<end]) else {
        index += 1
        continue
      }
      let last = typed[index + match.wordCount - 1]
      found.append(
        NaturalFilter(
          kind: match.kind, range: typed[index].range.lowerBound..<last.range.upperBound,
          shown: match.shown, query: match.query))
      index += match.wordCount
    }
    return found
  }
}

/// The words of a text as filters are read from them: cut at white space, without the commas and points behind them.
struct FilterText {
  /// A word.
  struct Word {
    /// Where it is, as offsets into the UTF-8 of the text.
    let range: Range<Int>
    /// As it was typed.
    let typed: String
    /// Without case and diacritical marks.
    let folded: String

    init(_ typed: String, at start: Int) {
      range = start..<start + typed.utf8.count
      self.typed = typed
      folded = String(decoding: Self.folder.foldedBytes(typed), as: UTF8.self)
    }

    private static let folder = TextFolder(
      options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
  }

  let words: [Word]

  private static let quotes: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]
  private static let signsBehind: Set<Character> = [",", ";", ".", "!", "?"]

  init(_ text: String) {
    var words: [Word] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let end = Self.end(of: rest)
      var word = rest[..<end]
      while let last = word.last, Self.signsBehind.contains(last) { word.removeLast() }
      if !word.isEmpty {
        words.append(
          Word(String(word), at: text.utf8.distance(from: text.startIndex, to: start)))
      }
      rest = rest[end...]
    }
    self.words = words
  }

  /// Whether a character opens or closes a quote.
  static func isQuote(_ character: Character) -> Bool { quotes.contains(character) }

  /// The end of a word: white space, but for that in quotes behind a colon, as in `from:"Anna Smith"`.
  private static func end(of text: Substring) -> Substring.Index {
    let end = text.firstIndex(where: \.isWhitespace) ?? text.endIndex
    guard let colon = text[..<end].firstIndex(of: ":") else { return end }
    let value = text[text.index(after: colon)...]
    guard let mark = value.first, quotes.contains(mark),
      let close = value.dropFirst().firstIndex(where: quotes.contains)
    else { return end }
    return max(end, text.index(after: close))
  }
}
