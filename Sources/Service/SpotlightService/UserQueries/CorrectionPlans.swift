internal import FresnelEngine
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Makes the plans in which words are corrected.
///
/// Those words are that no shown document has. Where nothing is found so, it is also one word that another one, of many
/// more documents, may have been meant by. A finished word that is known to be right is never
/// taken for an error: where no document has it, nothing is corrected, for nothing has all that is meant. Nor is
/// anything where the text is the spelling of a shown name in another script.
struct CorrectionPlans {
  /// Whether a walk through words ended before all were seen: then its reading has no plans.
  private(set) var isLimited = false
  /// Whether something may be missing, as the time was over or part of a store could not be read.
  private(set) var isPartial = false

  private let maker: PlanMaker
  private let keyboardLanguage: String
  private let isFinished: Bool
  private let stores: [VisibleStore]
  private let isOver: @Sendable () -> Bool
  /// By the place of a piece, the words that may have errors; `nil` until the stores were asked.
  private var words: [Int: DoubtfulWord]?
  /// Whether nothing is to be corrected: there is a finished word that is right and in no document, or the text is the
  /// spelling of a name.
  private var isMeantSo = false
  /// The numbers of errors that words were looked through for, by the place of a piece.
  private var looked: [Int: Set<Int>] = [:]

  private static let mostPlans = 24
  /// So many times as many documents must a word have that is to replace one that exists.
  private static let timesAsCommon = 20

  init(
    _ maker: PlanMaker, keyboardLanguage: String, isFinished: Bool, in stores: [VisibleStore],
    isOver: @escaping @Sendable () -> Bool
  ) {
    self.maker = maker
    self.isFinished = isFinished
    self.keyboardLanguage = keyboardLanguage
    self.stores = stores
    self.isOver = isOver
  }

  /// The plans of a reading in which the words that no document has are corrected, likeliest first.
  ///
  /// - Parameter reading: Of one edit or of two.
  /// - Returns: The plans.
  mutating func plans(of reading: Reading) -> [ReadingPlan] {
    let edits = Self.edits(of: reading)
    guard let words = examined(), !isMeantSo else { return [] }
    let unknown = Self.unknown(words)
    guard !unknown.isEmpty else { return [] }
    // A single word must have the edits; of several, some may have fewer.
    let choices = combined(unknown, fewest: unknown.count == 1 ? edits : 1, edits)
    return plans(of: reading, choices.filter { $0.edits == edits })
  }

  /// The plans of a reading in which a word that some documents have is corrected too, likeliest first.
  ///
  /// They are for texts of which nothing else was found: then the word may be one that another word, one of many more
  /// documents, was meant by. That costs a walk for each word, which the plans of unknown words alone spare.
  ///
  /// - Parameter reading: Of one edit or of two.
  /// - Returns: The plans.
  mutating func plansWithKnownWord(of reading: Reading) -> [ReadingPlan] {
    let edits = Self.edits(of: reading)
    guard let words = examined(), !isMeantSo else { return [] }
    let unknown = Self.unknown(words)
    let others = words.keys.filter { !unknown.contains($0) }.sorted()
    let bases = others.isEmpty ? [] : combined(unknown, fewest: 1, edits)
    guard !bases.isEmpty else { return [] }
    var choices: [Choice] = []
    for place in others {
      let least = Self.timesAsCommon * (words[place]?.documentCount ?? 0)
      for edits in (unknown.isEmpty ? edits : 1)...edits {
        guard let found = corrections(at: place, edits: edits, leastCount: least) else { return [] }
        choices += found.flatMap { word in bases.map { $0.replacing(place, by: word) } }
      }
    }
    return plans(
      of: reading, choices.filter { $0.edits == edits }.stablySorted { $0.cost })
  }

  private static func edits(of reading: Reading) -> Int { reading == .oneEdit ? 1 : 2 }

  /// The places of words that no document has.
  private static func unknown(_ words: [Int: DoubtfulWord]) -> [Int] {
    words.keys.filter { words[$0]?.documentCount == 0 }.sorted()
  }

  private func plans(of reading: Reading, _ choices: [Choice]) -> [ReadingPlan] {
    isLimited ? [] : choices.prefix(Self.mostPlans).compactMap { plan(of: reading, $0) }
  }

  /// Words that stand for pieces.
  private struct Choice {
    private(set) var words: [Int: WordCorrection] = [:]
    private(set) var cost = 0
    private(set) var edits = 0

    func replacing(_ place: Int, by word: WordCorrection) -> Choice {
      var choice = self
      choice.words[place] = word
      choice.cost += word.cost
      choice.edits = max(edits, word.edits)
      return choice
    }
  }

