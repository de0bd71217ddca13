import FresnelEngine
import FresnelModel
import Testing

@testable import PublicIndex

struct SiteSearchTests {
  private func landing(
    _ url: String, site: String?, template: String = "https://cook.example/find?q={term}"
  ) -> Item {
    var item = PublicIndexFixture.page(
      url, title: "Recipes for everyone", text: "Pasta, soup, bread.",
      facts: PageFacts(isSearchLanding: true))
    item.attributes[.url] = .url(url)
    PageCard(site: site, search: PageCard.Search(template: template, variable: "term"))
      .write(to: &item.attributes)
    return item
  }

  @Test(arguments: [
    ("cook pasta", "pasta"), ("pasta COOK", "pasta"),
    ("cook.example: pasta & bread", ": pasta & bread"),
    ("Pasta", "Pasta"), ("recipes www.cook.example", "recipes"),
    ("the fine cook soup", "the fine soup"),
  ])
  func theRestOfAQuestionIsSearchedForOnTheSite(asked: String, rest: String) async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put([landing("https://www.cook.example/", site: "The Fine Cook")])
    let question = Question(asked)
    let results = try PublicSearch(fixture.store.snapshot()).results(for: question)
    let search = try #require(PublicSearch.siteSearch(for: question, in: results))
    #expect(search.site == "cook.example" && search.host == "cook.example")
    #expect(search.template == "https://cook.example/find?q={term}")
    let escaped = rest.replacing(" ", with: "%20").replacing(":", with: "%3A").replacing(
      "&", with: "%26")
    #expect(search.url == "https://cook.example/find?q=\(escaped)")
  }

  @Test func aPageToBeginASearchOnComesFirstWhereItsSiteIsNamed() async throws {
    let fixture = try PublicIndexFixture()
    var text = PublicIndexFixture.page("https://a.example/", title: "Cook recipes")
    text.attributes[.url] = .url("https://a.example/")
    try await fixture.put([text, landing("https://cook.example/", site: nil)])
    #expect(try fixture.answers(Question("recipes")).first == "https://a.example/")
    let named = try PublicSearch(fixture.store.snapshot()).results(for: Question("cook recipes"))
    let landing = try #require(named.first { $0.page.identifier == "https://cook.example/" })
    #expect(landing.features[.searchLanding] == 0.5)
    #expect(
      named.first { $0.page.identifier != "https://cook.example/" }?.features[.searchLanding]
        == 0)
  }

  @Test(arguments: [
    ("https://fine-cook.example/", "Fïne Cook", "Fïne Cook"),
    ("https://finecook.example/", "FINE-COOK", "FINE-COOK"),
    ("https://evil.example/", "Fine Cook", "evil.example"),
    ("https://finecook.evil.example/", "Fine Cook", "finecook.evil.example"),
    ("https://fine-cook.example/", "", "fine-cook.example"),
  ])
  func aSiteIsNamedAsItCallsItselfWhereItsDomainBearsThatOut(
    url: String, site: String, name: String
  ) async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put([landing(url, site: site, template: "\(url)find?q={term}")])
    let question = Question("fine cook recipes")
    let results = try PublicSearch(fixture.store.snapshot()).results(for: question)
    let search = try #require(PublicSearch.siteSearch(for: question, in: results))
    #expect(search.site == name)
    #expect(url == "https://\(search.host)/")
    // Nor does a name that anybody can claim make a page come first.
    let isNamed = url.contains("//fine") && !url.contains("evil")
    #expect((results.first?.features[.searchLanding] ?? 0) == (isNamed ? 2.0 / 3 : 0))
  }

  @Test(arguments: ["https://cook.example/{other}?q={term}x{", "{term}", "data:{term}"])
  func aTemplateThatGivesNoAddressOfTheWebIsLeftOut(template: String) async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put([landing("https://cook.example/", site: nil, template: template)])
    let question = Question("pasta")
    let results = try PublicSearch(fixture.store.snapshot()).results(for: question)
    #expect(results.count == 1)
    let search = PublicSearch.siteSearch(for: question, in: results)
    #expect(search.map { $0.url.hasPrefix("https://cook.example/") } ?? true)
  }

  @Test func aSearchThatIsCancelledEnds() async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put([PublicIndexFixture.page("a", title: "Pasta")])
    #expect(throws: CancellationError.self) {
      try PublicSearch(fixture.store.snapshot()).results(for: Question("pasta")) { true }
    }
  }
}
