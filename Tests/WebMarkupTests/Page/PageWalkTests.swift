import Testing
import WebDocuments

@testable import WebMarkup

struct PageWalkTests {
  @Test func elementsOfHeadAndBodyAreToldApart() {
    let page = SmallPage.elements(
      head: "<meta name=a content=1><link rel='CANONICAL x' href=/a>",
      body: "<meta property='b c' content=2><link rel=alternate href=/b>")
    #expect(page.tags.map(\.isInHead) == [true, false])
    #expect(page.tags.map(\.keys) == [["a"], ["b", "c"]])
    #expect(page.links.map(\.rel) == [["canonical", "x"], ["alternate"]])
    guard case .head = page.links[0].place, case .body = page.links[1].place else {
      Issue.record("one link stands in head, the other in body")
      return
    }
  }

  @Test func linksKnowTheirPartOfThePage() {
    let page = SmallPage.elements(
      body: """
        <header><a href=/1>One</a></header><div role=navigation><a href=/2>Two</a></div>
        <main><p>See <a href=/3 rel='nofollow ugc'>the <b>third</b>
        page</a>.</p></main><aside><a href=/4></a></aside><footer><p><a href=/5>Five</a></footer>
        """)
    #expect(
      page.anchors.map(\.placement) == [.navigation, .navigation, .content, .aside, .footer])
    #expect(page.anchors.map(\.text) == ["One", "Two", "the third page", "", "Five"])
    #expect(page.anchors[2].rel == ["nofollow", "ugc"])
  }

  @Test func theFirstLongBlockOfTheContentDescribesThePage() {
    let long = String(repeating: "word ", count: 14)
    let page = SmallPage.elements(
      body: """
        <nav><p>\(long)</p></nav><h1>\(long) heading</h1><script>\(long)</script>
        <div>short</div><div>first \(long)<p>second \(long)</p></div>
        """)
    #expect(page.firstLongText?.hasPrefix("first word") == true)
    #expect(page.heading?.hasPrefix("word") == true)
    #expect(!page.text.contains("second word word nav"))
  }

  @Test(
    arguments: [
      ("<p>Only one.</p><div>x</div>", "Only one."), ("<p>One.</p><p>Two.</p>", nil),
      ("<nav><p>Menu.</p></nav><p>Only <b>one</b>.</p>", "Only one."), ("<div>x</div>", nil),
    ] as [(String, String?)])
  func aShortTextCountsWhereItIsTheOnlyParagraph(body: String, text: String?) {
    #expect(SmallPage.elements(body: body).onlyParagraph == text)
  }

  @Test func pagesThatNeedScriptsHaveNoText() {
    let empty = SmallPage.elements(
      body: "<div id=root></div><noscript>Switch scripts on.</noscript><script>start()</script>")
    #expect(!empty.hasText && empty.hasScript)
    #expect(SmallPage.elements(body: "<p>Text").hasText)
  }

  @Test func whatIsKeptIsBounded() {
    let links = String(repeating: "<a href=/x>x</a>", count: LinkLimits.anchors + 10)
    let page = SmallPage.elements(
      head: String(repeating: "<meta name=x content=y>", count: LinkLimits.metas + 10), body: links)
    #expect(page.tags.count == LinkLimits.metas)
    #expect(page.anchors.count == LinkLimits.anchors)
    #expect(page.hasMoreAnchors)
  }

  @Test func deepAndLongPagesAreReadInTime() {
    let deep = String(repeating: "<div><a href=/x>", count: 100_000)
    #expect(!SmallPage.elements(body: deep).anchors.isEmpty)
    let long = "<p title='\(String(repeating: "x", count: 4 << 20))'>" + "text"
    #expect(SmallPage.elements(body: long).hasText)
  }
}
