internal import FresnelQuery
internal import FresnelSegments
internal import FresnelText

/// A word that somebody asked for.
struct AskedWord: Hashable, Sendable {
  /// The most words of a question that count: as many as there are bits to note them in.
  static let largestCount = 32
  /// The most bytes of a question that are looked at.
  static let largestQuestion = 1_000

  /// The word, folded as its language is, in UTF-8.
  let folded: [UInt8]
  /// The word as the index folds it, whatever the language.
  let indexed: [UInt8]
  /// What it has in common with its other forms.
  let stem: [UInt8]
  /// The rules that its stem is made by, as ``Stemmer/code(of:)`` names them, in UTF-8; empty where there are none.
  let rules: [UInt8]
  /// Whether it may go on: it was being typed.
  let isBeginning: Bool
  /// Whether it may have other forms: there are rules for its language, and it is no number.
  let hasForms: Bool
  /// Whether its language folds letters as the index does.
  let foldsAsRoot: Bool
  /// How often the question has it.
  private(set) var count = 1

  /// What all its forms begin with.
  var commonBeginning: ArraySlice<UInt8> {
    if isBeginning { return folded[...] }
    var shared = zip(folded, stem).prefix { $0 == $1 }.count
    // Rules turn a y at the end into an i, which is no beginning of the word with a y.
    if shared == stem.count, stem.last == UInt8(ascii: "i"), shared > 4 { shared -= 1 }
    // Not into the middle of a character.
    while shared > 0, shared < folded.count, folded[shared] & 0xc0 == 0x80 { shared -= 1 }
    return shared < 3 ? folded[...] : folded[..<shared]
  }

  /// The words of a question, each once and with its count, in order.
  ///
  /// - Parameters:
  ///   - question: What was asked.
  ///   - language: The language that its words are taken for.
  ///   - isBeingTyped: Whether the last word may go on.
  /// - Returns: At most ``largestCount`` words.
  static func words(in question: String, language: String, isBeingTyped: Bool) -> [AskedWord] {
    let locale = TextLocale(identifier: language)
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    let indexFolder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
    let bytes = Array(question.utf8.prefix(largestQuestion))
    let text = String(decoding: bytes, as: UTF8.self)
    let ranges = WordSegmenter.words(in: text, locale: locale)
    let utf8 = Array(text.utf8)
    let stemmer = Stemmer(language: language)
    let rules = Array((Stemmer.code(of: language) ?? "").utf8)
    var words: [AskedWord] = []
    for (number, range) in ranges.enumerated() {
      let written = String(decoding: utf8[range], as: UTF8.self)
      let folded = folder.foldedBytes(written)
      let isBeginning = isBeingTyped && number == ranges.count - 1 && range.upperBound == utf8.count
      let word = AskedWord(
        folded: folded, indexed: indexFolder.foldedBytes(written),
        stem: isBeginning ? folded : stemmer?.stem(folded) ?? folded,
        rules: rules,
        isBeginning: isBeginning, hasForms: stemmer != nil && !folded.allSatisfy(Self.isDigit),
        foldsAsRoot: folder.foldsAsRoot)
      if let place = words.firstIndex(where: { $0.folded == folded }) {
        words[place].count += 1
      } else if !folded.isEmpty, words.count < largestCount {
        words.append(word)
      }
    }
    return words
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// How documents that have the word, or a form of it, are found.
  ///
  /// - Parameter context: The time, time zone and locale that a query is understood in.
  /// - Returns: The word for the engine.
  /// - Throws: `QueryError` when the word can't be searched for.
  func ranked(_ context: EvaluationContext) throws(QueryError) -> RankedWord {
    RankedWord(try source(context), count: count)
  }

  private func source(_ context: EvaluationContext) throws(QueryError) -> RankedWord.Source {
    // A word that the index has as several terms, or folds otherwise, is what a query finds.
    guard folded == indexed, RankedWord.isOneTerm(indexed) else {
      let inNames = PlannedQuery(
        try CompiledQuery(query(.named("title")), context: context))
      let anywhere = PlannedQuery(
        try CompiledQuery(query(.metadataAndText), context: context))
      // Pages are marked by the rules of no language in particular.
      guard foldsAsRoot, let marks = CompoundWords.marks(of: indexed) else {
        return .queries(inNames: inNames, anywhere: anywhere)
      }
      return .marked(
        WordMarks(
          everywhere: CompoundWords.everywhere, inNames: marks.inTitle,
          anywhere: marks.anywhere, isBeginning: isBeginning),
        inNames: inNames, anywhere: anywhere)
    }
    if isBeginning { return .beginning(indexed) }
    // A word that is its own stem has longer forms: tomatoes are found for tomato. Of less than three bytes nearly
    // all words would have to be looked at.
    return hasForms && indexed.count >= 3
      ? .forms(beginning: Array(commonBeginning), key: formsKey) : .term(indexed)
  }

  /// What determines the forms of the word: words that are alike have the same ones by the same rules. However the
  /// language is written, the key is one, so that no client can have one word remembered many times.
  private var formsKey: [UInt8] { rules + [0] + folded }

  /// What items match that have the word itself in an attribute.
  private func query(_ attribute: AttributeReference) -> Query {
    let text = String(decoding: folded, as: UTF8.self)
    return .comparison(
      Comparison(
        attribute: attribute, comparator: .equal,
        value: .pattern(Pattern(isBeginning ? [.text(text), .anySequence] : [.text(text)])),
        modifiers: [.caseInsensitive, .diacriticInsensitive, .words, .tokenized]))
  }
}
