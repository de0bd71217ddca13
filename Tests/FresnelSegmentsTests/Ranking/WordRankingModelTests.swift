import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("WordRanking against BM25F of every item")
struct WordRankingModelTests {
  private static let vocabulary = ["ant", "ants", "bee", "cat", "cats", "dog", "eel", "fox"]

  /// Texts of words with one space between two, which positions tell all of.
  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    func text(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      (0..<Int.random(in: counts, using: &random)).map { _ in
        vocabulary.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
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
        // The forms of a word are itself and itself with an s.
        Bool.random(using: &random)
          ? AskedTerms(RankedWord(.term(Array(word.utf8))), terms: [word])
          : AskedTerms(RankedWord(.forms(Array(word.utf8))), terms: [word, word + "s"])
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

  @Test("ends with what it has when it is cancelled")
  func endsWhenCancelled() throws {
    var random = SeededGenerator(seed: 7)
    let sample = try SearchSample(.memory, itemCount: 60, &random, item: Self.item)
    var ranking = WordRanking(
      RankedQuestion([RankedWord(.term(Array("ant".utf8)))]), in: sample.views, sample.visibility,
      budget: SearchBudget(deadline: 0))
    _ = try ranking.best(10) { _, _ in true }
    var long = WordRanking(
      RankedQuestion(
        (0..<32).map { _ in RankedWord(.forms([])) }, candidateCount: 10), in: sample.views,
      sample.visibility, budget: SearchBudget(isCancelled: { true }))
    let answer = try long.best(10) { _, _ in true }
    #expect(answer.matches.count <= 10)
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

/// BM25F as it is written down, of plain texts.
private struct NaiveWordRanking {
  struct Place: Hashable {
    let segment: Int
    let document: UInt32
  }

  private struct Texts {
    let title: [String]
    let text: [String]
  }

  /// The score of each document that counts.
  private(set) var scores: [Place: Double] = [:]

  init(_ question: RankedQuestion, _ words: [Set<String>], _ sample: SearchSample) {
    var texts: [Place: Texts] = [:]
    var shown: [Place] = []
    for document in sample.documents {
      func words(_ id: AttributeID) -> [String] {
        guard case .string(let text) = document.item.attributes[id] else { return [] }
        return text.split(separator: " ").map(String.init)
      }
      let place = Place(segment: document.segment, document: document.number)
      texts[place] = Texts(title: words(.title), text: words(.textContent))
      if document.isShown { shown.append(place) }
    }
    func has(_ word: Set<String>, _ place: Place) -> Bool {
      texts[place].map { !word.isDisjoint(with: $0.title + $0.text) } ?? false
    }
    let total = sample.views.reduce(0) { $0 + $1.live.count }
    // Segments of which nothing is shown are passed over.
    let shownSegments = Set(
      sample.views.indices.filter { index in
        sample.views[index].live.count > 0
          && sample.views[index].scopeNumbers.contains { sample.visibility.shows($0) }
      })
    let rarities = words.map { word in
      question.weights.rarity(
        documentCount: texts.keys.count { shownSegments.contains($0.segment) && has(word, $0) },
        of: total)
    }
    let all = shown.filter { place in words.allSatisfy { has($0, place) } }
    let any = shown.filter { place in words.contains { has($0, place) } }
    let candidates = all.count >= question.sufficientCount ? all : any
    func mean(_ length: (Texts) -> Int) -> Double {
      let sum = candidates.reduce(0) { $0 + (texts[$1].map(length) ?? 0) }
      return max(1, Double(sum) / Double(max(1, candidates.count)))
    }
    let (meanTitle, meanText) = (mean { $0.title.count }, mean { $0.text.count })
    for place in candidates {
      guard let texts = texts[place] else { continue }
      var score = 0.0
      for (number, word) in words.enumerated() {
        var frequency = 0.0
        let inTitle = texts.title.count { word.contains($0) }
        if inTitle > 0 {
          frequency += question.weights.frequency(
            inTitle, in: .title, length: Double(texts.title.count) / meanTitle)
        }
        let inText = texts.text.count { word.contains($0) }
        if inText > 0 {
          frequency += question.weights.frequency(
            inText, in: .text, length: Double(texts.text.count) / meanText)
        }
        if frequency > 0 { score += rarities[number] * question.weights.saturated(frequency) }
        guard number + 1 < words.count else { continue }
        let neighbours = [texts.title, texts.text].reduce(0) { sum, text in
          sum
            + zip(text, text.dropFirst()).count {
              word.contains($0) && words[number + 1].contains($1)
            }
        }
        if neighbours > 0 {
          score +=
            question.weights.neighbourWeight * min(rarities[number], rarities[number + 1])
            * question.weights.saturated(Double(neighbours))
        }
      }
      scores[place] = score
    }
  }
}
