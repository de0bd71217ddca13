import FresnelModel
import FresnelTestSupport
import Testing

@testable import WebAddresses

/// The normalization of another crawler, as far as its rules are the ones here.
struct CrawlKeyTableTests {
  @Test func everyKeyIsWhatTheTableSays() throws {
    let rows = try WebTestData.rows(of: "url/normalize.jsonl")
    #expect(rows.count > 60)
    for row in rows {
      let input = row["input"]?.string ?? ""
      let expected = row["expect"]?.string ?? ""
      if isOutOfScope(input, note: row["note"]?.string ?? "", expected: expected) { continue }
      #expect(WebURL(input)?.crawlKey == expected)
    }
  }

  private func isOutOfScope(_ input: String, note: String, expected: String) -> Bool {
    // The order of the query stays, since it may matter.
    note.contains("sorted") || note.contains("sorting") || input == "http://foo.com/index?b&a=1"
      // Empty segments stay, as the URL Standard has it: a server may tell them apart.
      || input.dropFirst(7).contains("//")
      // What has no scheme or no host is no address.
      || input == "foo.com/index.html"
      // Files are no pages; their serialised form is that of the URL Standard.
      || input.hasPrefix("file:")
      // A quotation mark was lost from the input of the table.
      || !input.contains("%22") && expected.hasSuffix("%22")
  }
}
