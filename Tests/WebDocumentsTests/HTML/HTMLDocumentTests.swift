import Testing

@testable import WebDocuments

struct HTMLDocumentTests {
  private func parse(_ html: String) -> HTMLDocument { HTMLDocument.parse(DecodedPage(html)) }

  /// The tree on one line: elements with their attributes in sorted order, texts in quotes.
  private func outline(_ document: HTMLDocument, _ node: HTMLNode? = nil) -> String {
    let node = node ?? document.root
    let children = document.children(of: node).map { outline(document, $0) }.joined(separator: " ")
    switch document.kind(of: node) {
    case .document: return children
    case .text: return "\"\(document.text(of: node))\""
    case .comment: return "!\(document.text(of: node))"
    case .element:
      let attributes = document.attributes(of: node).map { " \($0.name)=\($0.value)" }.joined()
      return "\(document.name(of: node))\(attributes)(\(children))"
    }
  }

  @Test func missingElementsAreAdded() {
    #expect(
      outline(parse("<title>a</title>b")) == "html(head(title(\"a\")) body(\"b\"))")
    #expect(outline(parse("")) == "html(head() body())")
  }

  @Test func nodesStandInDocumentOrderAndDescendantsAreARange() throws {
    let document = parse("<body><div><p>a<b>b</b></p><p>c</p></div><i>d</i>")
    let names = document.allNodes.map { node in
      document.kind(of: node) == .text ? document.text(of: node) : document.name(of: node)
    }
    #expect(names == ["", "html", "head", "body", "div", "p", "a", "b", "b", "p", "c", "i", "d"])
    let div = try #require(document.allNodes.first { document.tag(of: $0) == .div })
    #expect(document.descendants(of: div).count == 6)
    #expect(document.children(of: div).map { document.text(of: $0) } == ["ab", "c"])
    #expect(document.parent(of: div).map(document.tag) == .body)
    #expect(document.parent(of: document.root) == nil)
    #expect(document.text(of: document.root) == "abcd")
  }

  @Test func misnestedElementsAreReadAsBrowsersDo() {
    #expect(
      outline(parse("<body><p>1<b>2<i>3</b>4</i>5</p>"))
        == "html(head() body(p(\"1\" b(\"2\" i(\"3\")) i(\"4\") \"5\")))")
    #expect(
      outline(parse("<body><table><tr><td>x</td></tr>y</table>"))
        == "html(head() body(\"y\" table(tbody(tr(td(\"x\"))))))")
  }

  @Test func attributesAreDecodedAndTheFirstOfANameCounts() throws {
    let document = parse("<meta NAME=a content='x &amp; &eacute;' name=b data-Own x=''>")
    let meta = try #require(document.allNodes.first { document.tag(of: $0) == .meta })
    #expect(document.attribute(.name, of: meta) == "a")
    #expect(document.attribute("content", of: meta) == "x & é")
    #expect(document.attribute("data-own", of: meta) == "")
    #expect(document.attribute("x", of: meta) == "")
    #expect(document.hasAttribute(.content, of: meta))
    #expect(!document.hasAttribute(.property, of: meta))
    #expect(document.attribute("missing", of: meta) == nil)
    #expect(document.attributes(of: meta).map(\.name) == ["name", "content", "data-own", "x"])
    #expect(document.attributes(of: document.root).isEmpty)
    #expect(!document.attributeSet(of: meta).isDisjoint(with: HTMLAttributeSet([.href, .name])))
    #expect(document.attributeSet(of: meta).isDisjoint(with: HTMLAttributeSet([.href, .property])))
    #expect(!document.attributeSet(of: meta).isDisjoint(with: HTMLAttributeSet([], others: true)))
    #expect(
      document.attributeSet(of: document.root).isDisjoint(
        with: HTMLAttributeSet([.name], others: true)))
  }

  @Test func aRepeatedAttributeIsNoPartOfTheNextName() throws {
    let document = parse("<input disabled disabled name=q autofocus autofocus autofocus>")
    let input = try #require(document.allNodes.first { document.name(of: $0) == "input" })
    #expect(document.attributes(of: input).map(\.name) == ["disabled", "name", "autofocus"])
    #expect(document.attribute(.name, of: input) == "q")
  }

  @Test func elementsWithoutANumberKeepTheirNames() throws {
    let document = parse("<body><My-Element a=b><Unheard></unheard></my-element>")
    #expect(outline(document) == "html(head() body(my-element a=b(unheard())))")
    let own = try #require(document.allNodes.first { document.name(of: $0) == "my-element" })
    #expect(document.tag(of: own) == .unknown)
  }

  @Test func anEmptyEndTagIsNoPartOfTheElementAfterIt() throws {
    let document = parse("<body></></><dv>")
    #expect(outline(document) == "html(head() body(dv()))")
    let own = try #require(document.allNodes.first { document.name(of: $0) == "dv" })
    #expect(document.location(of: own) == SourceLocation(line: 1, column: 13))
  }

  @Test func elementsOfDrawingsAreNotTakenForThoseOfThePage() throws {
    let document = parse("<body><svg viewbox=1 xlink:href=#a><title>t</title><a>b</a></svg>")
    #expect(!document.allNodes.contains { [.title, .a].contains(document.tag(of: $0)) })
    let svg = try #require(document.allNodes.first { document.tag(of: $0) == .svg })
    #expect(document.attributes(of: svg).map(\.name) == ["viewBox", "xlink:href"])
  }

  @Test func templatesAreEmptyAndWhatIsForNoScriptIsRead() {
    #expect(
      outline(parse("<template><meta name=a></template><noscript><meta name=b></noscript>"))
        == "html(head(template() noscript(meta name=b())) body())")
    #expect(
      outline(parse("<body><noscript><p>a</noscript>")) == "html(head() body(noscript(p(\"a\"))))")
  }

  @Test func scriptsAreNotDecoded() throws {
    let document = parse("<script>a &amp; <b>\"</script>")
    let script = try #require(document.allNodes.first { document.tag(of: $0) == .script })
    #expect(document.text(of: script) == "a &amp; <b>\"")
    #expect(Array(document.bytes(of: script)) == Array("a &amp; <b>\"".utf8))
  }

  @Test func placesAreLinesAndCharacters() throws {
    let document = parse(
      "<title>é</title>\r\n<meta  name='ü'\r  content=x>\n<script>\r\né{</script>\n<b>é<i title=1>")
    func place(_ tag: HTMLTag, _ attribute: String? = nil) throws -> WebDocuments.SourceLocation {
      let node = try #require(document.allNodes.first { document.tag(of: $0) == tag })
      return attribute.map { document.location(ofAttribute: $0, of: node) }
        ?? document.location(of: node)
    }
    #expect(try place(.title) == SourceLocation(line: 1, column: 1))
    #expect(try place(.meta) == SourceLocation(line: 2, column: 1))
    #expect(try place(.meta, "name") == SourceLocation(line: 2, column: 8))
    #expect(try place(.meta, "content") == SourceLocation(line: 3, column: 3))
    #expect(try place(.meta, "missing") == SourceLocation(line: 2, column: 1))
    #expect(try place(.i) == SourceLocation(line: 6, column: 5))
    #expect(try place(.i, "title") == SourceLocation(line: 6, column: 8))
    let script = try #require(document.allNodes.first { document.tag(of: $0) == .script })
    let brace = try #require(document.bytes(of: script).firstIndex(of: UInt8(ascii: "{")))
    let offset = brace - document.bytes(of: script).startIndex
    #expect(
      document.location(ofByte: offset, inTextOf: script) == SourceLocation(line: 5, column: 2))
    let text = try #require(document.children(of: script).first { _ in true })
    #expect(document.location(of: text) == SourceLocation(line: 4, column: 9))
  }

  @Test func nullCharactersDoNoHarm() {
    let document = parse("<p a\u{0}b=\u{0}>x\u{0}y<!--\u{0}--><script>\u{0}</script>\u{0}")
    #expect(document.text(of: document.root) == "xy\u{FFFD}")
    #expect(document.allNodes.contains { document.attribute("a\u{FFFD}b", of: $0) == "\u{FFFD}" })
  }

  // MARK: - Numbers

  // The numbers of elements and attributes are those of the parser.

  @Test func elementsHaveTheirNumbers() {
    #expect(HTMLTag.names.count == HTMLTag.allCases.count)
    for tag in HTMLTag.allCases where tag != .unknown {
      #expect(HTMLTag.names[Int(tag.rawValue)] == "\(tag)")
    }
    for tag in [HTMLTag.a, .article, .div, .section, .span, .video] {
      let document = HTMLDocument.parse(DecodedPage("<body><\(tag)></\(tag)>"))
      #expect(document.allNodes.contains { document.tag(of: $0) == tag }, "\(tag)")
    }
  }

  @Test func attributesHaveTheirNumbers() {
    for name in HTMLAttributeName.allCases where name != .unknown {
      let written = name == .httpEquiv ? "http-equiv" : "\(name)"
      // One is read by the parser, the other without it.
      for page in ["<p \(written)=&copy;>", "<p \(written.uppercased())=\"a value\">"] {
        let document = HTMLDocument.parse(DecodedPage(page))
        let element = document.allNodes.first { document.tag(of: $0) == .p }
        #expect(element.map { document.hasAttribute(name, of: $0) } == true, "\(page)")
      }
    }
  }
}
