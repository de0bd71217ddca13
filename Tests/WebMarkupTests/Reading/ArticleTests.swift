import Foundation
import Testing
import WebMarkup

// The code of the article, letter for letter; a test compares the two.

private struct Check {
  static func main(_ print: (Any...) -> Void) {
    let page = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>GreatFood</title>
      <meta name="apple-itunes-app" content="app-id=1, app-argument=greatfood://place/42">
      <script type="application/ld+json">
      {"@context": "https://schema.org", "@type": "Restaurant", "name": "GreatFood",
       "telephone": "+1 401 555 1212", "priceRange": "$$",
       "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 250}}
      </script></head><body><p>We cook.</p></body></html>
      """
    guard let url = WebURL("https://www.example.com/places/42") else { return }
    let reading = PageReading(Array(page.utf8), url: url)

    print(reading.card.title, reading.card.rating?.line ?? "", reading.card.price?.line ?? "")
    for action in reading.card.actions { print(action.kind, action.url) }
    if let link = reading.deepLinks.chosen { print(link.source.rawValue, link.url) }
    for finding in reading.diagnostics where finding.severity >= .warning {
      print(finding.code, finding.message)
    }
  }
}

@Suite("The article about checking a page")
struct ArticleTests {
  private func file(_ path: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: path),
      encoding: .utf8)
  }

  /// The lines between a fence and the next one.
  private func block(_ fence: String, of article: String) -> [String] {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: fence) else { return [] }
    return Array(lines[(start + 1)...].prefix { $0 != "```" })
  }

  private var article: String {
    get throws { try file("../../../Sources/Web/WebMarkup/WebMarkup.docc/CheckingAPage.md") }
  }

  @Test("its program prints what it should")
  func prints() throws {
    var lines: [String] = []
    Check.main { lines.append($0.map { "\($0)" }.joined(separator: " ")) }
    #expect(lines == block("```console", of: try article))
  }

  @Test("its program is this one")
  func isThis() throws {
    let here = Set(try file("ArticleTests.swift").split(separator: "\n").map(String.init))
    let code = block("```swift", of: try article).filter { $0.hasPrefix("    ") }
    #expect(code.count > 15)
    #expect(code.filter { !here.contains($0) } == [])
  }
}
