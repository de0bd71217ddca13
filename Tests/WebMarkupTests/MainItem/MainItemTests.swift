import StructuredData
import Testing
import WebAddresses

@testable import WebMarkup

struct MainItemTests {
  private func main(_ blocks: String...) -> (name: String?, count: Int) {
    let scripts = blocks.map {
      #"<script type="application/ld+json">{"@context": "https://schema.org", \#($0)}</script>"#
    }
    let reading = PageReading(
      Array("<!DOCTYPE html><title>T</title>\(scripts.joined())".utf8), url: SmallPage.url)
    return (reading.mainItem.flatMap { reading.graph[$0].text("name") }, reading.locations.count)
  }

  private let product = #""@type": "Product", "name": "P", "image": "/p.jpg""#
  private let publisher =
    #""@type": "Organization", "name": "O", "telephone": "+15550100", "image": "/o.jpg""#

  @Test func whatSaysSoComesFirst() {
    #expect(
      main(
        product,
        #""@type": "Article", "name": "A", "mainEntityOfPage": "https://www.example.com/items/42?utm_source=x""#
      )
      .name == "A")
    #expect(
      main(
        product,
        #""@type": "Article", "name": "A", "mainEntityOfPage": {"@type": "WebPage", "@id": "https://www.example.com/other"}"#
      )
      .name == "P")
    #expect(
      main(product, #""@type": "ItemPage", "mainEntity": {"@type": "Book", "name": "B"}"#).name
        == "B")
    #expect(
      main(
        product,
        #""@type": "WebPage", "url": "https://www.example.com/else", "mainEntity": {"@type": "Book", "name": "B"}"#
      )
      .name == "P")
  }

  @Test func questionsBesideAThingAreNotWhatThePageIsAbout() {
    let questions =
      #""@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Q"}, {"@type": "Question", "name": "R"}]"#
    #expect(main(product, questions).name == "P")
    #expect(main(questions, product).name == "P")
    #expect(main(questions).name == nil)
    #expect(
      main(#""@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Q"}"#, product).name
        == "Q")
  }

  @Test func framesAndPublishersStandBack() {
    #expect(main(publisher, product).name == "P")
    #expect(main(publisher).name == "O")
    #expect(
      main(#""@type": "WebSite", "name": "W""#, #""@type": "BreadcrumbList", "name": "L""#).name
        == nil)
    // A shop is an organisation and a place: it may be what the page is about.
    #expect(
      main(
        #""@type": "Article", "name": "A""#,
        #""@type": "Store", "name": "S", "telephone": "+15550100""#
      ).name == "S")
  }

  @Test func theFullestThenTheFirstWins() {
    #expect(main(#""@type": "Recipe", "name": "R""#, product).name == "P")
    #expect(main(#""@type": "Recipe", "name": "R", "image": "/r.jpg""#, product).name == "R")
  }

  @Test func everyPlaceIsSuggested() {
    #expect(
      main(publisher, product, #""@type": "Place", "name": "Q", "address": "1 Main St""#)
        .count == 2)
  }
}
