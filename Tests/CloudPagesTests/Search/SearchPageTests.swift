import Foundation
import Testing

@testable import CloudPages

struct SearchPageTests {
  private func card(_ number: Int) -> CardContent {
    var card = CardContent(
      url: "https://a.example/\(number)", title: "Pasta \(number)", site: "a.example")
    card.app = .init(name: "Cook", appStreamID: "org.example.Cook")
    return card
  }

  @Test func aPageWithoutAQuestionHasTheFormOnly() {
    let page = SearchPage().page
    #expect(page.contains("<form action=\"/search\" method=\"get\" role=\"search\">"))
    #expect(page.contains(" required autofocus>"))
    #expect(!page.contains("<ol"))
    #expect(!page.contains("noindex"))
  }

  @Test func resultsAreCardsThatOpenTheApp() {
    let page = SearchPage(
      question: "pasta", results: .init(cards: [card(1), card(2)])
    ).page
    #expect(page.contains("<title>pasta · Fresnel</title>"))
    #expect(page.contains(" value=\"pasta\""))
    #expect(page.components(separatedBy: "<article").count == 3)
    #expect(page.contains("href=\"fresnel-open:https://a.example/1\""))
    #expect(page.contains("href=\"fresnel-open:get/org.example.Cook/https://a.example/2\""))
    #expect(page.contains("noindex"))
    #expect(!page.contains("<nav class=\"turning\""))
    #expect(!page.contains("autofocus"))
  }

  @Test func partsOfTheResultsAreTurned() {
    let page = SearchPage(
      question: "a&b", results: .init(cards: [card(1)], number: 2, hasMore: true)
    ).page
    #expect(page.contains("href=\"/search?q=a%26b\" rel=\"prev\""))
    #expect(page.contains("href=\"/search?q=a%26b&amp;part=3\" rel=\"next\""))
    let last = SearchPage(question: "a", results: .init(cards: [], number: 3)).page
    #expect(last.contains("There is no more."))
    #expect(last.contains("href=\"/search?q=a&amp;part=2\""))
    #expect(!last.contains("rel=\"next\""))
  }

  @Test func theSearchOfASiteIsOffered() {
    var results = SearchPage.Results(cards: [card(1)])
    results.siteSearch = .init(site: "Cook <b>", url: "https://cook.example/find?q=pasta")
    let page = SearchPage(question: "pasta", results: results).page
    #expect(page.contains("href=\"https://cook.example/find?q=pasta\""))
    #expect(page.contains("Search on Cook &lt;b&gt;"))
    results.siteSearch = .init(site: "Cook", url: "javascript:alert(1)")
    #expect(!SearchPage(question: "pasta", results: results).page.contains("Search on Cook"))
  }

  @Test(arguments: HTMLTests.hostile)
  func whateverIsAskedIsAText(question: String) {
    let plain = HTMLTree(SearchPage(question: "x", results: .init(cards: [])).page).shape
    let page = SearchPage(question: question, results: .init(cards: [])).page
    #expect(HTMLTree(page).shape.count == plain.count)
  }
}
