import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Words left out against a look at every item", .timeLimit(.minutes(30)))
struct LeftOutModelTests {
  /// Words with some of their forms: two of many forms, one of two, others of none that an item has.
  private static let words = [
    "map", "maps", "mapped", "mapping", "flow", "flows", "flowed", "flowing", "library",
    "libraries", "old", "sea", "the", "budget",
  ]

  private static func item(
    _ identifier: String, title: String, text: String, _ random: inout SeededGenerator
  ) -> Item {
    var item = SpotlightServiceTests.item(identifier, title: title)
    item.attributes[.textContent] = .string(text)
    item.attributes[.pageCount] = .integer(Int64.random(in: 1...3, using: &random))
    return item
  }

  private static func text(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: counts, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  /// Items by chance, and one of all words: so no word is doubtful.
  private static func fill(
    _ stages: [LadderStage], of app: AppIdentity, _ random: inout SeededGenerator
  ) async throws {
    let all = item(
      "all.\(app.identifier)", title: "old", text: words.joined(separator: " "), &random)
    for stage in stages { try await stage.put([all], of: app) }
    for number in 0..<3 {
      let items = (0..<Int.random(in: 3...9, using: &random)).map {
        item(
          "\(number).\($0).\(app.identifier)", title: text(1...3, &random),
          text: text(0...12, &random), &random)
      }
      let protection = Bool.random(using: &random) ? ProtectionClass.none : .firstUnlock
      for stage in stages { try await stage.put(items, of: app, protection) }
    }
  }

  private static func typed(_ random: inout SeededGenerator) -> String {
    var typed = text(2...7, &random)
    if Int.random(in: 0..<4, using: &random) == 0 { typed += " sea-maps" }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return typed + " fl"
    case 1: return typed + " mapp"
    default: return typed + " "
    }
  }

  @Test(
    "finds items by any forms of the words, each once, in the same order before and after a merge",
    arguments: 0..<8 as Range<UInt64>)
  func findsTheSame(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var randomWeights = SeededGenerator(seed: seed &+ 100)
    let stage = LadderStage()
    for app in [mail, notes] { try await Self.fill([stage], of: app, &random) }
    for isMerged in [false, true] {
      if isMerged { _ = stage.core.compact(nil) }
      for app in [nil, mail] {
        let stores = try stage.stores(app)
        let naive = NaiveLadder(stores, LadderStage.context)
        let wordsByItem = Self.wordsByItem(in: stores)
        for _ in 0..<12 {
          let text = Self.typed(&random)
          let filter = Int.random(in: 0..<3, using: &random) == 0 ? "pageCount != 2" : nil
          let weights =
            Bool.random(using: &randomWeights) ? Self.weights(of: text, &randomWeights) : nil
          // Those that an ask has counted go on for its later lists.
          var state = LadderState()
          state.weights = weights
          let answer = try stage.answer(
            text, of: app, filters: [filter].compactMap(\.self), countsWords: weights != nil,
            &state)
          let found = NaiveLadder.rows(of: answer, in: stores)
          let label: Comment = "seed \(seed), “\(text)”, \(filter ?? "all"), merged \(isMerged)"
          let expected = try naive.rows(of: text, filter: filter, weights: weights)
          for (row, other) in zip(found, expected) where row != other {
            try #require(row == other, "\(label), weights \(weights ?? [])")
          }
          try #require(found.count == expected.count, label)
          try #require(answer.matchCount == found.count, label)
          try Self.requireTerms(of: answer, wordsByItem, label)
        }
      }
    }
  }

  /// Weights by chance, one for each word that may be missing.
  private static func weights(of text: String, _ random: inout SeededGenerator) -> [Int] {
    let question = NaiveLeftOut(
      text.split(separator: " ").map(String.init), isFinished: text.hasSuffix(" "))
    return (0..<question.wordCount).map { _ in
      Int.random(in: 0...FrequentWords.greatestWeight, using: &random)
    }
  }

  /// By item, the words that it has.
  private static func wordsByItem(in stores: [VisibleStore]) -> [String: [Substring]] {
    var words: [String: [Substring]] = [:]
    for store in stores {
      store.snapshot.forEachItem(in: store.filter) { _, item in
        for key in [AttributeKey.builtIn(.title), .builtIn(.textContent)] {
          guard case .string(let text)? = try? item.decodedValue(for: key) else { continue }
          words[item.uniqueIdentifier, default: []] += text.split(separator: " ")
        }
        return true
      }
    }
    return words
  }

  /// Each item has the terms by which it was found.
  private static func requireTerms(
    of answer: LadderStage.Answer, _ words: [String: [Substring]], _ label: Comment
  ) throws {
    for row in answer.rows {
      let identifier = row.hit.item.uniqueIdentifier
      for term in answer.understandings[row.plan].terms
      where !term.traits.contains(.isLeftOut) && !term.traits.contains(.isCode) {
        let isThere = words[identifier]?.contains {
          term.traits.contains(.isPrefix) ? $0.hasPrefix(term.text) : $0 == term.text
        }
        try #require(isThere == true, "\(label): \(identifier) lacks \(term.text)")
      }
    }
  }

  @Test("nothing that is hidden from an app changes its answers", arguments: 0..<6 as Range<UInt64>)
  func hiddenItems(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (alone, among) = (LadderStage(), LadderStage())
    try await Self.fill([alone, among], of: mail, &random)
    for _ in 0..<3 { try await Self.fill([among], of: notes, &random) }
    for _ in 0..<40 {
      let text = Self.typed(&random)
      let answers = try [alone, among].map { try $0.answer(text, of: mail) }
      let label: Comment = "seed \(seed), “\(text)”"
      try #require(answers[0].rows.map(\.hit) == answers[1].rows.map(\.hit), label)
      try #require(answers[0].rows.map(\.plan) == answers[1].rows.map(\.plan), label)
      try #require(answers[0].understandings == answers[1].understandings, label)
    }
  }
}
