import FresnelModel
import FresnelQuery
import SpotlightWire
import Testing

@testable import FresnelCommands

@Suite("What stands out in results")
struct ResultDescriptionTests {
  private let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))

  private func typed(_ text: String) throws -> ResultDescription {
    let query = try #require(UserQuery(text).asTyped)
    return ResultDescription(try CompiledQuery(query, context: context), in: context)
  }

  /// The parts of a text that stand out where it was understood by these terms.
  private func marked(
    _ text: String, typed: String, by terms: [Understanding.Term]
  ) throws -> [String] {
    let understanding = Understanding(reading: .oneEdit, terms: terms)
    let line = try self.typed(typed).by(understanding).highlighted(text, .strong)
    return line.spans.filter { $0.look == .match }.map(\.text)
  }

  @Test("terms stand out, not what was typed for them")
  func terms() throws {
    let text = "The Godfather and the godfahter"
    #expect(
      try marked(text, typed: "godfahter", by: [.init(range: 0..<9, text: "godfather")])
        == ["Godfather"])
    #expect(
      try marked(text, typed: "godf", by: [.init(range: 0..<4, text: "godf", traits: .isPrefix)])
        == ["Godf", "godf"])
    #expect(try marked(text, typed: "godf", by: [.init(range: 0..<4, text: "godf")]) == [])
    #expect(
      try marked(
        text, typed: "and x",
        by: [
          .init(range: 0..<3, text: "and", traits: .isLeftOut), .init(range: 4..<5, text: "the"),
        ])
        == ["The", "the"])
  }

  @Test("a term stands out inside of what joins words, and a code with its signs")
  func runs() throws {
    let name = "invoice_2024-03_final.pdf and pdfs"
    #expect(try marked(name, typed: "pdf ", by: [.init(range: 0..<3, text: "pdf")]) == ["pdf"])
    #expect(
      try marked(
        name, typed: "2024-0",
        by: [.init(range: 0..<6, text: "2024-0", traits: [.isPrefix, .isCode])]) == ["2024-0"])
    #expect(
      try marked(
        "c and C++", typed: "c++ ", by: [.init(range: 0..<3, text: "c++", traits: .isCode)])
        == ["C++"])
    #expect(
      try marked("在北京的", typed: "北京", by: [.init(range: 0..<6, text: "北京")]) == ["北京"])
  }

  @Test("each part of a word that was taken apart stands out, and the row says what stood for it")
  func parts() throws {
    let parts: [Understanding.Term] = [
      .init(range: 0..<3, text: "win", traits: .isPrefix),
      .init(range: 3..<6, text: "con", traits: .isPrefix),
    ]
    #expect(
      try marked("MyWindowController", typed: "wincon", by: parts) == ["Win", "Con"])
    #expect(
      try marked(
        "A Bluetooth radio", typed: "blue tooth", by: [.init(range: 0..<10, text: "bluetooth")])
        == ["Bluetooth"])
    let row = try typed("wincon").by(Understanding(reading: .joinedOrSplit, terms: parts)).row(
      for: try EncodedItem(
        validating: ItemCodec.encode(Item(uniqueIdentifier: "a", attributes: Attributes()))),
      of: IndexScope(app: "org.example.a", index: ""))
    #expect(row.kind == "org.example.a · as “win con”")
  }

  @Test("where nobody says how the text was understood, its own words stand out")
  func plain() throws {
    var descriptions = ResultDescriptions(try typed("god"))
    for understanding in [nil, Understanding(reading: .asTyped)] {
      let line = descriptions.description(by: understanding).highlighted("The Godfather", .strong)
      #expect(line.spans.filter { $0.look == .match }.map(\.text) == ["God"])
    }
  }
}
