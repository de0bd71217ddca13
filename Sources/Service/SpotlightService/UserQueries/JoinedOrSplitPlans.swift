internal import FresnelEngine
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Makes the plans in which two words are one, or one word is several.
///
/// Words are joined and taken apart only into words that items have which the searcher is shown: so nearly all plans
/// find something, and an app learns nothing of another one. The plans that the index mostly answers by itself come
/// first: one that would compare too many items ends the reading.
struct JoinedOrSplitPlans {
  private let maker: PlanMaker
  /// Tells which words there are, and what it took to find out.
  private(set) var counter: WordCounter

  private static let mostPlans = 12
  /// The most pieces of a text: a question in whole sentences is written as it was meant.
  private static let mostPieces = 8
  private static let mostJoined = 3
  private static let mostSplits = 4
  /// So many words of a text are taken apart: those that the fewest items have.
  private static let mostWords = 2
  private static let joinedLengths = 4...64
  /// Text of scripts without spaces is divided into so many words at most: a whole sentence was not typed to be found.
  private static let mostDivided = 16
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  init(_ maker: PlanMaker, in stores: [VisibleStore], isOver: @escaping @Sendable () -> Bool) {
    self.maker = maker
    counter = WordCounter(in: stores, isOver: isOver)
  }

  /// The plans, in the order in which they run.
  mutating func plans() -> [ReadingPlan] {
    guard maker.query.pieces.count <= Self.mostPieces else { return [] }
    let plans = (joined() + split() + divided()).prefix(Self.mostPlans)
    return plans.map { plan in
      var plan = plan
      plan.comparesAll = true
      return plan
    }
  }

  private var words: [(place: Int, piece: Piece, text: String)] {
    maker.query.pieces.enumerated().compactMap { place, piece in
      guard piece.kind == .word || piece.kind == .prefix else { return nil }
      return (place: place, piece: piece, text: maker.query.text(of: piece))
    }
  }

  // MARK: - Joined

  /// The plans in which two words side by side are one.
  private mutating func joined() -> [ReadingPlan] {
    let words = words
    var pairs: [(place: Int, term: Understanding.Term)] = []
    for (first, second) in zip(words, words.dropFirst()) where first.place + 1 == second.place {
      if let term = joining((first.piece, first.text), (second.piece, second.text)) {
        pairs.append((place: first.place, term: term))
      }
    }
    let counts = counter.counts(
      pairs.map { (text: $0.term.text, goesOn: $0.term.traits.contains(.isPrefix)) })
    return zip(pairs, counts ?? []).filter { $1 > 0 }.prefix(Self.mostJoined)
      .compactMap { pair, _ in
        let joined = PlanMaker.Replacement([pair.term], pieceCount: 2)
        return maker.plan(of: .joinedOrSplit, putting: [pair.place: joined])
      }
  }

  /// The word that two pieces are together; `nil` where something is between them, or they are no parts of a word.
  private func joining(
    _ first: (piece: Piece, text: String), _ second: (piece: Piece, text: String)
  ) -> Understanding.Term? {
    let text = first.text + second.text
    let gap = maker.query.text.utf8.dropFirst(first.piece.range.upperBound)
      .prefix(second.piece.range.lowerBound - first.piece.range.upperBound)
    guard String(decoding: gap, as: UTF8.self).allSatisfy(\.isWhitespace),
      Self.joinedLengths.contains(text.count), WordSplits.isOfLetters(text),
      let before = first.text.last, let after = second.text.first,
      WordSplits.mayPart(before, after)
    else { return nil }
    return Understanding.Term(
      range: first.piece.range.lowerBound..<second.piece.range.upperBound, text: text,
      traits: second.piece.mayGoOn ? .isPrefix : [])
  }

  // MARK: - Split

  private typealias SplitWord = (place: Int, piece: Piece, split: WordSplits.Split)

  /// The plans in which a word is several: first side by side, which the index proves, then as parts of names.
  private mutating func split() -> [ReadingPlan] {
    let words = splitWords()
    let phrases = words.filter(\.split.endsInWord).map { phrase($0, goesOn: false) }
    let names = words.map { word in
      plan(
        word, Comparison(parts: word.split.parts), goesOn: word.split.parts.map { _ in true })
    }
    let growing = words.prefix(1).filter { $0.split.areWords && $0.piece.mayGoOn }
      .map { phrase($0, goesOn: true) }
    return (phrases + names + growing).compactMap(\.self)
  }

