import CrawlRules
import FresnelModel
import FresnelTestSupport
import Testing
import WebAddresses
import WebDocuments

@testable import SiteAssociations

struct FetchTableTests {
  @Test func everySiteIsFoundAsTheTableSays() throws {
    let rows = try WebTestData.rows(of: "aasa/fetch-cases.jsonl")
    #expect(rows.count >= 10)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let responses = try #require(row["responses"])
      var search = AssociationSearch(
        host: "www.example.com", isHTTPS: responses["scheme"]?.string != "http",
        looksForSuffix: true)
      if let robots = responses["/robots.txt"]?.elements.last?.string, let url = search.next,
        !RobotsFile(Array(robots.utf8)).rules().decision(for: url).isAllowed
      {
        search.noteBlockedByRobots()
      }
      while let url = search.next { search.take(Self.answer(responses[url.path])) }
      var findings = search.diagnostics
      var isVerified = false
      if case .found(let bytes, _)? = search.result {
        let reading = AssociationReading(bytes, host: "www.example.com", now: 0)
        findings += reading.diagnostics
        isVerified = reading.association != nil
      }
      #expect((isVerified ? "verified" : "failed") == row["outcome"]?.string, "\(name)")
      let wanted = Set(row["codes"]?.elements.compactMap(\.string) ?? [])
      #expect(wanted.subtracting(findings.map(\.code)).isEmpty, "\(name): \(findings)")
      let errors = findings.filter { $0.severity == .error }.map(\.code)
      #expect(Set(errors).subtracting(wanted).isEmpty, "\(name): \(findings)")
    }
  }

  /// A canned answer: status, type, and the body, or where a redirect leads.
  private static func answer(_ response: JSONValue?) -> AssociationAnswer {
    guard let parts = response?.elements, parts.count == 3, case .integer(let status) = parts[0]
    else {
      return .response(status: 404, contentType: nil, location: nil, body: [])
    }
    var body = Array((parts[2].string ?? "").utf8)
    if case .integer(let count)? = parts[2]["repeat-comment-to-bytes"] {
      body = Array(repeating: UInt8(ascii: " "), count: Int(count))
    }
    let isRedirect = 300...399 ~= status
    return .response(
      status: Int(status), contentType: parts[1].string,
      location: isRedirect ? parts[2].string : nil, body: isRedirect ? [] : body)
  }
}
