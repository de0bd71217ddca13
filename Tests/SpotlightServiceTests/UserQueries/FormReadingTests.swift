import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Names, initials and codes", .timeLimit(.minutes(30)))
struct FormReadingTests {
  private static func stage(_ titles: [String]) async throws -> LadderStage {
    let stage = LadderStage()
    try await stage.put(titles.map { item($0, title: $0) })
    return stage
  }

  private static func item(
    _ identifier: String, title: String, _ values: [AttributeID: AttributeValue] = [:],
    hint: Int64 = 0
  ) -> Item {
    var item = SpotlightServiceTests.item(identifier, title: title)
    for (key, value) in values { item.attributes[key] = value }
    item.attributes[.rankingHint] = .integer(hint)
    return item
  }

  @Test(
    "what is named so comes before what has the word in its title",
    arguments: ["gimp", "gimp ", "GIMP", "“gimp”"])
  func names(typed: String) async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("words", title: "Free gimp", hint: 9),
      Self.item("longer", title: "Gimp-data", hint: 5),
      Self.item("name", title: "gimp"),
      Self.item("package", title: "Image editor", [.identifier: .string("gimp")], hint: 1),
    ])
    try await stage.put(
      [Self.item("file", title: "Editor", [.path: .string("/usr/bin/gimp")], hint: 2)],
      .firstUnlock)
    let answer = try stage.answer(typed)
    #expect(answer.identifiers.dropFirst(3) == ["longer", "words"])
    #expect(Set(answer.identifiers.prefix(3)) == ["name", "package", "file"])
    #expect(answer.readings == Array(repeating: .asTyped, count: 5))
    #expect(answer.matchCount == 5 && !answer.isPartial)
    #expect(answer.rows.map(\.hit.score) == answer.rows.map(\.hit.score).sorted(by: >))
    for limit in 1...5 {
      let some = try stage.answer(typed, limit: limit)
      #expect(some.identifiers == Array(answer.identifiers.prefix(limit)))
      #expect(some.matchCount == 5, "\(limit)")
    }
  }

  @Test("a name of several words, and one that is longer than a key")
  func longNames() async throws {
    let long = "The quick brown fox jumps over the lazy dog"
    let titles = [
      "GNU Image", "Image of a GNU image", long + " twice", long, "GNU Images of " + long,
    ]
    let stage = try await Self.stage(titles)
    #expect(try stage.answer("gnu image").identifiers.first == "GNU Image")
    #expect(try stage.answer(long).identifiers.prefix(2) == [long, long + " twice"])
    #expect(
      try stage.answer("the quick brown fox jumps over").identifiers.last
        == "GNU Images of " + long)
  }

  @Test("of many items that share the beginning of a long name, few are read before words count")
  func manyLongNames() async throws {
    let titles = (0..<300).map { "Notification from example.com: order \($0)" }
    let stage = try await Self.stage(titles)
    let answer = try stage.answer("notification from example.com: order 7", limit: 20)
    #expect(answer.evaluatedItemCount <= 64)
    #expect(answer.identifiers.count == 11 && answer.identifiers[0] == titles[7])
    #expect(!answer.isPartial)
  }

  @Test("an item that arrives makes no row vanish, however many codes go on from what was typed")
  func liveCodes() async throws {
    let stage = try await Self.stage((0..<256).map { "907-34\($0 % 10)-\(1000 + $0)" })
    var state = LadderState()
    #expect(try stage.answer("90734", limit: 1000, isExact: true, &state).rows.count == 256)
    try await stage.put([Self.item("one more", title: "907-340-2000")])
    #expect(try stage.answer("90734", limit: 1000, isExact: true, &state).rows.count == 257)
    // Who asks anew has so many to look through that another letter is waited for.
    #expect(try stage.answer("90734", limit: 1000, isExact: true).rows.isEmpty)
    #expect(try stage.answer("907340", limit: 1000, isExact: true).rows.count == 27)
  }

  @Test("where too many names would have to be read, words and codes are found all the same")
  func namesAndCodes() async throws {
    let titles = (0..<100).map { "Notification from example wifi \($0)" }
    let stage = try await Self.stage(titles + ["Notification from example wi-fi"])
    let answer = try stage.answer("notification from example wifi", limit: 200, isExact: true)
    #expect(answer.identifiers.count == 101)
    #expect(answer.matchCount == 101)
  }

  @Test("an item that arrives makes no row vanish, however many names have to be read")
  func liveNames() async throws {
    let title = "A name that is longer than a key"
    let stage = LadderStage()
    func put(_ numbers: Range<Int>) async throws {
      try await stage.put(
        numbers.map { Self.item("\($0)", title: "n\($0)", [.path: .string("/x/\($0)/\(title)")]) })
    }
    try await put(0..<64)
    var state = LadderState()
    #expect(try stage.answer(title, limit: 200, isExact: true, &state).rows.count == 64)
    try await put(64..<65)
    #expect(try stage.answer(title, limit: 200, isExact: true, &state).rows.count == 65)
  }

  private static let coded = [
    "node.js", "AC/DC", "O'Hare", "call 907-345-0962", "v2.10.3", "v2.1", "c++ in depth", "nodes",
    "node and js",
  ]

  @Test(
    "codes are found without the signs inside of them",
    arguments: [
      ("nodejs", ["node.js"]), ("nodejs ", ["node.js"]), ("NodeJ", ["node.js"]),
      ("acdc", ["AC/DC"]), ("ohare ", ["O'Hare"]), ("9073450962", ["call 907-345-0962"]),
      ("907345", ["call 907-345-0962"]), ("907345 ", []), ("2.10", ["v2.10.3"]),
      ("2.10 ", ["v2.10.3"]), ("2.1 ", ["v2.1"]), ("v2.10 ", ["v2.10.3"]), ("node-js", ["node.js"]),
      ("call 9073450962 ", ["call 907-345-0962"]), ("call nodejs ", []),
    ])
  func codes(typed: String, titles: [String]) async throws {
    let stage = try await Self.stage(Self.coded)
    let answer = try stage.answer(typed, isExact: true)
    #expect(answer.identifiers == titles)
    #expect(answer.matchCount == titles.count)
    for understanding in answer.understandings {
      #expect(understanding.terms.last?.traits.contains(.isCode) == true)
    }
  }

  @Test("words and codes are in one order, whatever the limit is")
  func interleaving() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("word", title: "All of nodejs"),
      Self.item("keyword", title: "Other", [.keywords: .array([.string("node.js")])]),
      Self.item("description", title: "Other", [.contentDescription: .string("with node.js")]),
      Self.item("text", title: "Other", [.textContent: .string("about nodejs")]),
    ])
    for typed in ["nodejs", "nodejs "] {
      let all = try stage.answer(typed)
      #expect(all.identifiers == ["word", "keyword", "description", "text"])
      for limit in 1...3 {
        let some = try stage.answer(typed, limit: limit)
        #expect(some.identifiers == Array(all.identifiers.prefix(limit)))
        #expect(some.matchCount == 4)
      }
    }
  }

  @Test("a code in a title counts as one, though the words in a text have more points")
  func codeInTitle() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("both", title: "fi wif-i", [.textContent: .string("wi-fi")]),
      Self.item("words", title: "wi", [.keywords: .array([.string("wi-fi")])]),
      Self.item("code", title: "Other", [.keywords: .array([.string("w-ifi")])]),
    ])
    let all = try stage.answer("wi-fi ", isExact: true)
    #expect(all.identifiers == ["both", "words", "code"])
    for limit in 1...3 {
      var state = LadderState()
      let some = try stage.answer("wi-fi ", limit: limit, isExact: true, counts: false, &state)
      #expect(some.rows.map(\.hit) == all.rows.prefix(limit).map(\.hit))
    }
  }

  @Test("a short list is the beginning of a long one", arguments: 0..<4 as Range<UInt64>)
  func shortLists(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let words = ["wifi", "wi-fi", "wi", "wi-fire", "node.js", "nodejs", "node", "js", "news"]
    let stage = LadderStage()
    for protection in [ProtectionClass.none, .firstUnlock] {
      try await stage.put(
        (0..<30).map { place in
          let title = (0..<Int.random(in: 1...3, using: &random))
            .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
          return Self.item(
            "\(protection) \(place)", title: title, hint: Int64.random(in: 0...3, using: &random))
        }, protection)
    }
    let texts = [
      "wi", "wif", "wifi", "wifi ", "wifir", "nodej", "js", "wi nodejs", "wifi js", "wi-fi",
    ]
    for typed in texts {
      let all = try stage.answer(typed, isExact: true)
      for limit in 1...12 {
        var state = LadderState()
        let some = try stage.answer(
          typed, limit: limit, isExact: true, counts: false, &state)
        let expected = all.rows.prefix(limit).map(\.hit)
        #expect(some.rows.map(\.hit) == expected, "seed \(seed), \(typed), limit \(limit)")
      }
    }
  }

  @Test("initials lead to names, where little else does")
  func initials() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("name", title: "GNU Image Creator"),
      Self.item("longer", title: "GNU Image Creator Program"),
      Self.item("other", title: "Gnu Images"),
    ])
    for typed in ["gic", "gic ", "GIC"] {
      let answer = try stage.answer(typed)
      #expect(answer.identifiers == ["name", "longer"])
      #expect(answer.readings == [.initials, .initials])
      #expect(answer.matchCount == 2)
    }
    #expect(try stage.answer("gicp ").identifiers == ["longer"])
    #expect(try stage.answer("gic", isExact: true).rows.isEmpty)
    #expect(try stage.answer("gic ", filters: [#"title == "*Program""#]).identifiers == ["longer"])
  }

  @Test(
    "initials are found in any script, however their letters are encoded",
    arguments: [
      ("गाइड २ नया भारत", "गनभ"), ("Élan Ébène Été", "e\u{301}e\u{301}e\u{301}"),
      ("Élan Ébène Été", "ÉÉÉ"), ("Новый Год Здесь", "нгз"),
    ])
  func scriptsOfInitials(title: String, typed: String) async throws {
    let stage = try await Self.stage([title])
    #expect(try stage.answer(typed).identifiers == [title])
  }

  @Test("letters that a language keeps apart are kept apart in names and codes")
  func languages() async throws {
    let stage = try await Self.stage(["Öl-1", "Ol-1", "Öl"])
    #expect(try stage.answer("ol ", isExact: true, language: "sv").identifiers == ["Ol-1"])
    #expect(try stage.answer("öl1 ", isExact: true, language: "sv").identifiers == ["Öl-1"])
    #expect(try stage.answer("ol1 ", isExact: true).identifiers.count == 2)
    #expect(try stage.answer("öl ", isExact: true, language: "sv").identifiers == ["Öl", "Öl-1"])
  }
}
