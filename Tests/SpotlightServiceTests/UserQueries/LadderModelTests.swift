import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder against a look at every item", .timeLimit(.minutes(30)))
struct LadderModelTests {
  private static let words = [
    "a", "ab", "abc", "abcde", "abd", "b", "bc", "bcd", "bcde", "be", "ce", "cede", "ceded",
  ]
  /// Words that touch: what joins them tells no words apart by the rules of Unicode.
  private static let joinedWords = ["ab_c", "a.b", "abc-bc", "b'a", "bcAb", "ab_bcd.be", "ab+"]
  private static let apps = [mail, notes]

  private static func item(
    _ identifier: String, joined: Bool = true, _ random: inout SeededGenerator
  ) -> Item {
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random))
        .map { _ in (words + (joined ? joinedWords : [])).randomElement(using: &random) ?? "" }
        .joined(separator: " ")
    }
    var item = SpotlightServiceTests.item(identifier, title: text(1...3))
    if Bool.random(using: &random) { item.attributes[.textContent] = .string(text(0...6)) }
    if Bool.random(using: &random) {
      item.attributes[.pageCount] = .integer(Int64.random(in: 1...3, using: &random))
    }
    return item
  }

  private static func text(joined: Bool = true, _ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...4, using: &random)
    // Longer words may be typing errors.
    let short =
      words.filter { $0.count <= 3 } + (joined ? ["ab_c", "a.b", "b-c", "bc.a", "ab+"] : [])
    let typed = (0..<count).map { _ in short.randomElement(using: &random) ?? "" }
    return typed.joined(separator: " ") + (Bool.random(using: &random) ? " " : "")
  }

  @Test(
    "finds the same in the same order by the same reading, for an app and for the person, before and after a merge",
    arguments: 0..<8 as Range<UInt64>)
  func findsTheSame(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // The model of words that are left out counts words between spaces alone.
    let joined = seed % 2 == 1
    let stage = LadderStage()
    for number in 0..<4 {
      for app in Self.apps {
        let items = (0..<Int.random(in: 2...8, using: &random)).map {
          Self.item("\(number).\($0).\(app.identifier)", joined: joined, &random)
        }
        try await stage.put(
          items, of: app, Bool.random(using: &random) ? ProtectionClass.none : .firstUnlock)
      }
    }
    for isMerged in [false, true] {
      if isMerged { _ = stage.core.compact(nil) }
      for app in [nil, mail] {
        let naive = NaiveLadder(try stage.stores(app), LadderStage.context)
        for _ in 0..<12 {
          let text = Self.text(joined: joined, &random)
          let filter = Int.random(in: 0..<3, using: &random) == 0 ? "pageCount != 2" : nil
          let answer = try stage.answer(
            text, of: app, filters: [filter].compactMap(\.self))
          let stores = try stage.stores(app)
          let all = NaiveLadder.rows(of: answer, in: stores)
          let found = joined ? all.filter { $0.reading < .leftOutInNames } : all
          let expected = try naive.rows(of: text, filter: filter).filter {
            !joined || $0.reading < .leftOutInNames
          }
          let label: Comment = "seed \(seed), “\(text)”, \(filter ?? "all"), merged \(isMerged)"
          try #require(found == expected, label)
          let exact = try stage.answer(
            text, of: app, isExact: true, filters: [filter].compactMap(\.self))
          let asTyped = found.filter { $0.reading == .asTyped }
          try #require(NaiveLadder.rows(of: exact, in: stores) == asTyped, label)
          try #require(exact.matchCount == asTyped.count, label)
          for counts in [true, false] {
            var state = LadderState()
            let few = try stage.answer(
              text, of: app, limit: 3, isExact: true, filters: [filter].compactMap(\.self),
              counts: counts, &state)
            let fewRows = NaiveLadder.rows(of: few, in: stores)
            try #require(fewRows == Array(asTyped.prefix(3)), label)
          }
          try #require(answer.matchCount == all.count, label)
        }
      }
    }
  }

  @Test(
    "corrects the same words, one by one until there are rows enough",
    arguments: 0..<8 as Range<UInt64>)
  func corrections(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let letters = seed % 2 == 0 ? "abc" : "abcdefgh"
    let lexicon = (0..<25).map { _ in random.word(letters, 3...9) }
    let stage = LadderStage()
    for number in 0..<3 {
      for app in Self.apps {
        let items = (0..<8).map { place in
          var item = SpotlightServiceTests.item(
            "\(number).\(place).\(app.identifier)", title: random.text(of: lexicon, 1...2))
          item.attributes[.textContent] = .string(random.text(of: lexicon, 1...4))
          return item
        }
        try await stage.put(
          items, of: app, Bool.random(using: &random) ? ProtectionClass.none : .firstUnlock)
      }
    }
    for app in [nil, mail] {
      let stores = try stage.stores(app)
      let naive = NaiveLadder(stores, LadderStage.context)
      for _ in 0..<25 {
        var typed = (0..<Int.random(in: 1...2, using: &random)).map { _ in
          lexicon.randomElement(using: &random) ?? ""
        }
        for place in typed.indices {
          for _ in 0..<Int.random(in: 0...2, using: &random) {
            typed[place] = random.mistyped(typed[place], letters)
          }
        }
        let text = typed.joined(separator: " ") + " "
        let found = NaiveLadder.rows(of: try stage.answer(text, of: app), in: stores)
        let expected = try naive.rows(of: text)
        try #require(found == expected, "seed \(seed), “\(text)”")
      }
    }
  }

  @Test("nothing that is hidden from an app changes its answers", arguments: 0..<6 as Range<UInt64>)
  func hiddenItems(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (alone, among) = (LadderStage(), LadderStage())
    for number in 0..<3 {
      let own = (0..<6).map { Self.item("\(number).\($0)", &random) }
      let others = (0..<30).map { Self.item("\(number).\($0)", &random) }
      for stage in [alone, among] { try await stage.put(own) }
      try await among.put(others, of: notes)
    }
    let long = Self.words.filter { $0.count >= 4 }
    for number in 0..<60 {
      let text =
        number % 2 == 0
        ? Self.text(&random)
        : random.mistyped(long.randomElement(using: &random) ?? "", "abcde")
          + (number % 4 == 1 ? " " : "")
      let answers = try [alone, among].map { try $0.answer(text, of: mail) }
      let label: Comment = "seed \(seed), “\(text)”"
      try #require(answers[0].rows.map(\.hit) == answers[1].rows.map(\.hit), label)
      try #require(answers[0].rows.map(\.plan) == answers[1].rows.map(\.plan), label)
      try #require(answers[0].understandings == answers[1].understandings, label)
      try #require(answers[0].matchCount == answers[1].matchCount, label)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func word(_ letters: String, _ counts: ClosedRange<Int>) -> String {
    String(
      (0..<Int.random(in: counts, using: &self))
        .map { _ in letters.randomElement(using: &self) ?? "a" })
  }

  fileprivate mutating func text(of words: [String], _ counts: ClosedRange<Int>) -> String {
    (0..<Int.random(in: counts, using: &self))
      .map { _ in words.randomElement(using: &self) ?? "" }.joined(separator: " ")
  }

  /// The word with an error.
  fileprivate mutating func mistyped(_ word: String, _ letters: String) -> String {
    var all = Array(word)
    let letter = letters.randomElement(using: &self) ?? "a"
    let place = Int.random(in: 0..<all.count, using: &self)
    switch Int.random(in: 0..<4, using: &self) {
    case 0: all.insert(letter, at: place)
    case 1: all[place] = letter
    case 2 where all.count > 1: all.remove(at: place)
    default: if place > 0 { all.swapAt(place - 1, place) }
    }
    return String(all)
  }
}
