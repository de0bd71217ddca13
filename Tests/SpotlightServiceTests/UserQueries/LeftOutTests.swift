import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Words left out", .timeLimit(.minutes(30)))
struct LeftOutTests {
  private static func item(_ identifier: String, title: String, text: String) -> Item {
    var item = SpotlightServiceTests.item(identifier, title: title)
    item.attributes[.textContent] = .string(text)
    return item
  }

  /// The words that were left out where each row was found.
  private static func leftOut(_ answer: LadderStage.Answer) -> [[String]] {
    answer.rows.map { row in
      answer.understandings[row.plan].terms.filter { $0.traits.contains(.isLeftOut) }.map(\.text)
    }
  }

  @Test("items that lack a word are found, and each says which")
  func saysWhich() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("one", title: "Passwords", text: "how to remember them"),
      Self.item("two", title: "Remember the milk", text: "my list"),
      Self.item("three", title: "Other", text: "of no use"),
    ])
    let answer = try stage.answer("remember my passwords ")
    #expect(answer.identifiers == ["one", "two"])
    #expect(answer.readings == [.leftOut, .leftOut])
    #expect(Self.leftOut(answer) == [["my"], ["passwords"]])
    #expect(answer.matchCount == 2)
    #expect(answer.understandings.allSatisfy { $0.terms.count == 3 && $0.correctedText == nil })
    #expect(try stage.answer("remember my passwords ", isExact: true).rows.isEmpty)
  }

  @Test("words that an item has in other forms count, and the understanding says which")
  func otherForms() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("typed", title: "Note", text: "remember the library"),
      Self.item("form", title: "Note", text: "remember the libraries"),
      Self.item("both", title: "Note", text: "libraries library library"),
      Self.item("none", title: "Note", text: "remember orogeny"),
    ])
    let answer = try stage.answer("remember zenith library ")
    #expect(answer.identifiers == ["typed", "form", "both", "none"])
    let terms = answer.rows.map { answer.understandings[$0.plan].terms.map(\.text) }
    #expect(
      terms == [
        ["remember", "zenith", "library"], ["remember", "zenith", "libraries"],
        ["remember", "zenith", "library"], ["remember", "zenith", "library"],
      ])
    #expect(Self.leftOut(answer).first == ["zenith"])
  }

  @Test("a form in a name stands for the word in names, whatever the text has")
  func formsInNames() async throws {
    let stage = LadderStage()
    try await stage.put([Self.item("name", title: "Old libraries", text: "one library")])
    let answer = try stage.answer("old library zenith ")
    #expect(answer.readings == [.leftOutInNames])
    #expect(answer.understandings[0].terms.map(\.text) == ["old", "libraries", "zenith"])
  }

  @Test("a word typed in two forms asks for nothing more than one")
  func twoForms() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("twice", title: "Note", text: "maps"),
      Self.item("other", title: "Note", text: "orogeny fathoms"),
    ])
    let answer = try stage.answer("maps map orogeny fathoms ")
    #expect(answer.identifiers == ["other", "twice"])
    #expect(answer.understandings[1].terms.map(\.text) == ["maps", "maps", "orogeny", "fathoms"])
  }

  @Test("words that signs join may be apart, unless one of them is short")
  func joinedWords() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("apart", title: "Note", text: "the speed of wings is high"),
      Self.item("short", title: "Note", text: "node and js"),
    ])
    #expect(try stage.answer("high-speed orogeny ").identifiers == ["apart"])
    #expect(try stage.answer("node.js orogeny ").identifiers == [])
    let terms = try stage.answer("a high-speed orogeny ").understandings[0].terms
    #expect(terms.map(\.text) == ["a", "high", "speed", "orogeny"])
    #expect(terms.map(\.range) == [0..<1, 2..<6, 7..<12, 13..<20])
  }

  @Test("names that lack one word come before texts that lack one")
  func inNames() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("text", title: "Notes", text: "the old sea maps, sea maps, old sea maps"),
      Self.item("name", title: "Old sea maps", text: "nothing"),
      Self.item("short", title: "Sea", text: "maps"),
    ])
    let answer = try stage.answer("old sea maps fathoms ")
    #expect(answer.identifiers == ["name", "text", "short"])
    #expect(answer.readings == [.leftOutInNames, .leftOut, .leftOut])
    #expect(Self.leftOut(answer) == [["fathoms"], ["fathoms"], ["old", "fathoms"]])
  }

  @Test("what lacks fewer words comes first, but of more than five words what they tell decides")
  func tiers() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("rare", title: "Note", text: "orogeny orogeny orogeny"),
      Self.item("common", title: "Note", text: "that we have made"),
    ])
    #expect(try stage.answer("that orogeny we have ").identifiers == ["common", "rare"])
    let long = try stage.answer("that orogeny we have made now ")
    #expect(Set(long.rows.map { Int($0.hit.score) >> 17 }) == [1])
    #expect(try stage.answer("that orogeny we have made zzz qqq ").identifiers.first == "rare")
  }

  @Test("words that nearly all texts have find nothing by themselves, unless there are no others")
  func frequentWords() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("the", title: "Note", text: "of the and to"),
      Self.item("sea", title: "Note", text: "the sea"),
    ])
    #expect(try stage.answer("the sea orogeny ").identifiers == ["sea"])
    #expect(Set(try stage.answer("the in ").identifiers) == ["the", "sea"])
  }

  @Test("a word that has only begun tells no more than the most frequent one that begins so")
  func growingWord() async throws {
    let stage = LadderStage()
    try await stage.put(
      [Self.item("budget", title: "Note", text: "our budget")]
        + (0..<9).map { Self.item("\($0)", title: "Note", text: "tea tea tea") })
    for typed in ["zork budget ", "zork budget t", "zork budget te"] {
      #expect(try stage.answer(typed).identifiers.first == "budget", "\(typed)")
    }
  }

  @Test("what stands in quotes and what filters ask for is never left out")
  func asked() async throws {
    let stage = LadderStage()
    var long = Self.item("long", title: "Old maps", text: "of the blue sea")
    long.attributes[.pageCount] = .integer(300)
    try await stage.put([long, Self.item("short", title: "Old maps", text: "the sea is blue")])
    #expect(Set(try stage.answer("old maps fathoms ").identifiers) == ["long", "short"])
    #expect(
      try stage.answer("old maps fathoms ", filters: ["pageCount == 300"]).identifiers == ["long"])
    #expect(try stage.answer("old fathoms \"blue sea\"").identifiers == ["long"])
    #expect(try stage.answer("fathoms \"blue sea\"").identifiers == [])
  }

  @Test("text that still grows leaves words out only where nothing else is found")
  func thresholds() async throws {
    let stage = LadderStage()
    try await stage.put([
      Self.item("all", title: "Old sea maps", text: "one"),
      Self.item("some", title: "Old maps", text: "two"),
    ])
    #expect(try stage.answer("old sea ma").identifiers == ["all"])
    #expect(try stage.answer("old sea ma", isSettled: true).identifiers == ["all", "some"])
    #expect(try stage.answer("old sea mx").readings == [.leftOutInNames])
    #expect(try stage.answer("old sea mx ").identifiers == ["all", "some"])
    #expect(try stage.answer("old maps", isSettled: true).readings.contains(.leftOut) == false)
  }

  @Test("an item that arrives makes no row of a live list vanish")
  func liveRows() async throws {
    let stage = LadderStage()
    var state = LadderState()
    try await stage.put([Self.item("some", title: "Old maps", text: "two")])
    #expect(try stage.answer("old sea maps ", &state).identifiers == ["some"])
    try await stage.put((0..<3).map { Self.item("\($0)", title: "Old sea maps", text: "one") })
    #expect(try stage.answer("old sea maps ", &state).identifiers.last == "some")
    #expect(try stage.answer("old sea maps ").identifiers.count == 3)
  }

  @Test("a list that has no place for all shows the best, and the words of each")
  func limits() async throws {
    let stage = LadderStage()
    let ends = ["", " sea", " sea maps", " sea maps orogeny"]
    for (place, end) in ends.enumerated() {
      try await stage.put(
        [Self.item("\(place)", title: "Note", text: "old\(end)")],
        place % 2 == 0 ? .none : .firstUnlock)
    }
    let text = "old sea maps orogeny zenith "
    let all = try stage.answer(text)
    #expect(all.identifiers == ["3", "2", "1", "0"])
    for limit in 1...3 {
      let some = try stage.answer(text, limit: limit)
      #expect(some.identifiers == Array(all.identifiers.prefix(limit)))
      #expect(Self.leftOut(some) == Array(Self.leftOut(all).prefix(limit)))
      #expect(some.understandings.count == limit)
    }
  }
}
