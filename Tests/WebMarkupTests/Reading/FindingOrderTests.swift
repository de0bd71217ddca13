import FresnelModel
import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

/// Findings stand in the order of the page; those of one place in the order in which their rules are looked at, which
/// depends on the page alone.
struct FindingOrderTests {
  private func findings(_ html: String) -> [Diagnostic] {
    PageReading(Array(html.utf8), url: SmallPage.url).diagnostics
  }

  @Test func findingsOfOnePlaceStandAsTheyWereFound() {
    // What a directive does comes before what is no directive, wherever in the list they stand.
    for content in ["noindex, no-such, nofollow", "no-such, noindex, nofollow"] {
      let found = findings("<title>A</title><meta name=robots content='\(content)'>")
        .filter { $0.subject == "meta robots" }
      #expect(found.map(\.code) == ["noindex", "nofollow", "directive-unknown"])
      #expect(Set(found.map(\.location)).count == 1)
    }
  }

  @Test func theWholePageComesFirstAndThenItsPlaces() {
    let found = findings(
      """
      <title>A</title><script type="application/ld+json">{"name": "Soup"}</script>
      <link rel=canonical href=""><link rel=canonical href="/a#b">
      """)
    let places = found.map(\.location)
    let located = places.compactMap(\.self)
    #expect(places.prefix(places.count - located.count).allSatisfy { $0 == nil })
    #expect(located.count < places.count)
    #expect(located == located.sorted())
    #expect(located.count > 2)
  }

  /// The order of dictionaries differs from process to process; what a finding tells does not.
  @Test func theFirstNameOfADefinitionThatMeansNothingIsTold() {
    for names in [["foo", "bar", "baz", "a", "b", "c"], ["c", "b", "a", "baz", "bar", "foo"]] {
      let members = names.map { ",\"\($0)\":1" }.joined()
      let found = findings(
        """
        <title>A</title><script type="application/ld+json">\
        {"@context":{"a":{"@id":"https://e.org/a"\(members)}},"a":1}</script>
        """)
      #expect(found.filter { $0.message.contains("says “\(names[0])”") }.count == 1)
    }
  }

  /// The order of dictionaries and sets differs between two of the same contents; that of findings does not.
  @Test func readingAPageAgainFindsTheSameInTheSameOrder() throws {
    let rows = try WebTestData.rows("pages/rule-cases.jsonl")
    var several = 0
    for row in rows {
      guard case .string(let html)? = row["html"] else { continue }
      // With what has several findings at its place.
      let page =
        html + "<meta name=robots content='noindex, a, nofollow, b, nosnippet'>"
        + "<div itemscope itemtype='https://schema.org/Recipe'><b itemprop='nam'>1</b>"
        + "<b itemprop='cookTime'>2</b><b itemprop='Name'>3</b></div>"
      let first = findings(page)
      several += Set(first.map(\.location)).count < first.count ? 1 : 0
      for _ in 0..<4 { #expect(findings(page) == first) }
    }
    #expect(several > rows.count / 2)
  }
}
