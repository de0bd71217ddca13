import FresnelModel
import Testing
import WebDocuments

@testable import CrawlRules

struct PageDirectivesTests {
  private static let now = Timestamp(secondsSince1970: 1_600_000_000)  // September 2020

  private func directives(_ content: String, name: String = "robots") -> PageDirectives {
    var directives = PageDirectives(now: Self.now)
    directives.addMeta(name: name, content: content, at: SourceLocation(line: 3, column: 1))
    return directives
  }

  private func header(_ values: String...) -> PageDirectives {
    var directives = PageDirectives(now: Self.now)
    for value in values { directives.addHeader(value) }
    return directives
  }

  private func summary(_ directives: PageDirectives) -> [Bool] {
    [
      directives.isIndexed, directives.followsLinks, directives.allowsSnippet,
      directives.allowsImage,
    ]
  }

  @Test(arguments: [
    ("noindex", [false, true, true, true]), ("nofollow", [true, false, true, true]),
    ("nosnippet", [true, true, false, true]), ("none", [false, false, false, true]),
    ("all", [true, true, true, true]),
    (" NOINDEX ,\n NoFollow ", [false, false, true, true]),
    ("all, noindex", [false, true, true, true]),
    ("noimageindex", [true, true, true, false]),
    ("max-image-preview:none", [true, true, true, false]),
    ("max-image-preview: LARGE", [true, true, true, true]),
    ("max-snippet:0", [true, true, false, true]),
    ("noarchive", [true, true, true, true]), ("noindex nofollow", [false, false, true, true]),
    ("", [true, true, true, true]), (",,", [true, true, true, true]),
  ])
  func directivesAreRead(content: String, expected: [Bool]) {
    #expect(summary(directives(content)) == expected)
  }

  @Test func theShortestSnippetCounts() {
    #expect(directives("max-snippet: 50, max-snippet:20").maximumSnippetLength == 20)
    #expect(directives("max-snippet:-1").maximumSnippetLength == nil)
    #expect(directives("max-snippet:-1").diagnostics.isEmpty)
    #expect(directives("max-snippet:-2").diagnostics.map(\.code) == ["directive-unknown"])
  }

  @Test func onlyWhatIsForUsCounts() {
    #expect(!directives("noindex", name: "AppleBot").isIndexed)
    #expect(!directives("noindex", name: "fresnelbot").isIndexed)
    #expect(directives("noindex", name: "googlebot").isIndexed)
    #expect(directives("noindex", name: "description").isIndexed)
    var both = directives("noindex")
    both.addMeta(name: "applebot", content: "all")
    #expect(!both.isIndexed)
  }

  @Test func headersMayNameTheirCrawler() {
    #expect(summary(header("noindex, nofollow")) == [false, false, true, true])
    #expect(summary(header("applebot: noindex, nofollow")) == [false, false, true, true])
    #expect(summary(header("otherbot: noindex, nofollow")) == [true, true, true, true])
    #expect(summary(header("otherbot: noindex, Applebot: nofollow")) == [true, false, true, true])
    #expect(summary(header("noindex, otherbot: nofollow")) == [false, true, true, true])
    #expect(summary(header("otherbot: noindex", "nosnippet")) == [true, true, false, true])
    #expect(summary(header("robots: noindex")) == [false, true, true, true])
    #expect(header("otherbot: nonsense").diagnostics.isEmpty)
    #expect(header("max-snippet: 9, nofollow").maximumSnippetLength == 9)
  }

  @Test(arguments: [
    ("unavailable_after: 2020-01-01", false), ("unavailable_after: 2030-01-01, nosnippet", true),
    ("unavailable_after: Wed, 25 Jun 2010 15:00:00 PST", false),
    ("unavailable_after: 25-Jun-30 15:00:00 EST", true),
    ("UNAVAILABLE_AFTER: Wednesday, 25-Jun-10 15:00:00", false),
    ("unavailable_after: 2020-01-01T10:00:00", false),
  ])
  func aPageIsTakenDownAtItsTime(content: String, isIndexed: Bool) {
    for directives in [directives(content), header(content)] {
      #expect(directives.isIndexed == isIndexed)
      #expect(directives.unavailableAfter != nil)
      #expect(directives.diagnostics.contains { $0.code == "unavailable-after-past" } == !isIndexed)
      #expect(directives.allowsSnippet == !content.contains("nosnippet"))
    }
  }

  @Test func theEarliestDateCounts() {
    let directives = directives("unavailable_after: 2040-01-01, unavailable_after: 2030-01-01")
    #expect(directives.unavailableAfter?.text == "2030-01-01")
  }

  @Test func whatIsSaidAndWhatMeansNothingIsReported() throws {
    let directives = directives(
      "noindex, nofollow, nosnippet, noidnex, unavailable_after: soon, noindex noarchive")
    #expect(
      directives.diagnostics.map(\.code) == [
        "noindex", "nofollow", "nosnippet", "noindex", "directive-unknown", "directive-unknown",
        "directive-unknown",
      ])
    #expect(
      directives.diagnostics.allSatisfy { $0.location?.line == 3 && $0.message.hasSuffix(".") })
    #expect(header("x").diagnostics.first?.subject == "X-Robots-Tag")
  }

  @Test func aLimitThatNobodyKnowsIsNoCrawler() {
    let unknown = header("max-foo: 3, noindex")
    #expect(!unknown.isIndexed)
    #expect(unknown.diagnostics.map(\.code) == ["noindex", "directive-unknown"])
    #expect(header("otherbot: noindex, max-foo: 3").diagnostics.isEmpty)
  }

  @Test func directivesBehindRobotsAreNeverSeen() {
    let shut = RobotsDecision(isAllowed: false, agent: "*", rule: nil)
    let open = RobotsDecision(isAllowed: true, agent: "*", rule: nil)
    #expect(directives("noindex").finding(behind: shut)?.code == "directive-never-seen")
    #expect(directives("noindex").finding(behind: open) == nil)
    #expect(directives("all").finding(behind: shut) == nil)
  }

  @Test func bombsAreRead() {
    let long = directives(String(repeating: "noindex, x: ", count: 400_000))
    #expect(!long.isIndexed)
    #expect(Set(long.diagnostics.map(\.code)) == ["noindex", "directive-unknown"])
    #expect(long.diagnostics.count <= 2 * (FindingList.mostOfARule + 1))
    #expect(header(String(repeating: ",", count: 4 << 20)).isIndexed)
    #expect(header(String(repeating: "unavailable_after:x,", count: 200_000)).isIndexed)
  }
}
