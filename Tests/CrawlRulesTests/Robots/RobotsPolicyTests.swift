import FresnelTestSupport
import Testing
import WebAddresses
import WebDocuments

@testable import CrawlRules

struct RobotsPolicyTests {
  private let file = RobotsFile(Array("user-agent: *\ndisallow: /x\n".utf8))

  private func verdict(_ policy: RobotsPolicy) -> String {
    guard let page = WebURL("https://example.com/x"), let other = WebURL("https://example.com/y")
    else {
      return ""
    }
    switch (policy.decision(for: page).isAllowed, policy.decision(for: other).isAllowed) {
    case (true, true): return "everything"
    case (false, false): return "nothing"
    default: return "rules"
    }
  }

  /// Each row of the table by its condition.
  @Test func everyOutcomeMeansWhatTheTableSays() throws {
    let lines = try String(decoding: WebTestData.bytes(of: "robots/http-status.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst()
    #expect(lines.count == 16)
    let body = Array("user-agent: *\ndisallow: /x\n".utf8)
    for line in lines {
      let columns = line.split(separator: "\t").map(String.init)
      let outcome = columns[1]
      switch columns[0] {
      case "200": #expect(verdict(RobotsPolicy(after: .answer(status: 200, body: body))) == "rules")
      case "204": #expect(verdict(RobotsPolicy(after: .answer(status: 204))) == "everything")
      case "301 x1..x5": continue  // Whoever fetches follows.
      case "301 x6": #expect(verdict(RobotsPolicy(after: .tooManyRedirects)) == "everything")
      case "network error": #expect(verdict(RobotsPolicy(after: .noAnswer)) == "nothing")
      case "unreachable for 30 days":
        let month = Duration.seconds(30 * 24 * 3600)
        #expect(verdict(RobotsPolicy(after: .noAnswer, unreachableFor: month)) == "everything")
        #expect(
          verdict(RobotsPolicy(after: .noAnswer, unreachableFor: month - .seconds(1))) == "nothing")
        let kept = RobotsPolicy(after: .noAnswer, previous: file, unreachableFor: month)
        #expect(verdict(kept) == "rules")
      case "body over 500 KiB":
        let long = Array(("#" + String(repeating: "x", count: 499 << 10) + "\n").utf8) + body
        #expect(verdict(RobotsPolicy(after: .answer(status: 200, body: long))) == "rules")
      case "cached copy older than 24 h":
        let week = RobotsPolicy(
          after: .answer(status: 200, body: body, maximumAge: .seconds(7 * 24 * 3600)))
        #expect(week.lifetime == .seconds(24 * 3600))
        #expect(verdict(RobotsPolicy(after: .answer(status: 503), previous: file)) == "rules")
      default:
        let status = try #require(Int(columns[0]))
        let isShut =
          outcome.contains("disallow and slow down") || outcome.contains("everything disallowed")
        #expect(
          verdict(RobotsPolicy(after: .answer(status: status, body: body)))
            == (isShut ? "nothing" : "everything"), "\(status)")
      }
    }
  }

  @Test func anAnswerHoldsAsLongAsItSaysWithinBounds() {
    func lifetime(_ seconds: Int?) -> Duration {
      RobotsPolicy(after: .answer(status: 200, maximumAge: seconds.map { .seconds($0) })).lifetime
    }
    #expect(lifetime(nil) == .seconds(86_400))
    #expect(lifetime(3_600) == .seconds(3_600))
    #expect(lifetime(0) == .seconds(600))
    #expect(RobotsPolicy(after: .answer(status: 404)).lifetime == .seconds(86_400))
  }

  @Test func aSiteOutOfReachIsAskedEverMoreRarely() {
    func retry(_ outcome: RobotsOutcome, after seconds: Int) -> Duration {
      let policy = RobotsPolicy(after: outcome, unreachableFor: .seconds(seconds))
      #expect(policy.isUnreachable)
      return policy.lifetime
    }
    #expect(retry(.noAnswer, after: 0) == .seconds(300))
    #expect(retry(.noAnswer, after: 1_200) == .seconds(1_200))
    #expect(retry(.noAnswer, after: 10_000_000) == .seconds(86_400))
    #expect(retry(.answer(status: 503, retryAfter: .seconds(7_200)), after: 0) == .seconds(7_200))
    #expect(retry(.answer(status: 429, retryAfter: .seconds(10)), after: 0) == .seconds(300))
    #expect(
      retry(.answer(status: 429, retryAfter: .seconds(10_000_000)), after: 0) == .seconds(86_400))
  }

  @Test func aShutSiteStillGivesItsRobotsFile() throws {
    let policy = RobotsPolicy(after: .noAnswer)
    #expect(policy.decision(for: try #require(WebURL("https://example.com/robots.txt"))).isAllowed)
    let page = try #require(WebURL("https://example.com/x"))
    let finding = try #require(policy.decision(for: page).finding(for: page))
    #expect(finding.code == "robots-unreachable")
  }
}
