import Foundation
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing

@testable import CrawlRules

/// What Google's matcher says of robots.txt files.
struct RobotsTableTests {
  @Test func everyFactOfTheSuiteHolds() throws {
    let rows = try WebTestData.rows(of: "robots/google-rep-facts.jsonl")
    var count = 0
    for row in rows {
      let file = try RobotsFile(body(of: row))
      for fact in row["facts"]?.elements ?? [] {
        let parts = fact.elements
        let agent = parts[0].string ?? ""
        let address = parts[1].string ?? ""
        let decision = file.rules(for: [agent]).decision(for: RobotsPath(path(of: address)))
        let id = row["id"]?.string ?? ""
        #expect(
          .boolean(decision.isAllowed) == parts[2], "\(id): \(agent) and \(address.prefix(80))")
        count += 1
      }
    }
    #expect(count > 80)
  }

  /// Real files belong to their sites, so they are no part of the repository.
  @Test(
    .enabled(
      if: Environment["FRESNEL_WEB_DATA"] != nil,
      "FRESNEL_WEB_DATA names the folder with the facts."))
  func everySettledFactOfRealSitesHolds() throws {
    let folder = try #require(Environment["FRESNEL_WEB_DATA"])
    let rows = try WebTestData.rows(
      in: FileSystem.contents(of: folder + "/robots/real-site-facts.jsonl"))
    var count = 0
    for row in rows {
      let id = row["id"]?.string ?? ""
      let file = try RobotsFile(body(of: row))
      let rules = file.rules(for: ["Applebot", "Googlebot"])
      #expect((rules.agent ?? "*") == row["applebot_group"]?.string, "\(id)")
      // A fact has a fourth item where two programs differ.
      var unsettled: Set<String> = []
      var byAgent: [String: RobotsRules] = [:]
      for fact in row["facts"]?.elements ?? [] {
        let parts = fact.elements
        let agent = parts[0].string ?? ""
        let address = parts[1].string ?? ""
        if parts.count > 3 {
          unsettled.insert(address)
          continue
        }
        let rules = byAgent[agent] ?? file.rules(for: [agent])
        byAgent[agent] = rules
        let decision = rules.decision(for: RobotsPath(path(of: address)))
        #expect(.boolean(decision.isAllowed) == parts[2], "\(id): \(agent) and \(address)")
        count += 1
      }
      for fact in row["applebot_facts"]?.elements ?? [] {
        let address = fact.elements[0].string ?? ""
        if unsettled.contains(address) { continue }
        let decision = rules.decision(for: RobotsPath(path(of: address)))
        #expect(.boolean(decision.isAllowed) == fact.elements[1], "\(id): \(address)")
        count += 1
      }
    }
    #expect(count > 40_000)
  }

  private func body(of row: JSONValue) throws -> [UInt8] {
    if let text = row["robots_text"]?.string { return Array(text.utf8) }
    return Array(try #require(Data(base64Encoded: row["robots_b64"]?.string ?? "")))
  }

  /// The path and query of an address, as they are written: the matcher that the facts are from takes them so.
  private func path(of address: String) -> String {
    var path = address[...]
    if let scheme = path.range(of: "://"), !path.hasPrefix("/") {
      path = path[scheme.upperBound...].drop { $0 != "/" }
    }
    path = path.prefix { $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }
}
