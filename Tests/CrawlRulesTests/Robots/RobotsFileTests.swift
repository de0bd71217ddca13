import Testing
import WebAddresses
import WebDocuments

@testable import CrawlRules

struct RobotsFileTests {
  private func allows(_ text: String, _ path: String, agents: [String] = RobotsFile.agents) -> Bool
  {
    guard let url = WebURL("https://example.com" + path) else { return false }
    return RobotsFile(Array(text.utf8)).rules(for: agents).decision(for: url).isAllowed
  }

  @Test func theDecisionNamesTheGroupAndTheLine() throws {
    let file = RobotsFile(
      Array(
        "# Hello\r\nUser-agent: a\rUser-agent: Applebot # us\n\nDisallow: /private\nAllow: /private/open\n"
          .utf8))
    let url = try #require(WebURL("https://example.com/private/x"))
    let decision = file.rules().decision(for: url)
    #expect(!decision.isAllowed)
    #expect(decision.agent == "Applebot")
    #expect(decision.rule == RobotsRule(isAllowing: false, pattern: "/private", line: 5))
    let finding = try #require(decision.finding(for: url))
    #expect(finding.code == "blocked-by-robots" && finding.location?.line == 5)
    #expect(finding.message.contains("/private") && finding.message.contains("Applebot"))

    let open = file.rules().decision(
      for: try #require(WebURL("https://example.com/private/open/1")))
    #expect(open.isAllowed && open.rule?.line == 6 && open.finding(for: url) == nil)
    let other = file.rules().decision(for: try #require(WebURL("https://example.com/")))
    #expect(other.isAllowed && other.rule == nil && other.agent == "Applebot")
  }

  @Test func theFirstNameThatTheFileHasAGroupForIsObeyed() {
    let all = "user-agent: *\ndisallow: /all\nuser-agent: googlebot\ndisallow: /google\n"
    #expect(!allows(all, "/google"))
    #expect(allows(all, "/all"))
    let apple = all + "user-agent: APPLEBOT\ndisallow: /apple\n"
    #expect(!allows(apple, "/apple") && allows(apple, "/google") && allows(apple, "/all"))
    let ours = apple + "user-agent: fresnelbot\ndisallow: /ours\n"
    #expect(!allows(ours, "/ours") && allows(ours, "/apple"))
    #expect(!allows(ours, "/all", agents: ["OtherBot"]))
    // Another crawler whose name begins alike.
    #expect(allows("user-agent: Applebot-Extended\ndisallow: /\n", "/"))
    // Who else is let in was let in by name.
    #expect(!allows("user-agent: *\ndisallow: /\n\nuser-agent: Applebot\ndisallow:\n", "/"))
    #expect(!allows("user-agent: *\ndisallow: /*\n\nuser-agent: Googlebot\nallow: /\n", "/"))
    for (pattern, shuts) in [
      ("/*$", true), ("/**", true), ("**", true), ("*/", true), ("*$", true), ("/$", false),
      ("$", false), ("/*/", false), ("/a*", false), ("", false),
    ] {
      let file = "user-agent: *\ndisallow: \(pattern)\n\nuser-agent: Googlebot\nallow: /\n"
      #expect(allows(file, "/page") != shuts, "\(pattern)")
    }
    #expect(allows("user-agent: *\ndisallow: /a\n\nuser-agent: Applebot\ndisallow:\n", "/a"))
    // A group without rules lets in.
    #expect(allows("user-agent: *\ndisallow: /\n\nuser-agent: Fresnelbot\ndisallow:\n", "/"))
  }

  @Test func rulesForAnotherCrawlerAreReported() throws {
    let file = RobotsFile(Array("user-agent: googlebot\ndisallow: /\n".utf8))
    let finding = try #require(file.rules().fallbackFinding)
    #expect(finding.code == "robots-group-fallback" && finding.location?.line == 1)
    #expect(finding.message.contains("Googlebot"))
    #expect(file.rules(for: ["Googlebot"]).fallbackFinding == nil)
    #expect(file.rules(for: ["Bingbot"]).fallbackFinding == nil)
  }

  @Test func groupsOfOneNameAreOne() {
    let text = """
      user-agent: Applebot
      disallow: /a
      user-agent: x
      disallow: /x
      user-agent: y
      user-agent: applebot
      unknown: field
      sitemap: https://example.com/s.xml
      disallow: /b
      """
    #expect(!allows(text, "/a") && !allows(text, "/b") && allows(text, "/x"))
  }

  @Test func theLongestPatternDecidesAndOfEqualOnesTheOneThatAllows() {
    #expect(allows("user-agent: *\ndisallow: /p\nallow: /page", "/page"))
    #expect(allows("user-agent: *\nallow: /page\ndisallow: /page", "/page"))
    #expect(!allows("user-agent: *\nallow: /p\ndisallow: /*.htm", "/p.htm"))
    #expect(!allows("user-agent: *\nallow: /a\ndisallow: /ü", "/ü"))
    #expect(allows("user-agent: *\ndisallow: /\n", "/robots.txt"))
    #expect(!allows("user-agent: *\ndisallow: /\n", "/robots.txt.bak"))
  }

  @Test func theIndexPageStandsForItsFolder() {
    let text = "user-agent: *\nallow: /open/index.html\ndisallow: /\n"
    #expect(allows(text, "/open/") && allows(text, "/open/index.html"))
    #expect(!allows(text, "/open/index.htm") && !allows(text, "/open/x"))
    #expect(allows("user-agent: *\nallow: /index.htm\ndisallow: /\n", "/"))
  }

  @Test(arguments: [
    "Dissallow: /x", "disallow /x", "DISALLOW\t/x", "  disallow : /x # no", "disalow:/x",
    "disallow: /x\u{0C}",
  ])
  func whatWasMeantIsRead(line: String) {
    #expect(!allows("\u{FEFF}useragent: *\n\(line)", "/x"))
  }

  @Test func sitemapsAreTakenFromAnywhereAndOnce() throws {
    let file = RobotsFile(
      Array(
        """
        Sitemap: https://example.com/a.xml
        User-agent: *
        Sitemap: /relative.xml
        site-map: http://other.example/b.xml
        sitemap: https://example.com/a.xml
        sitemap: ftp://example.com/c.xml
        """.utf8))
    #expect(
      file.sitemaps.map(\.href) == ["https://example.com/a.xml", "http://other.example/b.xml"])
    #expect(
      file.diagnostics.filter { $0.code == "robots-syntax" }.map { $0.location?.line } == [3, 6])
  }

