import Testing
import WebAddresses

@testable import WebMarkup

struct PageLinksTests {
  private func read(head: String = "", body: String = "") -> PageLinks {
    PageLinks.read(SmallPage.elements(head: head, body: body), base: SmallPage.url)
  }

  @Test func linksAreResolvedAndCountedOnce() {
    let links = read(
      body: """
        <a href="/a#top">A</a><a href=/a>again</a><nav><a href=/a>menu</a></nav>
        <a href="b" rel=sponsored>B</a><a href="mailto:x@y">mail</a><a href="javascript:x()">js</a>
        <a href="http://[bad">bad</a><area href="/map" alt="Map">
        """)
    #expect(
      links.pages.map(\.url.href) == [
        "https://www.example.com/a", "https://www.example.com/a",
        "https://www.example.com/items/b", "https://www.example.com/map",
      ])
    #expect(links.pages.map(\.isEndorsed) == [true, true, false, true])
    #expect(links.pages.map(\.placement) == [.content, .navigation, .content, .content])
    #expect(links.pages.map(\.text) == ["A", "menu", "B", "Map"])
  }

  @Test func otherResourcesAreFound() {
    let links = read(
      head: """
        <link rel=alternate type="application/rss+xml; charset=utf-8" href=/rss>
        <link rel="ALTERNATE" type=application/atom+xml href=/atom>
        <link rel=alternate hreflang=de-AT href=/de><link rel=sitemap href=/map.xml>
        <link rel=search type=application/opensearchdescription+xml href=/os.xml>
        <link rel="shortcut icon" href=/i.ico><link rel=apple-touch-icon href=/i.png>
        """)
    #expect(links.feeds.map(\.path) == ["/rss", "/atom"])
    #expect(links.sitemaps.map(\.path) == ["/map.xml"])
    #expect(links.searchDescriptions.map(\.path) == ["/os.xml"])
    #expect(links.icons.map(\.path) == ["/i.png", "/i.ico"])
    #expect(links.languages.map(\.language) == ["de-AT"])
  }

  @Test(
    arguments: [
      ("0; url=/new", "/new", 0, true), ("5;URL='/new'", "/new", 5, true),
      ("3, /new", "/new", 3, true),
      ("1.5; url = \"/new\" x", "/new", 1, true), ("30; url=/new", "/new", 30, false),
      ("5", nil, 0, false), ("x; url=/new", nil, 0, false),
      ("99999999999999999999;url=/new", nil, 0, false),
    ] as [(String, String?, Int, Bool)])
  func refreshSendsOn(content: String, path: String?, seconds: Int, isRedirect: Bool) {
    let quote = content.contains("'") ? "\"" : "'"
    let refresh = read(head: "<meta http-equiv=Refresh content=\(quote)\(content)\(quote)>").refresh
    #expect(refresh?.url.path == path)
    if let refresh {
      #expect(refresh.seconds == seconds)
      #expect(refresh.isRedirect == isRedirect)
    }
  }
}

struct LinkHeaderTests {
  @Test func listsAndParametersAreRead() {
    let links = LinkHeader.links(
      #", <https://a.example/x,y>; rel="next Canonical"; title="a, \"b\"" , </b>; rel=alternate;hreflang=de;x, <c>"#
    )
    #expect(links.map(\.href) == ["https://a.example/x,y", "/b"])
    #expect(links.map(\.rel) == [["next", "canonical"], ["alternate"]])
    #expect(links.first?.title == "a, \"b\"")
    #expect(links.last?.language == "de")
  }

  @Test(arguments: [
    "", "<", "<a", "<a>;rel=\"", "<a>;;;=", "x", "<a>; rel=canonical; anchor=\"#b\"",
  ])
  func brokenFieldsGiveWhatCanBeRead(field: String) {
    #expect(LinkHeader.links(field).allSatisfy { !$0.rel.contains("canonical") })
  }
}
