import FresnelModel
import FresnelQuery
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import FresnelText
import Testing

@Suite("Snippets of rows", .timeLimit(.minutes(30)))
struct RowSnippetsTests {
  private func snippet(
    _ attributes: [AttributeID: String], typed: String = "lens", length: Int = 300
  ) throws -> (text: String, readsWhole: Bool) {
    var item = Item(uniqueIdentifier: "1")
    for (id, text) in attributes { item.attributes[.builtIn(id)] = .string(text) }
    let whole = try EncodedItem(opening: try ItemCodec.encode(item))
    let row = try whole.projection(
      of: RowSnippets.rowKeys.filter { key in
        // Rows keep no long descriptions.
        key != .builtIn(.contentDescription) || (attributes[.contentDescription]?.count ?? 0) <= 128
      })
    let query = try #require(UserQuery.query(for: typed, locale: .root))
    let compiled = try CompiledQuery(
      query, context: EvaluationContext(now: .distantFuture, locale: .root))
    var readsWhole = false
    let text = RowSnippets(compiled, length: length).snippet(of: row) {
      readsWhole = true
      return whole
    }
    return (text, readsWhole)
  }

  @Test(
    "the description is the line where it or the name shows the match, and nothing else is read")
  func descriptions() throws {
    for attributes: [AttributeID: String] in [
      [.title: "Fresnel lens", .contentDescription: "For\nlighthouses"],
      [.title: "Lighthouse", .contentDescription: "For a lens"],
    ] {
      let (text, readsWhole) = try snippet(attributes)
      #expect(text == attributes[.contentDescription]?.replacing("\n", with: " "))
      #expect(!readsWhole)
    }
  }

  @Test("a long description is read, and cut")
  func longDescriptions() throws {
    let long = "A lens " + String(repeating: "of glass ", count: 100)
    let (text, readsWhole) = try snippet(
      [.title: "Lighthouse", .contentDescription: long], length: 20)
    #expect(text == "A lens of glass of g")
    #expect(readsWhole)
  }

  @Test("else it is the part of the text that shows the match, with a mark before it")
  func excerpts() throws {
    let text = "There is a long beginning of this text before the lens of the lighthouse"
    #expect(
      try snippet([.title: "Lighthouse", .textContent: text, .contentDescription: "Light"]).text
        == "…of this text before the lens of the lighthouse")
    #expect(try snippet([.title: "Lighthouse", .textContent: "A lens"]).text == "A lens")
    #expect(
      try snippet([.title: "Lighthouse", .alternateNames: "Lens", .textContent: text]).text
        == "Lens")
  }

  @Test("line breaks of any kind become one space, and no character is cut in two")
  func lineBreaks() throws {
    let breaks = ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
    for first in breaks {
      for second in breaks + ["", "\n \n"] {
        let text = "\(first)Glass\(second)of \u{2027}é\(first)\(second)"
        let expected = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        #expect(
          try snippet([.title: "Lens", .textContent: text]).text == expected,
          "\(text.unicodeScalars.map(\.value))")
      }
    }
    // Only the beginning is looked at.
    for count in 3995...4000 {
      let text = String(repeating: "x", count: count) + String(repeating: "🔭", count: 9)
      let line = try snippet([.title: "Lens", .textContent: text], length: 5000).text
      #expect(line.count == count + (4000 - count) / 4)
      #expect(text.hasPrefix(line))
    }
  }

  @Test("a name alone has the beginning of the text behind it, or nothing")
  func names() throws {
    #expect(try snippet([.title: "Lens", .textContent: "Glass"]).text == "Glass")
    #expect(try snippet([.title: "Lens"]).text.isEmpty)
  }

  @Test(
    "an answer has a line for each row, if they were asked for, and names that rows do not keep")
  func answers() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let longName = "Lens " + String(repeating: "x", count: 900)
    var text = item("text", title: "Else")
    text.attributes[.textContent] = .string("A lens of glass")
    _ = try await client.put([text, item("name", title: longName)], handle)
    var request = SearchRequest(form: .typed, text: "lens", limit: 10, detail: .rows)
    guard case .found(let plain) = await client.ask(.search(request)) else {
      throw TestFailure("no answer")
    }
    #expect(plain.snippets.isEmpty)
    request.snippetLength = 300
    guard case .found(let results) = await client.ask(.search(request)) else {
      throw TestFailure("no answer")
    }
    #expect(results.hits.map(\.item.uniqueIdentifier) == ["name", "text"])
    #expect(results.hits[0].item.heading == longName)
    #expect(results.snippets == ["", "A lens of glass"])
  }

  @Test("a name of any length is cut in a list, so that it keeps no answer from being sent")
  func hugeNames() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let name = "Lens " + String(repeating: "x", count: 100_000)
    _ = try await client.put([item("1", title: name), item("2", title: name)], handle)
    var request = SearchRequest(form: .typed, text: "lens", limit: 10, detail: .rows)
    request.snippetLength = 300
    guard case .found(let results) = await client.ask(.search(request)) else {
      throw TestFailure("no answer")
    }
    let names = results.hits.compactMap(\.item.heading)
    #expect(names.count == 2 && names.allSatisfy { $0 == name.prefix(1000) })
  }

  @Test("words that a command has finds at once what was acknowledged, where it says so")
  func settled() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
      for number in 1...5 {
        _ = try await client.put([item("\(number)", title: "Lens")], handle)
        let search = SearchRequest(
          form: .typed, text: "lens", reach: .system, limit: 10, isSettled: true)
        guard case .found(let results) = await tool.ask(.search(search)) else {
          throw TestFailure("no answer")
        }
        #expect(results.hits.count == number)
      }
    }
  }
}
