import FresnelModel
import FresnelTestSupport
import Testing

@testable import SiteAssociations

struct EntitlementTableTests {
  @Test func everyHostHasTheEntryThatTheTableSays() throws {
    let rows = try WebTestData.rows(of: "aasa/entitlement-cases.jsonl")
    #expect(rows.count >= 10)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let domains = AssociatedDomains(row["entitlement"]?.elements.compactMap(\.string) ?? [])
      let entry = domains.entry(for: try #require(row["host"]?.string), service: .applinks)
      #expect(.boolean(entry != nil) == row["expect"], "\(name)")
      #expect(entry?.host == row["entry"]?.string, "\(name)")
    }
  }
}
