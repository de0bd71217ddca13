import Foundation
import FresnelModel
import FresnelTestSupport
import Testing
import WebAddresses
import WebDocuments

@testable import CrawlRules

struct SitemapTableTests {
  @Test func everyCaseIsReadAsTheTableSays() throws {
    let rows = try WebTestData.rows(of: "sitemaps/own-cases.jsonl")
    #expect(rows.count > 30)
    for row in rows {
      let id = row["id"]?.string ?? ""
      let url = try #require(WebURL(row["at"]?.string ?? ""))
      let sitemap = try Sitemap(
        body(of: row), at: url, contentType: row["content_type"]?.string)
      let expected = try #require(row["expect"])
      #expect(sitemap.kind.rawValue == expected["kind"]?.string, "\(id)")
      let codes = (expected["codes"]?.elements ?? []).compactMap(\.string)
      #expect(Set(sitemap.diagnostics.map(\.code)) == Set(codes), "\(id)")
      expectEntries(of: sitemap, expected, id)
    }
  }

  /// Whole files, read without regard to which pages they may list.
  @Test func everySampleIsReadAsItsXMLSays() throws {
    let rows = try WebTestData.rows(of: "sitemaps/crawler-commons.jsonl")
    #expect(rows.count > 10)
    for row in rows {
      let id = row["id"]?.string ?? ""
      let url = try #require(WebURL("http://sitemaps.example/\(id)"))
      let expected = try #require(row["expect"])
      let addresses = (expected["entries"]?.elements ?? []).compactMap { $0["loc"]?.string }
      let origins = Set(addresses.compactMap { WebURL($0)?.origin })
      let sitemap = try Sitemap(
        body(of: row), at: url, robotsOrigins: origins.union(["http://www.example.com"]))
      #expect(sitemap.kind.rawValue == expected["kind"]?.string, "\(id)")
      // The reading of a feed was not recorded, and a sitemap without loc has no entry.
      if expected["entries"] != nil { expectEntries(of: sitemap, expected, id) }
      let namespace = expected["namespace"]?.string
      let isUsual = namespace == nil || namespace == "http://www.sitemaps.org/schemas/sitemap/0.9"
      #expect(sitemap.diagnostics.contains { $0.code == "namespace-unknown" } == !isUsual, "\(id)")
    }
  }

  private func expectEntries(of sitemap: Sitemap, _ expected: JSONValue, _ id: String) {
    let entries = (expected["entries"]?.elements ?? []).filter { $0["loc"] != nil }
    #expect(sitemap.entries.map(\.text) == entries.map { $0["loc"]?.string ?? "" }, "\(id)")
    for (entry, row) in zip(sitemap.entries, entries) {
      #expect(entry.lastModified?.text == row["lastmod"]?.string, "\(id)")
      #expect(entry.changeFrequency?.rawValue == row["changefreq"]?.string, "\(id)")
      #expect(entry.priority == row["priority"]?.string.flatMap { Double($0) }, "\(id)")
      if let images = row["images"] {
        #expect(entry.images.map(\.href) == images.elements.compactMap(\.string), "\(id)")
      }
      if case .object(let alternates)? = row["alternates"] {
        let found = Dictionary(
          uniqueKeysWithValues: entry.alternates.map { ($0.language, $0.url.href) })
        #expect(found == alternates.reduce(into: [:]) { $0[$1.name] = $1.value.string }, "\(id)")
      }
    }
  }

  private func body(of row: JSONValue) throws -> [UInt8] {
    if let text = row["text"]?.string { return Array(text.utf8) }
    return Array(try #require(Data(base64Encoded: row["b64"]?.string ?? "")))
  }
}
