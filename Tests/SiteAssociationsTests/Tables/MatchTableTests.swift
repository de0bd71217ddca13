import FresnelModel
import FresnelTestSupport
import Testing
import WebAddresses

@testable import SiteAssociations

struct MatchTableTests {
  @Test func everyURLGoesWhereTheTableSays() throws {
    let rows = try WebTestData.rows(of: "aasa/match-cases.jsonl")
    #expect(rows.count >= 105)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let file = try #require(row["aasa"]).text()
      let reading = AssociationReading(Array(file.utf8))
      let association = try #require(reading.association, "\(name)")
      let url = try #require(row["url"]?.string.flatMap { WebURL($0) })
      let app = ApplicationIdentity(try #require(row["app"]?.string))
      let match = association.match(url, app: app, domain: try #require(row["domain"]?.string))
      #expect(match.outcome.rawValue == row["expect"]?.string, "\(name)")
      #expect((match.decision == nil) == (match.outcome == .noMatch), "\(name)")
    }
  }
}
