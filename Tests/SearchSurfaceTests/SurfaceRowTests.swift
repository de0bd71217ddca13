import FresnelModel
import SearchSurface
import SpotlightWire
import Testing

@Suite("Rows of surfaces")
struct SurfaceRowTests {
  private func row(
    _ attributes: [AttributeID: AttributeValue], id: String = "x", snippet: String = "",
    typed: String = ""
  ) throws -> SurfaceRow {
    var item = Item(uniqueIdentifier: id)
    for (key, value) in attributes { item.attributes[key] = value }
    let hit = WireHit(
      scope: IndexScope(app: "com.example.notes", index: ""), protection: .firstUnlock, score: 1,
      item: try EncodedItem(opening: try ItemCodec.encode(item)))
    var row = SurfaceRow(hit, snippet: snippet, typed: typed)
    row.addFields(of: hit)
    return row
  }

  @Test("A row has a title whatever the item lacks: its name, its title, its identifier, a dash")
  func titles() throws {
    let named: [AttributeID: AttributeValue] = [
      .title: .string("Soup"), .displayName: .string("Tomato soup"),
    ]
    #expect(try row(named).title == "Tomato soup")
    #expect(try row([.title: .string("Soup")]).title == "Soup")
    #expect(try row([.title: .string(" \n ")], id: "n1").title == "n1")
    #expect(try row([:], id: "\u{202E}").title == "–")
  }

  @Test("A hostile text is one line of bounded length that turns nothing around")
  func hostileTexts() throws {
    let hostile = "a\u{0}b\r\n\u{1B}[31mc\u{202E}d\u{2028}e\u{2066}\u{85}f"
    let row = try row([.title: .string(hostile)], snippet: hostile)
    #expect(row.title == "a b [31mcd e f")
    #expect(row.detail == row.title)
    #expect(RowText.line(String(repeating: "ä", count: 9_000)).count == RowText.maximumLength)
    let accents = String(repeating: "e\u{301}", count: 9_000)
    #expect(RowText.line(accents).count == RowText.maximumLength)
    #expect(RowText.line(String(repeating: " ", count: 9_000)) == "")
    #expect(RowText.line("  two   words ") == "two words")
  }

  @Test("An exact title fits best, then one that begins with what was typed, whatever the case")
  func fits() throws {
    let attributes: [AttributeID: AttributeValue] = [.title: .string("Tomato Soup")]
    #expect(try row(attributes, typed: "tomato  soup").fit == .exact)
    #expect(try row(attributes, typed: "tom").fit == .beginsSo)
    #expect(try row(attributes, typed: "soup").fit == .other)
    #expect(try row(attributes).fit == .other)
  }

  @Test("What can be done with a result comes from its own fields")
  func fields() throws {
    let row = try row([
      .title: .string("Ada"), .phoneNumbers: .array([.string("+1 555 0100")]),
      .supportsPhoneCall: .boolean(true), .contentURL: .url("file:///home/ada.vcf"),
    ])
    #expect(row.actions.first == .call)
    #expect(row.urls == ["file:///home/ada.vcf"])
    #expect(try self.row([.title: .string("Ada")]).actions.isEmpty)
  }
}
