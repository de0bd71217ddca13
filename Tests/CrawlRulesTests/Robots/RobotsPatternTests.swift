import FresnelTestSupport
import Testing
import WebAddresses
import WebDocuments

@testable import CrawlRules

extension RobotsPattern {
  /// Whether the pattern alone fits a path.
  fileprivate func fits(_ path: RobotsPath) -> Bool {
    var work = 0
    return RobotsMatcher([self]).first(fitting: path, work: &work) == .first(0)
  }
}

struct RobotsPatternTests {
  @Test(arguments: [
    ("/", "/", true), ("/", "/a", true), ("/a", "/", false), ("/a", "/ab/c", true),
    ("/a/", "/a", false),
    ("/*.php", "/x.php", true), ("/*.php", "/x.php5?y", true), ("/*.php$", "/x.php5", false),
    ("/*.php$", "/x.php/y.php", true), ("/$", "/", true), ("/$", "/a", false), ("*", "/", true),
    ("*a", "/ba", true),
    ("$", "/", false), ("/a*", "/a", true), ("/a*$", "/abc", true), ("/a**b", "/axb", true),
    ("/a*b*c$", "/abcbc", true),
    ("/a*b*c$", "/abcb", false), ("/a*aa$", "/aa", false), ("/a*aa$", "/aaa", true),
    ("/a$b", "/a$b", true),
    ("/a$b", "/a", false), ("/A", "/a", false), ("a", "/a", false), ("/a?b=*", "/a?b=1", true),
    ("/a?b=*", "/axb=1", false), ("/*?*", "/a", false), ("/*?*", "/a?", true),
    // Escapes.
    ("/~a", "/%7Ea", true), ("/%7ea", "/~a", true), ("/%2fa", "/%2Fa", true),
    ("/%2fa", "//a", false),
    ("/é", "/%C3%A9", true), ("/%c3%a9", "/%C3%A9", true), ("/a b", "/a%20b", true),
    ("/a%", "/a%", true),
    ("/%4", "/%4", true), ("/{a}", "/%7Ba%7D", true),
    // An escaped wildcard stands for itself (RFC 9309, 2.2.3).
    ("/file-with-a-%2A.html", "/file-with-a-*.html", true), ("/foo-%24", "/foo-$", true),
    ("/file-with-a-%2A.html", "/file-with-a-b.html", false), ("/a%2A", "/a%2a", true),
  ])
  func patternsFitPaths(pattern: String, path: String, fits: Bool) {
    #expect(RobotsPattern(pattern.utf8).fits(RobotsPath(path)) == fits)
  }

  /// The definition: every way to spread the path over the wildcards is tried.
  private func fitsNaively(_ pattern: ArraySlice<Character>, _ path: ArraySlice<Character>) -> Bool
  {
    guard let first = pattern.first else { return true }
    if first == "$", pattern.count == 1 { return path.isEmpty }
    if first == "*" {
      let rest = pattern.dropFirst()
      if fitsNaively(rest, path) { return true }
      return !path.isEmpty && fitsNaively(pattern, path.dropFirst())
    }
    return path.first == first && fitsNaively(pattern.dropFirst(), path.dropFirst())
  }

  @Test func theMatcherAgreesWithItsDefinition() {
    var generator = SeededGenerator(seed: 9309)
    var fitting = 0
    for _ in 0..<20_000 {
      let letters: [Character] = ["a", "b", "/"]
      let wild: [Character] = letters + ["*", "*", "a"]
      var pattern: [Character] = ["/"]
      for _ in 0..<generator.below(8) { pattern.append(wild[generator.below(wild.count)]) }
      if generator.once(in: 3) { pattern.append("$") }
      var path: [Character] = ["/"]
      for _ in 0..<generator.below(10) { path.append(letters[generator.below(letters.count)]) }
      let expected = fitsNaively(pattern[...], path[...])
      let found = RobotsPattern(String(pattern).utf8).fits(RobotsPath(String(path)))
      #expect(found == expected, "\(String(pattern)) on \(String(path))")
      fitting += expected ? 1 : 0
    }
    #expect(fitting > 1_000)
  }

