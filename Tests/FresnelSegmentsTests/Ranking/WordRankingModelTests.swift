import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("WordRanking against BM25F of every item")
struct WordRankingModelTests {
  private static let vocabulary = ["ant", "ants", "bee", "cat", "cats", "dog", "eel", "fox"]

  /// Texts of words with a space between two, or a comma and a space.
  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    func text(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      (0..<Int.random(in: counts, using: &random)).reduce("") { text, _ in
        let gap = text.isEmpty ? "" : Int.random(in: 0..<5, using: &random) == 0 ? ", " : " "
        return text + gap + (vocabulary.randomElement(using: &random) ?? "")
      }
    }
    var attributes = Attributes()
    attributes[.title] = .string(text(2...4, &random))
    if Bool.random(using: &random) { attributes[.textContent] = .string(text(2...40, &random)) }
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  @Test("scores the same documents the same", arguments: 0..<12 as Range<UInt64>)
  func scoresTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(medium, itemCount: 60, &random, item: Self.item)
    for _ in 0..<20 {
      let asked = Self.vocabulary.shuffled(using: &random).prefix(
        Int.random(in: 1...4, using: &random))
      let words: [AskedTerms] = asked.map { word in
        let count = Int.random(in: 1...4, using: &random)
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: AskedTerms(RankedWord(.term(Array(word.utf8)), count: count), terms: [word])
        // The forms of a word are itself and itself with an s. The segments remember them the next time.
        case 1:
          AskedTerms(
            RankedWord(
              .forms(
                beginning: Array(word.utf8),
                key: Bool.random(using: &random) ? Array(word.utf8) : nil), count: count),
            terms: [word, word + "s"])
        // Three of these have more lists than the first step notes.
        default:
          AskedTerms(
            RankedWord(.forms(beginning: [], key: nil)), terms: Set(Self.vocabulary))
        }
      }
      let question = RankedQuestion(
        words.map(\.word), sufficientCount: [0, 5, 1_000].randomElement(using: &random) ?? 5)
      var ranking = WordRanking(question, in: sample.views, sample.visibility)
      let answer = try ranking.best(1_000) { word, term in
        words[word].terms.contains(String(decoding: term, as: UTF8.self))
      }
      let expected = NaiveWordRanking(question, words.map(\.terms), sample).scores
      let label: Comment = "seed \(seed), \(words.map(\.terms)), \(question.sufficientCount)"
      try #require(answer.count == expected.count, label)
      try #require(answer.comparedCount == expected.count, label)
      try #require(answer.matches.count == expected.count, label)
      for match in answer.matches {
        let place = NaiveWordRanking.Place(
          segment: match.match.segment, document: match.match.document)
        let score = try #require(expected[place], label)
        try #require(abs(match.score - score) < 1e-9 * max(1, score), label)
      }
      let scores = answer.matches.map(\.score)
      try #require(scores == scores.sorted(by: >), label)
      var shorter = WordRanking(question, in: sample.views, sample.visibility)
      let best = try shorter.best(3) { word, term in
        words[word].terms.contains(String(decoding: term, as: UTF8.self))
      }
      try #require(best.matches.map(\.score) == Array(scores.prefix(3)), label)
    }
  }

  @Test(
    "where those compared first are worth nothing, others come in their place",
    arguments: 0..<12 as Range<UInt64>)
  func fillsUp(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try SearchSample(
      SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count],
      itemCount: 90, &random
    ) { identifier, random in
      // Every other one has both words, where they count for nothing.
      let hasBoth = Bool.random(using: &random)
      var attributes = Attributes()
      attributes[.title] = .string(hasBoth ? "cat" : "ant")
      attributes[.textContent] = .string(hasBoth ? "ant bee" : "cat")
      return Item(uniqueIdentifier: identifier, attributes: attributes)
    }
    var weights = FieldWeights()
    weights.weights[Int(FieldGroup.text.rawValue)] = 0
    let words = ["ant", "bee"].map { RankedWord(.term(Array($0.utf8))) }
    func matchCount(_ limit: Int) throws -> Int {
      var ranking = WordRanking(
        RankedQuestion(
          words, weights: weights, sufficientCount: 1_000, candidateCount: 90, comparedCount: 10),
        in: sample.views, sample.visibility)
      return try ranking.best(limit) { _, _ in true }.matches.count
    }
    let all = try matchCount(1_000)
    for limit in [1, 9, 10, 11, 30] {
      #expect(try matchCount(limit) == min(limit, all), "seed \(seed), \(limit)")
    }
  }

  @Test(
    "what comes behind the documents compared first comes behind all of them",
    arguments: 0..<12 as Range<UInt64>)
  func putsTheTailBehind(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try SearchSample(
      SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count],
      itemCount: 200, &random, item: Self.item)
    for asked in [["ant"], ["ant", "bee"], ["cat", "dog", "eel"]] {
      let words = asked.map { RankedWord(.term(Array($0.utf8))) }
      func answer(_ limit: Int, compared: Int) throws -> WordRanking.Answer {
        var ranking = WordRanking(
          RankedQuestion(
            words, sufficientCount: 1_000, candidateCount: 60, comparedCount: compared),
          in: sample.views, sample.visibility)
        return try ranking.best(limit) { _, _ in true }
      }
      func places(_ matches: some Sequence<WordMatch>) -> [NaiveWordRanking.Place] {
        matches.map {
          NaiveWordRanking.Place(segment: $0.match.segment, document: $0.match.document)
        }
      }
      let label: Comment = "seed \(seed), \(asked)"
      let whole = try answer(1_000, compared: 60)
      let first = try answer(20, compared: 20)
      let long = try answer(1_000, compared: 20)
      try #require(first.comparedCount == min(20, whole.matches.count), label)
      // Whatever is wanted, the order is the same, so that pages of results go on with each other.
      for limit in [1, 19, 21, 40] {
        let some = try answer(limit, compared: 20)
        try #require(places(some.matches) == places(long.matches.prefix(limit)), label)
      }
      try #require(places(first.matches) == places(long.matches.prefix(20)), label)
      try #require(Set(places(long.matches)) == Set(places(whole.matches)), label)
      let scores = Dictionary(
        uniqueKeysWithValues: zip(places(whole.matches), whole.matches.map(\.score)))
      for part in [long.matches.prefix(20), long.matches.dropFirst(20)] {
        try #require(part.map(\.score) == part.map(\.score).sorted(by: >), label)
        for match in part { try #require(scores[places([match])[0]] == match.score, label) }
      }
    }
  }

  /// A text in which nearly all documents have `the`, and few another word.
  private static func commonItem(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(Int.random(in: 0..<9, using: &random) == 0 ? "ant x" : "the x")
    let words = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      switch Int.random(in: 0..<60, using: &random) {
      case 0: "ant"
      case 1: "bee"
      case 2..<30: "the"
      default: "of"
      }
    }
    attributes[.textContent] = .string(words.joined(separator: " "))
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  @Test(
    "looks for words that most documents have only where another one is",
    arguments: 0..<12 as Range<UInt64>)
  func looksForCommonWords(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(medium, itemCount: 400, &random, item: Self.commonItem)
    let questions = ["ant the", "the bee of", "of ant bee the", "the of"]
    for asked in questions.map({ $0.split(separator: " ").map(String.init) }) {
      let terms = asked.map { Set([$0]) }
      let words = asked.map { RankedWord(.term(Array($0.utf8))) }
      for sufficientCount in [0, 1_000] {
        let question = RankedQuestion(words, sufficientCount: sufficientCount, tellingCount: 0)
        let label: Comment = "seed \(seed), \(asked), \(sufficientCount)"
        let naive = NaiveWordRanking(question, terms, sample)
        let telling = terms.filter { !$0.isSubset(of: ["the", "of"]) }
        let expected = naive.scores.filter { naive.has(telling, $0.key) || telling.isEmpty }
        // The second time some is remembered.
        for _ in 0..<2 {
          var ranking = WordRanking(question, in: sample.views, sample.visibility)
          let answer = try ranking.best(1_000) { _, _ in true }
          try #require(answer.count == expected.count, label)
          for match in answer.matches {
            let place = NaiveWordRanking.Place(
              segment: match.match.segment, document: match.match.document)
            let score = try #require(expected[place], label)
            try #require(abs(match.score - score) < 1e-9 * max(1, score), label)
          }
          try #require(answer.matches.count == min(expected.count, question.candidateCount), label)
        }
      }
    }
  }

  @Test("ends with what it has when it is cancelled")
  func endsWhenCancelled() throws {
    var random = SeededGenerator(seed: 7)
    let sample = try SearchSample(.memory, itemCount: 60, &random, item: Self.item)
    // Enough terms and postings that the search looks whether it goes on.
    let question = RankedQuestion((0..<32).map { _ in RankedWord(.beginning([])) })
    var whole = WordRanking(question, in: sample.views, sample.visibility)
    let all = try whole.best(1_000) { _, _ in true }
    try #require(all.matches.count > 10)
    var cancelled = WordRanking(
      question, in: sample.views, sample.visibility, budget: SearchBudget(isCancelled: { true }))
    let some = try cancelled.best(1_000) { _, _ in true }
    #expect(cancelled.budget.isExhausted)
    #expect(cancelled.budget.postingCount < whole.budget.postingCount)
    #expect(some.matches.count <= all.matches.count)
  }

  @Test("gives nothing for texts whose length isn't known")
  func takesUnknownLengthsForTheMean() throws {
    var builder = SegmentBuilder()
    let texts = [
      "plain": "ant bee cat dog", "blob": "ant bee cat " + String(repeating: "x", count: 400),
    ]
    for (identifier, text) in texts.sorted(by: { $0.key < $1.key }) {
      var attributes = Attributes()
      attributes[.textContent] = .string(text)
      let item = Item(uniqueIdentifier: identifier, attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
    var ranking = WordRanking(
      RankedQuestion([RankedWord(.term(Array("ant".utf8)))]),
      in: [SegmentView(segment, scopeNumbers: [0])],
      SearchVisibility(isScopeShown: nil, now: 0))
    let scores = try ranking.best(10) { _, _ in true }.matches.map(\.score)
    try #require(scores.count == 2)
    #expect(abs(scores[0] - scores[1]) < 1e-9)
  }

  @Test("tells words that are one term from those that are several")
  func tellsWhatIsOneTerm() {
    for word in ["ant", "r2d2", "größe", "ελα", "가나"] {
      #expect(RankedWord.isOneTerm(Array(word.utf8)), "\(word)")
    }
    for word in ["", "o'hare", "3.14", "北京", "北", "a b", "ant-"] {
      #expect(!RankedWord.isOneTerm(Array(word.utf8)), "\(word)")
    }
  }

  private struct AskedTerms {
    let word: RankedWord
    let terms: Set<String>

    init(_ word: RankedWord, terms: Set<String>) {
      self.word = word
      self.terms = terms
    }
  }
}
