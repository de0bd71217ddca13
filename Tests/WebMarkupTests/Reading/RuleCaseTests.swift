import FresnelModel
import Foundation
import StructuredData
import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

/// Small pages, one rule each, and what must come out of them.
struct RuleCaseTests {
  @Test func everyRowHolds() throws {
    let rows = try WebTestData.rows("pages/rule-cases.jsonl")
    #expect(!rows.isEmpty)
    for row in rows { try check(row) }
  }

  private func check(_ row: JSONValue) throws {
    guard case .string(let id)? = row["id"], case .string(let html)? = row["html"],
      case .string(let text)? = row["url"], case .object(let expected)? = row["expect"]
    else {
      Issue.record("a row without id, html, url or expect")
      return
    }
    let url = try #require(WebURL(text))
    let universalLink: UniversalLink =
      switch row["universal_link"] {
      case .string("match"): .verified
      case .string("exclude"): .excluded
      case .string("no_match"): .notMatched
      default: .unchecked
      }
    let reading = PageReading(
      Array(html.utf8), url: url, headers: headers(row["headers"]),
      options: PageReading.Options(universalLink: { _ in universalLink }))
    let facts = RuleFacts(reading)
    for member in expected {
      if member.name == "diagnostics" {
        check(reading.diagnostics, against: member.value, id)
      } else if let difference = facts.difference(member.name, member.value) {
        Issue.record("\(id): \(difference)")
      }
    }
  }

  private func headers(_ value: JSONValue?) -> [HeaderField] {
    guard case .object(let members)? = value else { return [] }
    return members.flatMap { member -> [HeaderField] in
      guard case .array(let values) = member.value else { return [] }
      return values.compactMap {
        guard case .string(let text) = $0 else { return nil }
        return HeaderField(member.name, text)
      }
    }
  }

  /// Codes that must be among those given; an empty list means that none is an error.
  private func check(_ diagnostics: [Diagnostic], against value: JSONValue, _ id: String) {
    guard case .array(let codes) = value else { return }
    if codes.isEmpty {
      let errors = diagnostics.filter { $0.severity == .error }.map(\.code)
      if !errors.isEmpty { Issue.record("\(id): errors \(errors)") }
    }
    for case .string(let code) in codes where !diagnostics.contains(where: { $0.code == code }) {
      Issue.record("\(id): no \(code) among \(diagnostics.map(\.code))")
    }
  }
}
