import StructuredData
import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

struct DeepLinksTests {
  private let banner =
    "<meta name=apple-itunes-app content='app-id=1, app-argument=b://1'>"
  private let appLinks =
    "<meta property=al:ios:url content=f://1><meta property=al:ios:app_store_id content=1>"
  private let linux =
    "<meta property=al:linux:url content=l://1><meta property=al:linux:app_id content=org.example.App>"
  private let twitter =
    "<meta name=twitter:app:url:iphone content=t://1><meta name=twitter:app:id:iphone content=1>"
  private let alternate = "<link rel=alternate href='ios-app://1/i/1'>"

  private func read(
    _ head: String, body: String = "", _ universal: UniversalLink = .unchecked
  ) -> (DeepLinks, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let document = SmallPage.document(head: head, body: body)
    var others: [Diagnostic] = []
    let card = TwitterCard(
      document, tags: MetaTag.all(in: document), base: BaseIRI(SmallPage.url.href), &others)
    let links = DeepLinks.read(
      PageWalk.elements(of: document), card, universalLink: universal,
      universalURL: SmallPage.url.href, &diagnostics)
    return (links, diagnostics)
  }

  @Test func sourcesComeInTheirOrder() {
    let all = twitter + alternate + appLinks + linux + banner
    let (links, diagnostics) = read(all, .verified)
    #expect(
      links.candidates.map(\.url) == [
        SmallPage.url.href, "b://1", "l://1", "f://1", "t://1", "i://1",
      ])
    #expect(links.chosen?.source == .universalLink)
    #expect(diagnostics.codes == ["deep-link-chosen"])
    #expect(read(all, .excluded).0.chosen?.url == "b://1")
    #expect(read(twitter + alternate + appLinks).0.chosen?.url == "f://1")
    #expect(read(twitter + alternate).0.chosen?.url == "t://1")
    #expect(read(alternate).0.chosen?.url == "i://1")
  }

  @Test func theChoiceSaysWhatItIsBefore() throws {
    let (_, diagnostics) = read(banner + appLinks + twitter)
    let chosen = try #require(diagnostics.first { $0.code == "deep-link-chosen" })
    #expect(chosen.message.contains("Smart App Banner, before App Links and Twitter tags"))
  }

  @Test func anAppWithoutAnAddressIsNoDeepLink() {
    let (links, diagnostics) = read("<meta name=apple-itunes-app content='app-id=7'>")
    #expect(links.chosen == nil)
    #expect(links.storeID == "7")
    #expect(diagnostics.codes == ["banner-argument-missing", "deep-link-missing"])
  }

  @Test(
    arguments: [
      ("", .unchecked, .notice), ("", .siteOnly, .notice), ("", .excluded, .notice),
      ("", .notMatched, .warning),
      ("<meta name=apple-itunes-app content='app-id=7'>", .unchecked, .warning),
      ("<meta property=al:android:package content=com.a>", .unchecked, .warning),
    ] as [(String, UniversalLink, DiagnosticSeverity)])
  func aSiteWithoutAnAppIsNotBlamedForNoDeepLink(
    head: String, universal: UniversalLink, severity: DiagnosticSeverity
  ) throws {
    let missing = try #require(read(head, universal).1.first { $0.code == "deep-link-missing" })
    #expect(missing.severity == severity)
    #expect(missing.message.contains("association file") == (universal == .siteOnly))
  }

  @Test(arguments: [
    (
      "<meta name=apple-itunes-app content='app-id=1, app-argument=b://1'><meta property=al:ios:url content=f://1><meta property=al:ios:app_store_id content=2>",
      true
    ),
    ("<meta name=twitter:app:id:iphone content=1><meta name=twitter:app:id:ipad content=2>", false),
    (
      "<meta name=twitter:app:id:googleplay content=com.a><meta property=al:android:package content=com.b>",
      true
    ),
    (
      "<link rel=alternate href=ios-app://2/x/y><meta property=al:iphone:app_store_id content=1><meta property=al:iphone:url content=x://y>",
      true
    ),
  ])
  func appsOfOneStoreShouldBeTheSame(head: String, differ: Bool) {
    #expect(read(head).1.codes.contains("store-ids-differ") == differ)
  }

  @Test func alternatesAreTakenApart() {
    let (links, _) = read(
      """
      <link rel=alternate href="android-app://com.example/example/items/42">\
      <link rel="alternate" href="ios-app://640199958"><link rel=alternate href=example://42>\
      <link rel=alternate hreflang=de href=https://www.example.com/de>
      """)
    #expect(links.alternates.map(\.kind) == [.android, .iOS, .scheme])
    #expect(links.alternates.map(\.url) == ["example://items/42", nil, "example://42"])
    #expect(links.alternates.map(\.storeID) == ["com.example", "640199958", nil])
    #expect(links.chosen?.url == "example://42")
  }

  @Test(
    arguments: [
      ("location=\"example://42\"", "example://42"),
      ("window.location.href = 'example://42?x'", "example://42?x"),
      ("if (a) { location.replace( `intent://42#Intent` ) }", "intent://42#Intent"),
      ("window.open('example://42')", "example://42"), ("location='https://example.com/'", nil),
      ("var s = 'example://42'", nil), ("s.replace('example://', '')", nil),
      ("location='example:", nil),
      ("'", nil), ("location=\"a://", "a://"),
    ] as [(String, String?)])
  func scriptsAreOnlyNoticed(script: String, url: String?) {
    let (links, diagnostics) = read("<script>\(script)</script>")
    #expect(links.scriptLinks == [url].compactMap(\.self))
    #expect(links.chosen == nil)
    #expect(diagnostics.codes.contains("script-deep-link") == (url != nil))
  }

  @Test func twitterNamesTheApp() {
    #expect(
      read("<meta name=twitter:card content=app>").1.codes.contains("twitter-app-id-missing"))
    #expect(
      read("<meta name=twitter:app:url:ipad content=x://y>").1.codes
        .contains("twitter-app-id-missing"))
    #expect(
      read("<meta property=twitter:app:id:ipad content=id5>").1.codes
        .contains("twitter-app-id-not-numeric"))
  }

  @Test func tagsInBodyAreReadAndReportedOnce() {
    let (links, diagnostics) = read("", body: banner + appLinks)
    #expect(links.chosen?.url == "b://1")
    #expect(diagnostics.codes.filter { $0 == "meta-in-body" }.count == 1)
  }
}
