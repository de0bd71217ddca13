import FresnelTestSupport
import Foundation
import Testing

@testable import WebDocuments

/// The parser is spared what makes no difference to the tree: the tree is that of the whole page.
struct AbridgedPageTests {
  private struct Row: Decodable {
    let html_text: String
  }

  private static func pages() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../WebTestData/pages/real-pages.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8)).html_text
    }
  }

  @Test func realPagesHaveTheSameTree() throws {
    let pages = try Self.pages()
    var abridgedCount = 0
    for (number, page) in pages.enumerated() {
      if try isAbridged(page, "page \(number)") { abridgedCount += 1 }
    }
    // One is too odd for it.
    #expect(abridgedCount == pages.count - 1)
  }

  /// What changes how the parser reads what follows.
  private static let pieces = [
    "<", "</", ">", "\"", "'", "=", "/", "-", "<!", "<?x", "</>", "</ ", "&", "&amp;", "&lt",
    "<!--", "-->", "--!>", "<!-->", "<!--->", "<![CDATA[", "]]>", "<!doctype html>", "\u{0}",
    "\u{7f}", "\u{80}", "\u{ffff}", "\u{1fffe}", "é", "🙂", "\r\n", "\n      ", "text that is long",
    "<script>", "</script>", "<script><!--<script>", "<style>", "</style>", "<textarea>",
    "</textarea>", "<title>", "</title>", "<plaintext>", "<xmp>", "</xmp>", "<pre>", "<noscript>",
    "</noscript>", "<iframe src=\"somewhere\">", "</iframe>", "<svg>", "</svg>", "<math>", "<mi>",
    "<desc>", "<foreignObject>", "<annotation-xml encoding=\"text/html\">", "<table>", "</table>",
    "<tr>", "<td class=\"number\">", "<caption>", "<col>", "<select>", "</select>",
    "<option value=\"something\">", "<template>", "</template>", "<a href=\"somewhere\">", "</a>",
    "<b class=\"something\">", "<b class=\"something\">", "</b>", "<nobr id='something'>",
    "<p title=\"long value\">", "</p>", "<form action=\"somewhere\">", "</form>",
    "<input type=\"hidden\">", "<isindex prompt=\"something\">", "<frameset>",
    "<frame src=\"somewhere\">", "<head>", "<body class=\"another\">", "<html lang=\"english\">",
    "</body>", "</html>", "<li>", "<image src=\"somewhere\">", "<div id=\"first one\" id='second'>",
    "<p Title='Tom &amp; Jerry' CLASS=\"a &lt; b\" hidden>", "<p title=\"a &copy; b\" class='c'>",
    "<img alt=\"a value\" src=\"somewhere\" />", "<a href=\"somewhere?a=b&amp;c\" data-x='&quot;'>",
    "<svg viewBox=\"0 0 1 1\">", "<svg viewBox=\"0 0 1 1\"/>", "<path pathLength=\"10\" d='M1 1'/>",
    "<math definitionURL=\"somewhere\">", "</math>",
    "<td a1=\"\" a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3>",
    "<li a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7 b8 b9>",
    "<p title=\"a\"class=\"something\">",
    "<tr class = \"something\">", "<a xlink:href=\"somewhere\" xml:lang='some'>",
    "<p/class=\"a b\">", "<input b=\"1\" a type='Hidden' b>", "<input type=\"&quot;hidden\" x>",
    "<input name='a' type=\"text\" type='hidden'>", "<input value=\"&#x2713;\" type='hidden' />",
    "<title>Tom &amp; Jerry</title>", "<title> \n a <b> </title>", "<title>&amp; more</title>",
    "Tom &amp; Jerry", "a&nbsp;b &rsquo; c &lsquo; d", "&nbsp;more words", "\n   &#39;words&#39;",
    "A &unknown; B &amp; C", "AT&T and more", "&#10;&#32;  ", "<noembed>", "</noembed>",
    "<noframes>",
  ]

  @Test(arguments: 0..<8 as Range<UInt64>)
  func mutatedPagesHaveTheSameTree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pages = try Self.pages().filter { $0.utf8.count < 4_000 }
    var abridgedCount = 0
    for number in 0..<200 {
      let original = Array(pages[random.below(pages.count)].unicodeScalars)
      let start = random.below(original.count + 1)
      var page = random.below(2) == 0 ? original : Array(original[start...])
      for _ in 0...random.below(random.below(3) == 0 ? 60 : 6) {
        let place = random.below(page.count + 1)
        if random.below(4) == 0 {
          page.removeSubrange(place..<min(page.count, place + random.below(16)))
        } else {
          let piece = Self.pieces[random.below(Self.pieces.count)].unicodeScalars
          page.insert(contentsOf: piece, at: random.below(2) == 0 ? page.count : place)
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: page)
      if try isAbridged(String(text), "seed \(seed), page \(number)") { abridgedCount += 1 }
    }
    // Both ways are taken.
    #expect((1..<200).contains(abridgedCount))
  }

  @Test func aNameWithANullIsNoneOfThoseThatMatter() throws {
    for name in ["s", "title", "textarea", "input"] {
      for count in [0, 1, 100_000] {
        let page =
          "<body><p title=\"a value\">x<\(name)\u{0}\(String(repeating: "a", count: count))>y</p>"
        _ = try isAbridged(page, "\(name) and \(count) letters")
      }
    }
  }

  @Test func aValueThatTheParserClonesIsCountedEachTime() throws {
    let value = String(repeating: "a", count: 20_000)
    let page = "<body><p><a href=\"\(value)\">" + String(repeating: "<p>x", count: 300)
    #expect(try !isAbridged(page, "a long link around many paragraphs"))
    // One that few clones have is left out all the same.
    #expect(try isAbridged("<body><p><a href=\"somewhere\">x<p>y<p>z and more words", "few clones"))
  }

  @Test func theAbridgedPageCountsToTheMemoryOfReading() {
    let page = DecodedPage("<p title=\"" + String(repeating: "a", count: 300_000) + "\">x")
    var limits = HTMLLimits.standard
    limits.memoryPerByte = 0
    limits.memory = 400_000
    let roomy = HTMLDocument.parse(page, limits: limits)
    #expect(roomy.wasAbridged && roomy.diagnostics.isEmpty)
    #expect((300_000...limits.memory).contains(roomy.cost.memory))
    limits.memory = 100_000
    let narrow = HTMLDocument.parse(page, limits: limits)
    #expect(!narrow.wasAbridged)
    #expect(narrow.cost.memory <= 9 * limits.memory / 8)
  }

  /// What a page takes whose tables nest deeply, as a share of the steps that it may take, and how many times its own
  /// steps reading it may take then.
  @Test(arguments: [(0.01, 1.0), (0.3, 1.0), (0.45, 1.0), (0.8, 1.15)])
  func aPageWithDeepTablesIsNotReadTwiceForNothing(share: Double, times: Double) throws {
    let rows = String(repeating: "<tr><td class=\"number\">some words</td></tr>", count: 2_000)
    let page = DecodedPage(
      "<body>" + String(repeating: "<table><tr><td class=\"outer\">", count: 40) + "<table>" + rows)
    let whole = HTMLDocument.parse(page, mayAbridge: false)
    var limits = HTMLLimits.standard
    limits.work = Int(Double(whole.cost.steps) / share)
    limits.workPerByte = 0
    let document = HTMLDocument.parse(page, limits: limits)
    #expect(document.wasAbridged == (times == 1))
    #expect(Double(document.cost.steps) <= times * Double(whole.cost.steps))
    #expect(TreeContents(document) == TreeContents(whole))
  }

  @Test func attributesOfManyClonesAreCountedEachTime() throws {
    let attributes = String(repeating: "a", count: 10_000)
    let page =
      "<body><p><a title=\"\(attributes)\" class=\"\(attributes)\">"
      + String(repeating: "<p>x", count: 300)
    #expect(try !isAbridged(page, "a link of long attributes around many paragraphs"))
  }

  @Test func attributesThatWereLeftOutHaveTheirValuesAndPlaces() throws {
    let document = HTMLDocument.parse(
      DecodedPage("<body><p ID='one' title=\"a &amp; &quot;b&quot;\"\n id=\"two\" data-a hidden>x"))
    #expect(document.wasAbridged)
    let element = try #require(document.allNodes.first { document.tag(of: $0) == .p })
    let attributes = document.attributes(of: element)
    #expect(attributes.map(\.name) == ["id", "title", "data-a", "hidden"])
    #expect(attributes.map(\.value) == ["one", "a & \"b\"", "", ""])
    #expect(
      document.location(ofAttribute: .hidden, of: element) == SourceLocation(line: 2, column: 18))
  }

  /// A hidden input stays where it is in a table; another one is moved before it.
  @Test(arguments: [
    "<input value='of a form' type='hidden' name=\"number\" id='one' type='text'>",
    "<input TYPE=\"HIDDEN\" value='&#x2713; &amp; more'>", "<input type='text' type='hidden'>",
    "<input name='words' title='several words'>", "<input type='&quot;hidden' name='words'>",
    "<input b='1' a type='hidden' b='2'>",
  ])
  func inputsAreAbridgedButForWhetherTheyAreHidden(input: String) throws {
    #expect(try isAbridged("<body><table>\(input)<tr><td>words \(input)</table>", "\(input)"))
    // A hidden one lets frames take the place of the body, and of itself.
    _ = try isAbridged("<head></head>\(input)<frameset><frame title='words'>", "\(input)")
  }

  @Test func referencesInTextsThatWereLeftOutAreResolved() throws {
    let page = DecodedPage(
      "<head><title>Fish &amp; Chips &lt;&gt;</title><body><p>it&#39;s&nbsp;a &quot;b&quot; &#x41; c"
    )
    let document = HTMLDocument.parse(page)
    #expect(document.wasAbridged)
    let texts = document.allNodes.filter { document.kind(of: $0) == .text }.map(document.text)
    #expect(texts == ["Fish & Chips <>", "it's\u{a0}a \"b\" A c"])
  }

  /// What the scanner takes for a text between tags, and the parser for one without references.
  @Test(arguments: ["plaintext", "xmp", "iframe", "noembed", "noframes"])
  func referencesStayWhereTheParserDoesNotResolveThem(name: String) throws {
    // The paragraph leaves the SVG, whose style sheet the scanner goes on to skip.
    let page = "<body><svg><style><p><\(name)></style>words &amp; words"
    #expect(try isAbridged(page, "\(name)"))
    let document = HTMLDocument.parse(DecodedPage(page))
    #expect(document.text(of: document.root) == "</style>words &amp; words")
  }

  @Test func whatWasLeftOutIsReadAndHasItsPlace() throws {
    let page = """
      <!doctype html><body><!-- a comment -->
            <p title="a &quot;title&quot;">Some words</p></b> and more
      <script>var a = "<b>";
      </script><a href="/somewhere">there</a>
      """
    let document = HTMLDocument.parse(DecodedPage(page))
    #expect(document.wasAbridged)
    let link = try #require(document.allNodes.first { document.tag(of: $0) == .a })
    #expect(document.attribute(.href, of: link) == "/somewhere")
    #expect(document.location(of: link) == SourceLocation(line: 4, column: 10))
    #expect(
      document.location(ofAttribute: .href, of: link) == SourceLocation(line: 4, column: 13))
    let script = try #require(document.allNodes.first { document.tag(of: $0) == .script })
    #expect(document.text(of: script) == "var a = \"<b>\";\n")
    let paragraph = try #require(document.allNodes.first { document.tag(of: $0) == .p })
    #expect(document.attribute(.title, of: paragraph) == "a \"title\"")
    #expect(document.text(of: paragraph) == "Some words")
    #expect(document.text(of: document.root).contains(" and more\n"))
  }
}
