public import FresnelText

/// A test of text: one pattern for whole elements, or patterns for words in them.
public struct TextTest: Sendable {
  /// How the patterns are held against an element.
  public enum Coverage: Sendable {
    /// Without `w` and `t`: the only pattern covers the element from end to end.
    case whole
    /// With `w` or `t`: each pattern matches from word boundary to word boundary.
    case words
    /// Of a word of a user query, which no query string has: the only pattern matches from edge to edge of runs.
    case runs
    /// Of the parts of a word of a user query, which no query string has: each segment of the only pattern begins a
    /// run, and these runs stand side by side.
    case parts
  }

  /// How the patterns are held against an element.
  public let coverage: Coverage
  /// One pattern, or with `t` one for each word of the value; all of them must match.
  public let patterns: [WordPattern]
  /// Folds elements as the patterns were folded.
  public let folder: TextFolder

  /// Prepares a value.
  public init(_ pattern: Pattern, modifiers: MatchModifiers, locale: TextLocale) {
    self.init(pattern, modifiers: modifiers, locale: locale, goesOn: { true })
  }

  /// The same for as long as there is time: it asks before each word, and when the answer is false, the test lacks
  /// words and what it says means nothing.
  init(
    _ pattern: Pattern, modifiers: MatchModifiers, locale: TextLocale, goesOn: () -> Bool
  ) {
    let folder = TextFolder(options: modifiers.foldOptions, locale: locale)
    self.folder = folder
    if modifiers.contains(.tokenized) {
      var words: [WordPattern] = []
      for word in pattern.distinctWords(locale: locale, goesOn: goesOn) where goesOn() {
        let word = WordPattern(word, folder: folder)
        if !word.segments.isEmpty { words.append(word) }
      }
      if !words.isEmpty {
        coverage = .words
        patterns = words
        return
      }
    }
    let isWords = modifiers.contains(.words) || modifiers.contains(.tokenized)
    coverage = isWords ? .words : .whole
    patterns = [WordPattern(pattern, folder: folder)]
  }

  /// Prepares a word of a user query, or its parts.
  ///
  /// - Parameters:
  ///   - pattern: The word; its parts with a `*` behind each.
  ///   - coverage: ``Coverage/runs`` or ``Coverage/parts``.
  ///   - locale: The language of the search.
  init(_ pattern: Pattern, covering coverage: Coverage, locale: TextLocale) {
    folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    self.coverage = coverage
    patterns = [WordPattern(pattern, folder: folder)]
  }

  /// Tells whether a text passes, all of whose words are in one element of a named attribute.
  ///
  /// Under `*` and `**` words may match in several elements, so no single text decides.
  public func accepts(_ text: String) -> Bool {
    if coverage == .whole, let literal = patterns[0].literal,
      let isEqual = folder.folds(text, to: literal)
    {
      return isEqual
    }
    let element = FoldedElement(text, folder: folder)
    return patterns.allSatisfy { ranges(of: $0, in: element) != nil }
  }

  /// The folded ranges of a pattern's segments in an element, or `nil` if it does not match.
  func ranges(of pattern: WordPattern, in element: FoldedElement) -> [Range<Int>]? {
    switch coverage {
    case .whole: pattern.rangesCoveringWhole(element)
    case .words: pattern.rangesOfWords(in: element)
    case .runs: pattern.rangesOfRuns(in: element)
    case .parts: pattern.rangesOfParts(in: element)
    }
  }
}

extension MatchModifiers {
  /// What folding overlooks.
  var foldOptions: FoldOptions {
    var options: FoldOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    return options
  }
}