  /// The likeliest ways to correct all of some pieces, each by at least and at most so many edits.
  private mutating func combined(_ places: [Int], fewest: Int, _ most: Int) -> [Choice] {
    var choices = [Choice()]
    for place in places {
      var found: [WordCorrection] = []
      for edits in fewest...most {
        guard let words = corrections(at: place, edits: edits, leastCount: 1) else { return [] }
        found += words
      }
      // A word that nothing stands for ends it, whatever there is for those behind it.
      if found.isEmpty { return [] }
      // Only those that are kept are made. Equals stay in their order, so that the same is chosen each time.
      let pairs = choices.indices.flatMap { choice in found.map { (choice: choice, word: $0) } }
      choices = pairs.stablySorted { choices[$0.choice].cost + $0.word.cost }
        .prefix(4 * Self.mostPlans)
        .map { choices[$0.choice].replacing(place, by: $0.word) }
    }
    return choices
  }

  /// What may stand for a piece; `nil` when the time is over.
  private mutating func corrections(
    at place: Int, edits: Int, leastCount: Int
  ) -> [WordCorrection]? {
    guard var word = words?[place] else { return [] }
    if looked[place, default: []].insert(edits).inserted {
      for store in stores {
        if noteEnd() { return nil }
        word.look(edits: edits, in: store.snapshot, store.filter, isCancelled: isOver)
      }
      words?[place] = word
    }
    if word.isLimited { isLimited = true }
    if word.isPartial { isPartial = true }
    return word.chosenCorrections(edits: edits, limit: Self.mostPlans, leastCount: leastCount)
  }

  /// Whether the time is over, which a walk in a store notices late.
  private mutating func noteEnd() -> Bool {
    guard isOver() else { return false }
    isPartial = true
    return true
  }

  /// The words that may have errors, with how many documents have them; `nil` when the time is over.
  private mutating func examined() -> [Int: DoubtfulWord]? {
    if let words { return words }
    var examined: [Int: DoubtfulWord] = [:]
    for (place, piece) in maker.query.pieces.enumerated()
    where piece.kind == .word || piece.kind == .prefix {
      let text = maker.query.text(of: piece)
      func doubtfulWord(goesOn: Bool) -> DoubtfulWord? {
        DoubtfulWord(text, goesOn: goesOn, keyboardLanguage: keyboardLanguage)
      }
      // A last word that is too short for the beginning of a misspelt one is a whole one for who is done.
      guard
        var word = doubtfulWord(goesOn: piece.mayGoOn)
          ?? (isFinished ? doubtfulWord(goesOn: false) : nil)
      else { continue }
      for store in stores {
        if noteEnd() { return nil }
        word.count(in: store.snapshot, store.filter, isCancelled: isOver)
      }
      if word.isPartial { isPartial = true }
      if !piece.mayGoOn, word.documentCount == 0, KnownWords.contains(word.text) {
        isMeantSo = true
      }
      examined[place] = word
    }
    if !examined.isEmpty, isSpelling() || areSpellings(examined) { isMeantSo = true }
    words = examined
    return examined
  }

  /// Whether the text is the spelling of a name in another script that some shown document has.
  private func isSpelling() -> Bool {
    let stores = stores.filter { $0.snapshot.hasReadings }
    return !stores.isEmpty && hasShown(maker.query.spellings(), in: stores)
  }

  /// Whether all words that no document has are the spelling of words in another alphabet that shown documents have.
  private func areSpellings(_ words: [Int: DoubtfulWord]) -> Bool {
    let unknown = Self.unknown(words)
    let stores = unknown.isEmpty ? [] : stores.filter { !$0.snapshot.alphabets.isEmpty }
    return !stores.isEmpty
      && unknown.allSatisfy { hasShown(maker.query.spellings(ofPiece: $0), in: stores) }
  }

  /// Whether some shown document has one of some forms.
  private func hasShown(_ tests: [FormTest], in stores: [VisibleStore]) -> Bool {
    let wanted = tests.map { (test: $0, most: 1) }
    return !wanted.isEmpty
      && stores.contains { store in
        store.snapshot.items(wanted, in: store.filter, isCancelled: isOver).contains {
          $0.count > 0
        }
      }
  }

  private func plan(of reading: Reading, _ choice: Choice) -> ReadingPlan? {
    let query = maker.query
    var text = Array(query.text.utf8)
    var terms: [Int: Understanding.Term] = [:]
    // From the end, so that places before it stay.
    for (place, word) in choice.words.sorted(by: { $0.key > $1.key }) {
      let range = query.pieces[place].range
      text.replaceSubrange(range, with: Array(word.text.utf8))
      terms[place] = Understanding.Term(
        range: range, text: word.text, traits: word.isPrefix ? .isPrefix : [],
        editCount: UInt8(word.edits))
    }
    return maker.plan(
      of: reading, replacing: terms, correctedText: String(decoding: text, as: UTF8.self))
  }
}

extension Array {
  /// The elements by a number, least first; equals in their order.
  fileprivate func stablySorted(_ number: (Element) -> Int) -> [Element] {
    enumerated().sorted {
      let (left, right) = (number($0.element), number($1.element))
      return left != right ? left < right : $0.offset < $1.offset
    }.map(\.element)
  }
}
