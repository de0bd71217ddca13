import Testing

@testable import WebDocuments

/// Pages that are made to cost much. What they cost is counted, not timed.
struct HTMLBombTests {
  private struct Bomb: CustomTestStringConvertible {
    let name: String
    let start: String
    let repeated: String
    let end: String
    /// Whether all of it must be read; `nil` where that depends on the length.
    let isWhole: Bool?

    init(
      _ name: String, _ start: String, _ repeated: String, _ end: String = "", whole: Bool? = nil
    ) {
      self.name = name
      self.start = start
      self.repeated = repeated
      self.end = end
      isWhole = whole
    }

    var testDescription: String { name }

    /// The page with so many bytes of what is repeated; `#` in it counts up.
    func page(byteCount: Int) -> String {
      let parts = repeated.split(separator: "#", omittingEmptySubsequences: false)
      let count = byteCount / repeated.utf8.count
      let middle =
        parts.count == 1
        ? String(repeating: repeated, count: count)
        : (0..<count).map { parts.joined(separator: String($0)) }.joined()
      return "<title>t</title>" + start + middle + end
    }
  }

  private static let bombs = [
    Bomb("nesting", "", "<div>", whole: false), Bomb("formatting", "", "<b>", whole: false),
    Bomb("unknown", "", "<x>"),
    Bomb("attributes", "<p", " a#", ">x", whole: false),
    Bomb("an attribute again and again", "<p", " a", ">x", whole: true),
    Bomb("open tags", "", "<a <b <script ", whole: true),
    Bomb("attributes of html", "", "<html a#>"),
    Bomb("attributes of html between elements", "", "<html a#><br>"),
    Bomb("references", "", "&notit;&amp;&#x41;&", whole: true), Bomb("links", "", "<a>"),
    Bomb("different links", "", "<a h#>"), Bomb("different formatting", "<p>", "<b c=#>"),
    Bomb("formatting in paragraphs", "", "<p><b c=#>x"),
    Bomb("formatting left open", "", "<p><font><i><b><u>x</p>"),
    Bomb("links and tables", "", "<a><table>"),
    Bomb("tables in tables", "", "<table><tr><td><a>"),
    Bomb("before a table", "<table>", "<b></b>x"),
    Bomb("adoption", "", "<b><p></b>"), Bomb("deep adoption", "", "<b><i><p><div></b></i>"),
    Bomb("links and blocks", "", "<a><div>"), Bomb("no break", "", "<nobr><p>"),
    Bomb("plain text", "<plaintext>", "a<b>", whole: true),
    Bomb("an open comment", "<!--", "--!", whole: true),
    Bomb("an open script", "<script><!--", "<script", whole: true),
    Bomb("drawings", "", "<svg><foreignObject>"), Bomb("templates", "", "<template>"),
    Bomb("replaced by frames", "", "<div>", "<frameset>"), Bomb("list items", "<ul>", "<li>"),
    Bomb("null characters", "", "\u{0}<\u{0}a \u{0}>", whole: true),
    Bomb("less than", "", "<", whole: true),
    Bomb("end tags", String(repeating: "<x>", count: 2_000), "</y>"),
    Bomb("text deep within", String(repeating: "<div>", count: 500) + "<b>", "text"),
    Bomb("text", "", "hello world ", whole: true),
  ]

