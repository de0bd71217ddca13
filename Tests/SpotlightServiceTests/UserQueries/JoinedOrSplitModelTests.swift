import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Words joined and taken apart, against a look at every item", .timeLimit(.minutes(30)))
struct JoinedOrSplitModelTests {
  /// A word with a digit is never taken for a typing error.
  private static let parts = ["a7", "ca7", "b7a", "bc7a", "7"]

  /// A name in which words stand side by side, are one, or begin at a change of case.
  private static func name(_ random: inout SeededGenerator) -> String {
    func part() -> String { parts.randomElement(using: &random) ?? "" }
    func capitalized(_ part: String) -> String {
      String(part.prefix(1)).uppercased() + String(part.dropFirst())
    }
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in
      switch Int.random(in: 0..<7, using: &random) {
      case 0: capitalized(part())
      case 1: "_" + part()
      case 2, 3: part()
      case 4: " " + part() + capitalized(part())
      default: " " + part()
      }
    }.joined()
  }

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var item = SpotlightServiceTests.item(identifier, title: name(&random))
    if Bool.random(using: &random) { item.attributes[.textContent] = .string(name(&random)) }
    if Bool.random(using: &random) {
      item.attributes[.pageCount] = .integer(Int64.random(in: 1...3, using: &random))
    }
    return item
  }

  /// Words that belong together or apart; what grows is so short that it is no typing error.
  private static func text(_ random: inout SeededGenerator) -> String {
    let isFinished = Int.random(in: 0..<4, using: &random) > 0
    let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      (0..<Int.random(in: 1...2, using: &random))
        .map { _ in
          let part = parts.randomElement(using: &random) ?? ""
          return Int.random(in: 0..<4, using: &random) == 0
            ? String(part.prefix { !$0.isNumber }) + "7" : part
        }.joined()
    }
    if isFinished { return words.joined(separator: " ") + " " }
    return
      (words.dropLast().map { String($0.prefix(3)) } + words.suffix(1).map { String($0.prefix(4)) })
      .joined(separator: " ")
  }

  @Test(
    "finds the same in the same order, for an app and for the person, before and after a merge",
    arguments: 0..<12 as Range<UInt64>)
  func findsTheSame(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = LadderStage()
    for number in 0..<3 {
      for app in [mail, notes] {
        let items = (0..<Int.random(in: 1...4, using: &random)).map {
          Self.item("\(number).\($0).\(app.identifier)", &random)
        }
        try await stage.put(
          items, of: app, Bool.random(using: &random) ? ProtectionClass.none : .firstUnlock)
      }
    }
    var foundCount = 0
    // Each text is asked for four times, of which few may be limited.
    var limitedCount = 0
    var asked: [(text: String, filter: String?)] = []
    for _ in 0..<50 {
      let filter = Int.random(in: 0..<4, using: &random) == 0 ? "pageCount != 2" : nil
      asked.append((text: Self.text(&random), filter: filter))
    }
    var before: [[NaiveLadder.Row]] = []
    for isMerged in [false, true] {
      if isMerged { _ = stage.core.compact(nil) }
      for (number, app) in [nil, mail].enumerated() {
        let stores = try stage.stores(app)
        let naive = NaiveLadder(stores, LadderStage.context)
        for (place, (text, filter)) in asked.enumerated() {
          let filters = [filter].compactMap(\.self)
          let answer = try stage.answer(text, of: app, filters: filters)
          let label: Comment = "seed \(seed), “\(text)”, \(filter ?? "all"), merged \(isMerged)"
          try #require(!answer.isPartial, label)
          // Where too many items would have to be compared, the model finds more.
          let end: Reading = answer.isLimited ? .joinedOrSplit : .leftOutInNames
          if answer.isLimited { limitedCount += 1 }
          let all = NaiveLadder.rows(of: answer, in: stores)
          if isMerged { try #require(all == before[number * asked.count + place], label) }
          if !isMerged { before.append(all) }
          let found = all.filter { $0.reading < end }
          let expected = try naive.rows(of: text, filter: filter).filter { $0.reading < end }
          try #require(found == expected, label)
          foundCount += found.count { $0.reading == .joinedOrSplit }
        }
      }
    }
    #expect(foundCount > 0, "seed \(seed)")
    #expect(limitedCount < asked.count, "seed \(seed)")
  }

  @Test("nothing that is hidden from an app changes its answers", arguments: 0..<6 as Range<UInt64>)
  func hiddenItems(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (alone, among) = (LadderStage(), LadderStage())
    for number in 0..<3 {
      let own = (0..<4).map { Self.item("\(number).\($0)", &random) }
      let others = (0..<30).map { Self.item("\(number).\($0)", &random) }
      for stage in [alone, among] { try await stage.put(own) }
      try await among.put(others, of: notes)
    }
    for _ in 0..<60 {
      let text = Self.text(&random)
      let answers = try [alone, among].map { try $0.answer(text, of: mail) }
      let label: Comment = "seed \(seed), “\(text)”"
      try #require(answers[0].rows.map(\.hit) == answers[1].rows.map(\.hit), label)
      try #require(answers[0].rows.map(\.plan) == answers[1].rows.map(\.plan), label)
      try #require(answers[0].understandings == answers[1].understandings, label)
      try #require(answers[0].matchCount == answers[1].matchCount, label)
    }
  }
}
