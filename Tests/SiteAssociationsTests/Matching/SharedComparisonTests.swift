import FresnelTestSupport
import Testing
import WebAddresses
import WebDocuments

@testable import SiteAssociations

/// Comparisons of many URLs and apps with one file.
struct SharedComparisonTests {
  private func association(_ details: [String]) throws -> SiteAssociation {
    let file = #"{"applinks":{"details":[\#(details.joined(separator: ","))]}}"#
    #expect(file.utf8.count <= AssociationReading.sizeLimit)
    return try #require(AssociationReading(Array(file.utf8)).association)
  }

  private static func app(_ number: Int) -> ApplicationIdentity {
    ApplicationIdentity("ABCDE12345.com.example.app\(number)")
  }

  private static func detail(_ apps: some Sequence<Int>, _ components: [String]) -> String {
    let names = apps.map { "\"\(app($0))\"" }.joined(separator: ",")
    return #"{"appIDs":[\#(names)],"components":[\#(components.joined(separator: ","))]}"#
  }

  private func url(_ text: String) throws -> WebURL {
    try #require(WebURL("https://example.com/\(text)"))
  }

  @Test(arguments: 0..<5)
  func whatIsSharedIsTheSame(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let parts = ["a", "b", "A", "/", "*", "?", "$(digit)"]
    func pattern() -> String {
      (0..<random.below(5)).map { _ in parts[random.below(parts.count)] }.joined()
    }
    for _ in 0..<40 {
      let details = (0..<4).map { _ in
        let rules = (0..<random.below(4)).map { _ in
          let flags = ["", #","exclude":true"#, #","caseSensitive":false"#][random.below(3)]
          return ##"{"/":"\##(pattern())","#":"\##(random.once(in: 3) ? "x" : "*")"\##(flags)}"##
        }
        return Self.detail((0..<4).filter { _ in random.once(in: 2) }, rules)
      }
      let file = try association(details)
      var shared = AssociationComparison(file)
      var budget = MatchingWork(limit: MatchingWork.validationLimit)
      for path in ["", "a", "ab", "AB/a", "a/b#x", "b1", "1"] {
        let url = try url(path)
        for app in 0..<4 {
          let one = shared.match(
            url, app: Self.app(app), domain: "example.com", budget: &budget)
          let alone = file.match(url, app: Self.app(app), domain: "example.com")
          #expect(one.outcome == alone.outcome, "\(details), \(path)")
          #expect(one.decision == alone.decision)
          #expect(one.misfits == alone.misfits)
          #expect(one.obstacle == alone.obstacle)
          #expect(one.diagnostics.map(\.message) == alone.diagnostics.map(\.message))
        }
      }
    }
  }

  @Test func furtherAppsOfADetailCostNothing() throws {
    let rules = (0..<2_000).map { #"{"/":"*/a\#($0)*b"}"# }
    let file = try association([Self.detail(0..<20, rules)])
    var shared = AssociationComparison(file)
    var budget = MatchingWork(limit: MatchingWork.validationLimit)
    let url = try url(String(repeating: "a", count: 100))
    func left(after app: Int) -> Int {
      let match = shared.match(url, app: Self.app(app), domain: "example.com", budget: &budget)
      #expect(match.outcome == .noMatch && match.obstacle == nil)
      return budget.left
    }
    let first = left(after: 0)
    #expect(first < MatchingWork.validationLimit - 2_000)
    #expect((1..<20).allSatisfy { left(after: $0) == first })
  }

  @Test func rulesThatBeginOtherwiseCostHardlyAnything() throws {
    let rules = (0..<4_000).map { #"{"/":"/folder\#($0)/*/page"}"# }
    let file = try association([Self.detail(0..<1, rules)])
    var shared = AssociationComparison(file)
    var budget = MatchingWork()
    let url = try url(String(repeating: "a", count: 1_000))
    _ = shared.match(url, app: Self.app(0), domain: "example.com", budget: &budget)
    #expect(budget.left > MatchingWork.limit - 5 * 4_000)
  }

  @Test func whatIsBeyondTheBudgetIsNotTried() throws {
    let rules = Array(repeating: #"{"/":"*a*a*a*a*b*"}"#, count: 500)
    let file = try association([Self.detail(0..<1, rules), Self.detail(1..<2, rules)])
    var shared = AssociationComparison(file)
    var budget = MatchingWork(limit: 1_000)
    let url = try url(String(repeating: "a", count: 1_000))
    let obstacles = (0..<2).map {
      shared.match(url, app: Self.app($0), domain: "example.com", budget: &budget).obstacle
    }
    #expect(obstacles == [nil, .notTried])
  }

  @Test func whatIsToldOfALongRuleIsShort() throws {
    let long = String(repeating: "x", count: 100_000)
    let file = try association([
      Self.detail(0..<1, [#"{"/":"/a","comment":"\#(long)"}"#]),
      Self.detail(1..<2, [#"{"/":"\#(String(repeating: "y", count: 20_000))"}"#]),
    ])
    let decision = file.match(try url("a"), app: Self.app(0), domain: "example.com").decision
    let comment = decision?.comment
    #expect(comment?.hasPrefix("xxx") == true && comment?.count == 201)
    let match = file.match(try url("b"), app: Self.app(1), domain: "example.com")
    #expect(match.misfits.first?.misfit?.pattern?.count == 1_024)
  }

  @Test(arguments: [
    #"{"LONG":1}"#, #"{"applinks":{"LONG":1,"details":[]}}"#,
    #"{"applinks":{"details":[{"appID":"LONG","components":[{"/":"a"}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["A","LONG"],"components":[{"/":5,"LONG":true}]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"/":"$(LONG)"},{"?":{"LONG":5}}]}]}}"#,
    #"{"applinks":{"substitutionVariables":{"LONG":["$(x)"],"LONG(":[]},"details":[]}}"#,
    #"{"applinks":{"details":{"LONG":{"paths":[5]}}}}"#,
    #"{"applinks":{"details":[{"appIDs":["A"],"components":[{"exclude":"LONG","/":"$(LONG"}]}]}}"#,
    #"{"webcredentials":{"apps":["LONG","LONG",5]}}"#,
  ])
  func findingsAreShort(file: String) {
    let text = file.split(separator: "LONG", omittingEmptySubsequences: false)
      .joined(separator: String(repeating: "l", count: 40_000))
    let reading = AssociationReading(Array(text.utf8))
    #expect(!reading.diagnostics.isEmpty)
    for finding in reading.diagnostics {
      #expect(finding.message.count < 500, "\(finding.code)")
      #expect((finding.subject ?? "").count < 500, "\(finding.code)")
    }
  }
}
