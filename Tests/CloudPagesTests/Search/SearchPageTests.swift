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
    #expect(page.contains("<form action=\"/search\" method=\"get\" role=\"search\""))
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

  @Test(arguments: [
    (1, 1, true, 0.0124, "1 result in 12 ms"), (3, 3, true, 0.0001, "3 results in less than 1 ms"),
    (2, 40, true, 1.26, "11–12 of 40 results in 1.3 s"),
    (10, 200, false, 0.5, "11–20 of at least 200 results in 500 ms"),
    // More were shown than were counted.
    (5, 3, true, 0.002, "11–15 of 15 results in 2 ms"),
  ])
  func resultsAreCounted(
    shown: Int, all: Int, isWhole: Bool, seconds: Double, words: String
  ) {
    let results = SearchPage.Results(
      cards: (0..<shown).map(card), first: shown == all ? 1 : 11,
      count: .init(all, isWhole: isWhole), seconds: seconds)
    #expect(
      SearchPage(question: "a", results: results).page.contains("<p class=\"tally\">\(words)</p>"))
  }

  @Test func wordsAreMarkedWhateverTheMarksAre() {
    var marked = card(1)
    marked.title = "Crème <brûlée> & more"
    marked.titleMarks = [0..<6, 8..<16, 10..<12, 3..<4, 40..<90, 20..<20]
    let page = SearchPage(question: "creme", results: .init(cards: [marked])).page
    #expect(page.contains("<mark>Crème</mark> &lt;<mark>brûlée"))
    #expect(HTMLTree(page).running.isEmpty)
    for range in [Int.min..<3, 2..<Int.max, -5..<(-1), 3..<5] {
      marked.titleMarks = [range]
      let page = SearchPage(question: "creme", results: .init(cards: [marked])).page
      #expect(page.contains("Crème &lt;brûlée&gt; &amp; more"))
    }
  }

  @Test func theSearchOfASiteIsOffered() {
    var results = SearchPage.Results(cards: [card(1)])
    results.siteSearch = .init(
      site: "Cook <b>", host: "cook.example", url: "https://cook.example/find?q=pasta")
    let page = SearchPage(question: "pasta", results: results).page
    #expect(page.contains("href=\"https://cook.example/find?q=pasta\""))
    #expect(page.contains("Search on <bdi>Cook &lt;b&gt;</bdi> (cook.example)</a>"))
    results.siteSearch = .init(
      site: "cook.example", host: "cook.example", url: "https://cook.example/find?q=pasta")
    #expect(
      SearchPage(question: "pasta", results: results).page.contains(
        "Search on <bdi>cook.example</bdi></a>"))
    results.siteSearch = .init(site: "Cook", host: "cook.example", url: "javascript:alert(1)")
    #expect(!SearchPage(question: "pasta", results: results).page.contains("Search on"))
  }

  @Test(arguments: HTMLTests.hostile)
  func whateverIsAskedIsAText(question: String) {
    let plain = HTMLTree(SearchPage(question: "x", results: .init(cards: [])).page).shape
    let page = SearchPage(question: question, results: .init(cards: [])).page
    #expect(HTMLTree(page).shape.count == plain.count)
  }
}
