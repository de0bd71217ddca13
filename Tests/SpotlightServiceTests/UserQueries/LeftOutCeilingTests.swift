import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Bounds of what is looked for where words are missing", .timeLimit(.minutes(30)))
struct LeftOutCeilingTests {
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

  @Test("a word that would compare too many items is left out in all stores, whatever is hidden")
  func ceilings() async throws {
    for count in [10, 40] {
      let stage = LadderStage()
      let items = (0..<60).map { Self.item("\($0)", title: "Old maps \($0)", text: "one") }
      try await stage.put(Array(items.prefix(count / 2)), of: mail)
      try await stage.put(Array(items[(count / 2)..<count]), of: mail, .firstUnlock)
      try await stage.put(items, of: notes)
      // In Turkish no posting proves that a word matches.
      let answer = try stage.answer("maps fathoms ", of: mail, language: "tr")
      #expect(answer.identifiers.count == (count == 10 ? 10 : 0))
      #expect(answer.isLimited == (count == 40) && !answer.isPartial)
      #expect(try stage.answer("maps fathoms ", of: mail).identifiers.count == count)
    }
  }

  @Test("what codes have found stays where a word would compare too many items")
  func codesBesideWords() async throws {
    let stage = LadderStage()
    try await stage.put(
      (0..<40).map { Self.item("\($0)", title: "Note \($0)", text: "old maps") })
    try await stage.put(
      (0..<3).map { Self.item("e.g. \($0)", title: "Note", text: "so, e.g. this") })
    // In Turkish no posting proves that a word matches.
    let answer = try stage.answer("maps e.g. orogeny ", language: "tr")
    #expect(Set(answer.identifiers) == ["e.g. 0", "e.g. 1", "e.g. 2"])
    #expect(Set(Self.leftOut(answer)) == [["maps", "orogeny"]])
    #expect(answer.isLimited)
  }

  @Test("of more words than are asked for, those that tell least count as missing")
  func manyWords() async throws {
    let stage = LadderStage()
    try await stage.put([Self.item("some", title: "Note", text: "the and for zqak")])
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let names = (0..<31).map { "zq\(letters[$0 % 26])\($0 < 26 ? "k" : "m")" }
    let answer = try stage.answer("the-and-for " + names.joined(separator: " ") + " ")
    #expect(answer.identifiers == ["some"])
    let leftOut = try #require(Self.leftOut(answer).first)
    #expect(leftOut.filter { $0.hasPrefix("zq") } == Array(names.dropFirst()))
    #expect(leftOut.count == names.count - 1 + 2)
  }
}