  @Test func theFirstOfManyPatternsIsFound() {
    var generator = SeededGenerator(seed: 2022)
    for _ in 0..<2_000 {
      let letters: [Character] = ["a", "b", "/"]
      let wild: [Character] = letters + ["*", "*", "a"]
      let patterns = (0..<(1 + generator.below(12))).map { _ in
        var pattern: [Character] = generator.once(in: 4) ? ["*"] : ["/"]
        for _ in 0..<generator.below(7) { pattern.append(wild[generator.below(wild.count)]) }
        if generator.once(in: 3) { pattern.append("$") }
        return pattern
      }
      let matcher = RobotsMatcher(patterns.map { RobotsPattern(String($0).utf8) })
      for _ in 0..<10 {
        var path: [Character] = ["/"]
        for _ in 0..<generator.below(12) { path.append(letters[generator.below(letters.count)]) }
        let expected = patterns.firstIndex { fitsNaively($0[...], path[...]) }
        var work = 0
        let found = matcher.first(fitting: RobotsPath(String(path)), work: &work)
        #expect(
          found == (expected.map { .first($0) } ?? .nothing),
          "\(patterns.map { String($0) }) on \(String(path))")
      }
    }
  }

  @Test func rulesThatEndAlikeDoNotMultiplyEither() throws {
    // Of lengths 1 to 1,000, as many as a file holds: all of them end at nearly each place of the path.
    let patterns = (1...1_000).map { "/*\(String(repeating: "a", count: $0))*z" }
    let matcher = RobotsMatcher(patterns.map { RobotsPattern($0.utf8) })
    let path = RobotsPath("/" + String(repeating: "a", count: 2_048))
    var work = 0
    #expect(matcher.first(fitting: path, work: &work) == .unknown)
    #expect(work < 50 * (patterns.count + path.bytes.count), "\(work) steps")
    // A rule that was not found may be one that forbids.
    let text = "user-agent: *\n" + patterns.map { "disallow: \($0)\n" }.joined()
    #expect(text.utf8.count <= RobotsFile.maximumLength)
    let url = try #require(WebURL("https://a.example/" + String(repeating: "a", count: 2_048)))
    let decision = RobotsFile(Array(text.utf8)).rules().decision(for: url)
    #expect(!decision.isAllowed && decision.rule == nil)
    #expect(decision.finding(for: url)?.code == "blocked-by-robots")
  }

  @Test func someRulesThatEndAlikeAreCompared() {
    let patterns = (1...30).map { "/*\(String(repeating: "a", count: $0))*z" }
    let matcher = RobotsMatcher((patterns + ["/*aab$"]).map { RobotsPattern($0.utf8) })
    let path = "/" + String(repeating: "a", count: 2_048)
    var work = 0
    #expect(matcher.first(fitting: RobotsPath(path), work: &work) == .nothing)
    #expect(matcher.first(fitting: RobotsPath(path + "b"), work: &work) == .first(30))
  }

  @Test func rulesAndPathsAddUpAndDoNotMultiply() {
    // As many as a file of the greatest length holds; each has its parts all along the path, but for the last one.
    let patterns = (0..<30_000).map { RobotsPattern("/*a*b\($0)*c".utf8) }
    let matcher = RobotsMatcher(patterns)
    var work = 0
    let path = RobotsPath("/" + String(repeating: "ab1", count: 680))
    #expect(matcher.first(fitting: path, work: &work) == .nothing)
    #expect(work < 10 * (patterns.count + path.bytes.count), "\(work) steps")
  }

  @Test func hostilePatternsTakeLinearTime() {
    // A matcher that backtracks would not come to an end.
    let stars = RobotsPattern(("/" + String(repeating: "a*", count: 8_000) + "b$").utf8)
    let path = RobotsPath("/" + String(repeating: "a", count: 100_000))
    #expect(!stars.fits(path))
    let long = RobotsPattern(("/*" + String(repeating: "a", count: 16_000) + "b").utf8)
    #expect(!long.fits(path))
  }
}