  @Test(arguments: bombs)
  private func costsAreBoundedWhateverThePage(bomb: Bomb) {
    let limits = HTMLLimits.standard
    for byteCount in [100_000, 1_000_000] {
      let page = DecodedPage(bomb.page(byteCount: byteCount))
      let document = HTMLDocument.parse(page, limits: limits)
      let count = page.bytes.count
      // Read twice at most and half of it abridged, but for what one step may be over.
      #expect(document.cost.steps <= 11 * (limits.work + limits.workPerByte * count) / 4)
      #expect(document.cost.memory <= 9 * (limits.memory + limits.memoryPerByte * count) / 8)
      #expect(document.nodes.count <= count / 2 + 100_000)
      #expect(document.bytes.count <= 4 * count + 1_000_000)
      #expect(document.text(of: document.root).hasPrefix("t"))
      if let isWhole = bomb.isWhole { #expect(document.diagnostics.isEmpty == isWhole) }
      #expect(document.diagnostics.allSatisfy { $0.code == "too-large" })
      var depths = [0]
      for node in document.allNodes.dropFirst() {
        depths.append(depths[document.parent(of: node)?.index ?? 0] + 1)
      }
      #expect(depths.max() ?? 0 <= limits.depth)
    }
  }

  @Test func aLongAttributeIsReadAtItsLength() throws {
    let value = String(repeating: "a", count: 4_000_000)
    let document = HTMLDocument.parse(DecodedPage("<p title='\(value)'>x"))
    #expect(document.diagnostics.isEmpty)
    #expect(document.cost.memory <= 9 * value.utf8.count)
    let paragraph = try #require(document.allNodes.first { document.tag(of: $0) == .p })
    #expect(document.attribute(.title, of: paragraph) == value)
  }

  @Test func aPageBeyondTheLimitIsReadUpToThere() {
    let page = DecodedPage("<p>" + String(repeating: "é", count: 3_000_000))
    let document = HTMLDocument.parse(page)
    #expect(document.diagnostics.map(\.code) == ["too-large"])
    #expect(document.text(of: document.root).utf8.count == (5 << 20) - 4)
  }

  @Test func aPageThatTheParserCannotTakeIsReadUpToThere() {
    // One of gumbo's own assertions fails on these.
    let page = "<title>t</title><p>a</p><table><svg><select><title>\n<select><thead>é"
    for _ in 0..<3 {
      let document = HTMLDocument.parse(DecodedPage(page + String(repeating: "<p>b", count: 100)))
      #expect(document.diagnostics.map(\.code) == ["too-large"])
      #expect(document.text(of: document.root).hasPrefix("ta"))
    }
  }

  @Test func whatIsTooDeepStandsBeside() throws {
    var limits = HTMLLimits.standard
    limits.depth = 4
    let document = HTMLDocument.parse(
      DecodedPage("<body><div><div id=1><div id=2>a<p>b</p></div>c</div></div>d"), limits: limits)
    #expect(document.diagnostics.map(\.code) == ["too-large"])
    #expect(document.text(of: document.root) == "abcd")
    let first = try #require(document.allNodes.first { document.attribute(.id, of: $0) == "1" })
    let second = try #require(document.allNodes.first { document.attribute(.id, of: $0) == "2" })
    #expect(document.parent(of: second) == document.parent(of: first))
    #expect(document.descendants(of: first).isEmpty)
  }

  @Test(arguments: ["td", "/td", "tr", "html", "body", "/p"])
  func attributesOfTagsThatMakeNoElementDoNotAddUp(tag: String) {
    let count = 1_500
    let page = "<title>t</title>" + String(repeating: "<\(tag) a=1 b=2>x", count: count)
    let document = HTMLDocument.parse(DecodedPage(page))
    #expect(document.diagnostics.isEmpty)
    #expect(document.text(of: document.root) == "t" + String(repeating: "x", count: count))
  }

  @Test func aTagOfTooManyAttributesEndsThePage() throws {
    let limit = HTMLLimits.standard.attributeCount
    func page(_ count: Int) -> DecodedPage {
      let attributes = (0..<count).map { " a\($0)" }.joined()
      return DecodedPage("<title>t</title><p>a</p><p\(attributes) a0 a1>x</p><p>y")
    }
    let whole = HTMLDocument.parse(page(limit))
    #expect(whole.diagnostics.isEmpty)
    #expect(whole.text(of: whole.root) == "taxy")
    for count in [limit + 20, 16 * limit] {
      let cut = HTMLDocument.parse(page(count))
      #expect(cut.text(of: cut.root) == "ta")
      let finding = try #require(cut.diagnostics.first)
      #expect(cut.diagnostics.count == 1 && finding.code == "too-large")
      #expect(finding.message.contains("\(limit) attributes"), "\(finding.message)")
      // Each is compared with those before it.
      #expect(cut.cost.steps <= 3 * limit * limit)
    }
  }
}
