import Testing
import WebDocuments

@testable import WebMarkup

/// Things that all have one and the same value, which is dear to read: each looks at no more of it than a card needs.
struct SharedValueTests {
  private static let count = 4_000

  private func page(_ things: String, _ value: String) -> PageReading {
    let nodes = (0..<Self.count).map { #"{"name": "Thing \#($0)", \#(things)}"# }
    let page = """
      <title>Title</title><script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
      \(nodes.joined(separator: ",\n")), {"@id": "#v", \(value)}]}</script>
      """
    return PageReading(Array(page.utf8), url: SmallPage.url)
  }

  private func list(_ text: (Int) -> String) -> String {
    "[" + (0..<Self.count).map { "\"\(text($0))\"" }.joined(separator: ",") + "]"
  }

  @Test func telephonesOfAContactPoint() {
    let numbers = list { "none \($0)" }
    let reading = page(
      ##""@type": "Organization", "contactPoint": {"@id": "#v"}"##,
      #""@type": "ContactPoint", "telephone": \#(numbers)"#)
    #expect(reading.locations.isEmpty)
    #expect(reading.diagnostics.count <= PageReading.diagnosticLimit + 1)
  }

  @Test func partsOfAnAddress() {
    let street = String(repeating: "long ", count: 200_000)
    let reading = page(
      ##""@type": "Place", "address": {"@id": "#v"}"##,
      #""@type": "PostalAddress", "streetAddress": "\#(street)", "addressLocality": \#(list { _ in " " })"#
    )
    #expect(reading.locations.count == 200)
    #expect(reading.locations.allSatisfy { $0.address?.street?.utf8.count ?? 0 < 5_000 })
  }

  @Test func theAddressOfAPage() {
    let path = String(repeating: "p", count: 1_000_000)
    let reading = page(
      ##""@type": "Article", "mainEntityOfPage": {"@id": "#v"}"##,
      #""@type": "WebPage", "url": "https://example.com/\#(path)""#)
    #expect(reading.mainItem != nil)
  }

  @Test func propertiesOfAContactPoint() {
    let members = (0..<20_000).map { "\"p\($0)\": 1" }.joined(separator: ",")
    let reading = page(
      ##""@type": "Organization", "contactPoint": {"@id": "#v"}"##,
      #""@type": "ContactPoint", \#(members)"#)
    #expect(reading.locations.isEmpty)
    #expect(reading.diagnostics.contains { $0.code == "too-large" })
  }
}