  /// The words that are taken apart, each with a way to do so, the best first.
  private mutating func splitWords() -> [SplitWord] {
    let words = words.filter { WordSplits.mayHaveParts($0.text) }
    let asTyped = words.map { (text: $0.text, goesOn: $0.piece.mayGoOn) }
    guard let counts = counter.counts(asTyped) else { return [] }
    let rarest = counts.indices.sorted { (counts[$0], $0) < (counts[$1], $1) }
    var found: [SplitWord] = []
    for index in rarest.prefix(Self.mostWords) {
      let (place, piece, text) = words[index]
      // What is a word was not meant as beginnings of others.
      let isWord = counts[index] > 0 || KnownWords.contains(Self.folder.foldedBytes(text))
      let splits = WordSplits(text, goesOn: piece.mayGoOn, takesBeginnings: !isWord)?
        .splits(&counter)
      found += (splits ?? []).map { (place: place, piece: piece, split: $0) }
    }
    return Array(found.sorted(by: Self.precedes).prefix(Self.mostSplits))
  }

  private static func precedes(_ left: SplitWord, _ right: SplitWord) -> Bool {
    if WordSplits.Split.precedes(left.split, right.split) { return true }
    if WordSplits.Split.precedes(right.split, left.split) { return false }
    return left.place < right.place
  }

  /// The plan in which the parts of a word stand side by side with a space between them.
  private func phrase(_ word: SplitWord, goesOn: Bool) -> ReadingPlan? {
    let text = word.split.parts.joined(separator: " ")
    return plan(
      word, UserQuery.comparison(with: text, goesOn: goesOn),
      goesOn: word.split.parts.indices.map { goesOn && $0 == word.split.parts.count - 1 })
  }

  /// The plan in which parts stand for a word.
  ///
  /// - Parameters:
  ///   - word: The word and its parts.
  ///   - comparison: What is asked of an item.
  ///   - goesOn: By part, whether words count that only begin so.
  /// - Returns: The plan.
  private func plan(
    _ word: SplitWord, _ comparison: Comparison, goesOn: [Bool]
  ) -> ReadingPlan? {
    let terms = Self.terms(word.split.parts, of: word.piece, goesOn: goesOn)
    return maker.plan(
      of: .joinedOrSplit,
      putting: [word.place: PlanMaker.Replacement(terms, comparison: comparison)])
  }

  /// Parts as terms, each for its place in the text.
  private static func terms(
    _ parts: [String], of piece: Piece, goesOn: [Bool]
  ) -> [Understanding.Term] {
    var start = piece.range.lowerBound
    return zip(parts, goesOn).map { part, goesOn in
      let end = start + part.utf8.count
      defer { start = end }
      return Understanding.Term(range: start..<end, text: part, traits: goesOn ? .isPrefix : [])
    }
  }

  // MARK: - Divided

  /// The plan in which text of scripts that are written without spaces is words, wherever each stands.
  private func divided() -> [ReadingPlan] {
    var chunks: [Int: PlanMaker.Replacement] = [:]
    var count = 0
    for (place, piece, text) in words where WordSplits.isWithoutSpaces(text) {
      let ranges = WordSegmenter.words(in: text, locale: .root)
      guard ranges.count > 1, count + ranges.count <= Self.mostDivided else { continue }
      count += ranges.count
      let utf8 = Array(text.utf8)
      let terms = ranges.enumerated().map { number, range in
        Understanding.Term(
          range: piece.range.lowerBound + range.lowerBound..<piece.range.lowerBound
            + range.upperBound,
          text: String(decoding: utf8[range], as: UTF8.self),
          traits: piece.mayGoOn && number == ranges.count - 1 ? .isPrefix : [])
      }
      chunks[place] = PlanMaker.Replacement(terms)
    }
    guard !chunks.isEmpty else { return [] }
    return [maker.plan(of: .joinedOrSplit, putting: chunks)].compactMap(\.self)
  }
}
