import FresnelModel
import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

/// Whole pages that somebody wrote, and pages that are made to cost much.
struct WholePagesTests {
  private let options = PageReading.Options(now: Timestamp(secondsSinceReferenceDate: 0))

  @Test func realPagesAreReadTheSameTwice() throws {
    for row in try WebTestData.rows("pages/real-pages.jsonl") {
      guard case .string(let html)? = row["html_text"], case .string(let id)? = row["id"] else {
        Issue.record("a row without id or page")
        continue
      }
      let bytes = Array(html.utf8)
      let reading = PageReading(bytes, url: SmallPage.url, options: options)
      #expect(
        reading.json() == PageReading(bytes, url: SmallPage.url, options: options).json(), "\(id)")
      #expect(!reading.card.title.isEmpty, "\(id)")
    }
  }

  @Test func aPageOfAConcertIsSeenWhole() throws {
    let rows = try WebTestData.rows("pages/real-pages.jsonl")
    let row = try #require(rows.first { $0["id"] == .string("extruct/elysianfields.html") })
    guard case .string(let html)? = row["html_text"] else { return }
    let reading = PageReading(Array(html.utf8), url: SmallPage.url, options: options)
    #expect(reading.deepLinks.chosen?.url == "songkick://artists/236156-elysian-fields")
    #expect(reading.deepLinks.storeID == "438690886")
    #expect(
      reading.canonical.claimedElsewhere?.href
        == "http://www.songkick.com/artists/236156-elysian-fields")
    #expect(
      reading.card.image?.href
        == "http://images.sk-static.com/images/media/img/col4/20100330-103600-169450.jpg")
    #expect(reading.locations.contains { $0.name == "The Owl Music Parlor" })
  }

  @Test(arguments: [
    String(repeating: "<div itemscope itemprop=a>", count: 40_000),
    "<script type=application/ld+json>" + String(repeating: "[", count: 1 << 20),
    "<p title='" + String(repeating: "x", count: 4 << 20),
    "<script>" + String(repeating: "location='a://", count: 1 << 17),
    String(repeating: "<meta property=al:ios:url content=a://b>", count: 50_000),
    String(repeating: "<a href=/x>", count: 100_000),
    "<title>" + String(repeating: "é ", count: 1 << 20),
    "<meta name=apple-itunes-app content='" + String(repeating: ", a =", count: 1 << 18),
  ])
  func pagesThatAreMadeToCostMuchAreRead(page: String) {
    let reading = PageReading(Array(page.utf8), url: SmallPage.url, options: options)
    #expect(reading.links.pages.count <= LinkLimits.anchors)
    #expect(reading.diagnostics.count <= 2_000)
  }

  @Test func bytesThatAreNoPageAreRead() {
    let reading = PageReading(
      (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167) }, url: SmallPage.url,
      headers: [HeaderField("content-type", "text/html; charset=nonsense")], options: options)
    #expect(reading.canonical.url == SmallPage.url)
    let empty = PageReading([], url: SmallPage.url, options: options)
    #expect(empty.card.title == "www.example.com/items/42")
    #expect(empty.diagnostics.codes.contains("title-missing"))
  }

  @Test func findingsStandInTheOrderOfThePage() {
    let reading = PageReading(
      Array("<link rel=canonical href=''>\n<meta name=apple-itunes-app content='app-id=x'>".utf8),
      url: SmallPage.url, options: options)
    let places = reading.diagnostics.map(\.location)
    let firstPlaced = places.firstIndex { $0 != nil } ?? places.endIndex
    #expect(places[firstPlaced...].allSatisfy { $0 != nil })
    let placed = places.compactMap(\.self)
    #expect(placed == placed.sorted())
  }
}