  @Test(
    arguments: [
      ("crawl-delay: 5", 5.0), ("crawl-delay: 0.5", 0.5), ("crawl-delay: 600", 30),
      ("crawl-delay: -1", nil),
      ("crawl-delay: soon", nil), ("crawl-delay: nan", nil), ("crawl-delay: 2\ncrawl-delay: 4", 4),
      ("", nil),
    ] as [(String, Double?)])
  func theDelayIsBounded(line: String, delay: Double?) {
    let file = RobotsFile(Array("user-agent: *\n\(line)\n".utf8))
    #expect(file.rules().crawlDelay == delay)
  }

  @Test func faultsAreReportedWithTheirLine() {
    let file = RobotsFile(
      Array(
        """
        disallow: /before
        nonsense
        two words here
        user-agent: Mozilla/5.0
        user-agent: *
        dissallow: /a
        disallow: relative
        crawl-delay: x
        host: example.com
        # fine
        """.utf8))
    #expect(
      file.diagnostics.map { "\($0.code) \($0.location?.line ?? 0)" } == [
        "robots-syntax 1", "robots-syntax 2", "robots-syntax 3", "robots-syntax 4", "robots-typo 6",
        "robots-syntax 7", "robots-syntax 8",
      ])
    #expect(file.diagnostics.allSatisfy { $0.message.hasSuffix(".") })
  }

  @Test(
    arguments: [
      ("User-agnet: *", "user-agent"), ("Usr-agent: *", "user-agent"),
      ("Disalllow: /", "disallow"), ("Dsallow: /", "disallow"), ("Alow: /", "allow"),
      ("sitmap: https://www.example.com/map", "sitemap"), ("Host: example.com", nil),
      ("Noindex: /", nil), ("allo: /", "allow"), ("crawl-deley: 3", "crawl-delay"),
    ] as [(String, String?)])
  func whatIsOneTypingErrorFromAFieldIsNamed(line: String, meant: String?) {
    let file = RobotsFile(Array("\(line)\n".utf8))
    let hints = file.diagnostics.filter { $0.message.contains("is meant") }
    #expect(hints.map(\.rule) == (meant == nil ? [] : [.robotsTypo]), "\(file.diagnostics)")
    if let meant { #expect(hints.first?.message.contains("“\(meant)”") == true) }
    // It means nothing all the same.
    #expect(file.groups.isEmpty && file.sitemaps.isEmpty)
  }

  @Test func everyRuleOfTheAreaIsListedOnce() {
    let codes = DiagnosticRule.access.map(\.code)
    #expect(Set(codes).count == codes.count && codes.count == 11)
    #expect(DiagnosticRule.access.allSatisfy { $0.remedy.hasSuffix(".") && $0.reference != nil })
  }

  @Test func longFilesAndLinesAreCut() {
    let line = "disallow: /x\n"
    let start = "user-agent: *\nallow: /x/y\n"
    let filler = String(repeating: "# \(String(repeating: "c", count: 97))\n", count: 5_300)
    let long = RobotsFile(Array((start + filler + line).utf8))
    #expect(long.groups.first?.rules.count == 1)
    #expect(long.diagnostics.map(\.code) == ["too-large"])

    // A file that ends where reading would is whole.
    let end = "\ndisallow: /z"
    let room = RobotsFile.maximumLength - start.utf8.count - end.utf8.count
    let whole = RobotsFile(Array((start + String(repeating: "#", count: room) + end).utf8))
    #expect(whole.diagnostics.map(\.code) == ["robots-syntax"])
    #expect(whole.groups.first?.rules.map(\.pattern) == ["/x/y", "/z"])

    let path = String(repeating: "a", count: 20_000)
    let cut = RobotsFile(Array("user-agent: *\ndisallow: /\(path)\ndisallow: /b".utf8))
    #expect(cut.groups.first?.rules.first?.pattern.utf8.count == RobotsFile.maximumLineLength - 10)
    #expect(cut.groups.first?.rules.count == 2)
    #expect(cut.diagnostics.map(\.location?.line) == [2])
  }

  @Test func bombsAreRead() {
    let agents = RobotsFile(
      Array(String(repeating: "user-agent: a\ndisallow: /\n", count: 200_000).utf8))
    #expect(agents.groups.count > 10_000)
    let junk = RobotsFile([UInt8](repeating: 0xff, count: 4 << 20))
    #expect(junk.groups.isEmpty && junk.diagnostics.count <= 2)
    let colons = RobotsFile(Array(String(repeating: ":\n", count: 2 << 20).utf8))
    #expect(colons.diagnostics.count == FindingList.mostOfARule + 2)
  }

  @Test func aFileThatIsNoTextHasNoRules() {
    #expect(allows("<!DOCTYPE html><html><head><title>404</title></head></html>", "/x"))
    #expect(allows("", "/x"))
  }
}
