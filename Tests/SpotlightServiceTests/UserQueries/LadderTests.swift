import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder", .timeLimit(.minutes(30)))
struct LadderTests {
  @Test("words that were not typed to their ends find names, behind what was found as typed")
  func prefixes() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("film", title: "The Shawshank Redemption"), item("note", title: "Shaw in red"),
      item("other", title: "Redemption"),
    ])
    let answer = try stage.answer("shaw red")
    #expect(answer.identifiers == ["note", "film"])
    #expect(answer.readings == [.asTyped, .prefixes])
    #expect(answer.matchCount == 2)
    let terms = try #require(answer.understandings.last?.terms)
    #expect(terms.map(\.text) == ["shaw", "red"] && terms.allSatisfy { $0.traits == .isPrefix })
    #expect(terms.map(\.range) == [0..<4, 5..<8])
    #expect(!answer.isPartial && !answer.isLimited)
    // A single word and a letter are as they were meant.
    #expect(try stage.answer("shaw ").identifiers == ["note"])
    #expect(try stage.answer("s red ").readings == [.leftOut])
    #expect(try stage.answer("shaw red", isExact: true).identifiers == ["note"])
  }

  @Test("a word finds items that have it in another form, behind those that have it as typed")
  func otherForms() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("one", title: "Photo editor"), item("many", title: "Photos to edit"),
      item("leaves", title: "Interleaved pages"),
    ])
    let photos = try stage.answer("photos ")
    #expect(photos.identifiers == ["many", "one"])
    #expect(photos.readings == [.asTyped, .stems])
    #expect(photos.understandings.last?.terms.map(\.text) == ["photo"])
    #expect(photos.understandings.last?.correctedText == nil)
    // Both words in another form come before one word that is missing.
    #expect(try stage.answer("editing photo ").identifiers == ["many", "one"])
    #expect(try stage.answer("interleaves ").identifiers == ["leaves"])
    // What grows finds other forms only where it finds nothing.
    #expect(try stage.answer("photos").identifiers == ["many"])
    #expect(try stage.answer("editors").identifiers == ["one"])
    #expect(try stage.answer("\"photos\" ").identifiers == ["many"])
    #expect(try stage.answer("photos ", isExact: true).identifiers == ["many"])
  }

  @Test("a reading is tried only where those before it find too few rows in all stores together")
  func thresholds() async throws {
    for count in 9...10 {
      let stage = LadderStage()
      let exact = (0..<count).map { item("exact \($0)", title: "Old maps \($0)") }
      try await stage.put(Array(exact.prefix(5)))
      try await stage.put(Array(exact.dropFirst(5)), .firstUnlock)
      try await stage.put([item("longer", title: "Older maps")])
      let answer = try stage.answer("old maps")
      #expect(answer.identifiers.contains("longer") == (count < 10), "\(count)")
      #expect(answer.identifiers.count == (count < 10 ? 10 : count))
      #expect(answer.matchCount == answer.identifiers.count)
    }
  }

  @Test(
    "rows of a lower reading come last, whichever store they are from, and only where there is room"
  )
  func order() async throws {
    let stage = LadderStage()
    var weak = item("weak")
    weak.attributes[.textContent] = .string("the maps are old")
    try await stage.put([weak])
    try await stage.put(
      [item("longer", title: "Older maps"), item("strong", title: "Old maps")], .firstUnlock)
    #expect(try stage.answer("old maps").identifiers == ["strong", "weak", "longer"])
    #expect(try stage.answer("old maps", limit: 2).identifiers == ["strong", "weak"])
    let scores = try stage.answer("old maps").rows.map(\.hit.score)
    #expect(scores == scores.sorted(by: >))
  }

  @Test("an item that arrives makes no row of a live list vanish")
  func liveRows() async throws {
    let stage = LadderStage()
    var state = LadderState()
    try await stage.put((0..<9).map { item("\($0)", title: "Old maps \($0)") })
    try await stage.put([item("longer", title: "Older maps")])
    #expect(try stage.answer("old maps", &state).identifiers.count == 10)
    try await stage.put([item("ninth", title: "Old maps")])
    #expect(try stage.answer("old maps", &state).identifiers.last == "longer")
    #expect(try stage.answer("old maps", &state).identifiers.count == 11)
    // An ask that begins now has rows enough.
    #expect(try stage.answer("old maps").identifiers.count == 10)
  }

  @Test("an item and its activity are one row, of the better reading of both")
  func joinedRows() async throws {
    let stage = LadderStage()
    let history = try await HistoryClient(stage.core, mail)
    try await stage.put([item("map", title: "Older maps"), item("other", title: "Oldest maps")])
    #expect(try await history.donate(activity("Old maps"), .related(to: "map")) == .new)
    let answer = try stage.answer("old maps", joins: true)
    #expect(answer.identifiers == ["map", "other"])
    #expect(answer.readings == [.asTyped, .prefixes])
    #expect(answer.matchCount == 2)
    #expect(try stage.answer("old maps", of: mail).readings == [.prefixes, .prefixes])
  }

  @Test("filters are a part of each reading")
  func filters() async throws {
    let stage = LadderStage()
    var long = item("long", title: "Older maps")
    long.attributes[.pageCount] = .integer(300)
    try await stage.put([long, item("short", title: "Older maps")])
    #expect(Set(try stage.answer("old maps").identifiers) == ["long", "short"])
    #expect(try stage.answer("old maps", filters: ["pageCount == 300"]).identifiers == ["long"])
    #expect(throws: (any Error).self) {
      try stage.answer("old maps", filters: ["pageCount =="])
    }
  }

  @Test("a reading that would compare too many items is left out whole, whatever is hidden")
  func ceilings() async throws {
    for count in [20, 40] {
      let stage = LadderStage()
      let items = (0..<60).map { item("\($0)", title: "Older maps \($0)") }
      try await stage.put(Array(items.prefix(count)))
      try await stage.put(items, of: notes)
      // In Turkish no posting proves that a word matches.
      let answer = try stage.answer("old maps", of: mail, language: "tr")
      #expect(answer.identifiers.count == (count == 20 ? 20 : 0))
      #expect(answer.isLimited == (count == 40) && !answer.isPartial)
      #expect(try stage.answer("old maps", of: mail).identifiers.count == count)
    }
  }

  @Test("phrases, codes and signs alone")
  func pieces() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("near", title: "Blue sky today"), item("far", title: "Sky that is blue"),
    ])
    #expect(Set(try stage.answer("sky blue").identifiers) == ["near", "far"])
    #expect(try stage.answer("\"blue sky\"").identifiers == ["near"])
    for nothing in ["", "  ", "*", "?!", "\"\""] {
      let answer = try stage.answer(nothing)
      #expect(answer.rows.isEmpty && answer.matchCount == 0, "\(nothing)")
    }
  }
}
