import Testing
import WebAddresses
import WebDocuments

@testable import SiteAssociations

/// Rules of matching that the table has no row for.
struct MatchRuleTests {
  private let app = ApplicationIdentity("ABCDE12345.com.example.app")

  private func match(
    _ details: String, _ url: String, rest: String = "", domain: String = "example.com"
  ) throws -> AssociationMatch {
    let file = #"{"applinks":{"details":[\#(details)]\#(rest)}}"#
    let association = try #require(AssociationReading(Array(file.utf8)).association)
    return association.match(try #require(WebURL(url)), app: app, domain: domain)
  }

  private func outcome(
    _ component: String, _ url: String, rest: String = ""
  ) throws -> AssociationMatch.Outcome {
    try match(
      #"{"appIDs":["ABCDE12345.com.example.app"],"components":[\#(component)]}"#, url, rest: rest
    ).outcome
  }

  @Test(arguments: [
    (#"{"/":"/a/*/c"}"#, "/a/c", false), (#"{"/":"/a/*/c"}"#, "/a/b/c", true),
    (#"{"/":"/a/*/*"}"#, "/a/b", true), (#"{"/":"/a/*/*"}"#, "/a", false),
    (#"{"/":"/a/*"}"#, "/ab", false), (#"{"/":"/a/?*"}"#, "/a", false),
    (#"{"/":"/a//"}"#, "/a", true), (#"{"/":""}"#, "/", true), (#"{"/":"*"}"#, "/", true),
    (#"{"/":"/id/????"}"#, "/id/481", false),
    // One character is one, however many bytes it has.
    (#"{"/":"/?","percentEncoded":false}"#, "/%C3%A9", true), (#"{"/":"/?"}"#, "/%C3%A9", false),
    (#"{"/":"/??????"}"#, "/%C3%A9", true),
    // What is no UTF-8 stays as it is written.
    (#"{"/":"/%FF","percentEncoded":false}"#, "/%FF", true),
    (#"{"/":"/a%2Gb","percentEncoded":false}"#, "/a%2Gb", true),
    (#"{"/":"/%C3a","percentEncoded":false}"#, "/%C3%61", true),
    (#"{"/":"/a/b","percentEncoded":false}"#, "/a%2Fb", true),
    (#"{"/":"/É","percentEncoded":false,"caseSensitive":false}"#, "/%C3%A9", true),
    (#"{"/":"/%C3%A9"}"#, "/%c3%a9", false),
    (#"{"/":"/%C3%A9","caseSensitive":false}"#, "/%c3%a9", true),
    // The letters beyond ASCII fold one to one only.
    (#"{"/":"/ß","percentEncoded":false,"caseSensitive":false}"#, "/SS", false),
    (#"{"/":"/Σ","percentEncoded":false,"caseSensitive":false}"#, "/%CF%82", true),
    (#"{"?":{"a":"1"}}"#, "/?a=1&a=2", false), (#"{"?":{"a":"1"}}"#, "/?a=1&a=1", true),
    (#"{"?":{"A":"1"},"caseSensitive":false}"#, "/?a=1", true),
    (#"{"?":{"A":"1"}}"#, "/?a=1", false), (#"{"?":{"a":"b=c"}}"#, "/?a=b=c", true),
    (#"{"?":{"a b":"c"},"percentEncoded":false}"#, "/?a%20b=c", true),
    (#"{"?":{"a":"&"},"percentEncoded":false}"#, "/?a=%26", true), (#"{"?":{}}"#, "/?a", true),
    (##"{"#":"a/"}"##, "/#a", false), (##"{"#":"?*"}"##, "/", false), (##"{"#":""}"##, "/x", true),
    (#"{"/":5}"#, "/", false), (#"{"/":"/a","exclude":"yes"}"#, "/a", true),
    (#"{"/":"/$(none)"}"#, "/$(none)", false), (#"{"/":"/$(lang"}"#, "/$(lang", false),
    (#"{"/":"/$(lang)"}"#, "/en", true), (#"{"/":"/$(lang)"}"#, "/EN", false),
    (#"{"/":"/$(region)"}"#, "/UK", false),
    (#"{"/":"/$(region)","caseSensitive":false}"#, "/gb", true),
    (#"{"/":"/$(alnum)$(digit)"}"#, "/a1", true), (#"{"/":"/$(alpha)"}"#, "/%C3%A9", false),
  ])
  func componentsFit(component: String, rest: String, fits: Bool) throws {
    #expect(try outcome(component, "https://example.com\(rest)") == (fits ? .match : .noMatch))
  }

  @Test func variablesOfTheFileComeBeforePredefinedOnesAndKeepTheirCase() throws {
    let rest =
      #","substitutionVariables":{"lang":["klingon"],"Food":["a*","x/"],"loop":["$(Food)"]}"#
    let at = "https://example.com/"
    #expect(try outcome(#"{"/":"/$(lang)"}"#, "\(at)klingon", rest: rest) == .match)
    #expect(try outcome(#"{"/":"/$(lang)"}"#, "\(at)en", rest: rest) == .noMatch)
    #expect(try outcome(#"{"/":"/$(food)"}"#, "\(at)abc", rest: rest) == .noMatch)
    #expect(try outcome(#"{"/":"/$(Food)"}"#, "\(at)abc", rest: rest) == .match)
    #expect(try outcome(#"{"/":"/$(Food)"}"#, "\(at)x", rest: rest) == .match)
    #expect(try outcome(#"{"/":"/$(loop)"}"#, "\(at)abc", rest: rest) == .noMatch)
    let loose = #"{"/":"/$(Food)","caseSensitive":false}"#
    #expect(try outcome(loose, "\(at)ABC", rest: rest) == .match)
  }

  @Test func ofTheDefaultsTheNearestCounts() throws {
    let file =
      ##"{"appIDs":["ABCDE12345.com.example.app"],"components":[{"#":"a"},{"?":{}}],"##
      + #""defaults":{"?":{"id":"1"}}}"#
    let rest = #","defaults":{"?":{"id":"2"},"/":"/x"}"#
    #expect(try match(file, "https://example.com/x?id=1#a", rest: rest).outcome == .match)
    #expect(try match(file, "https://example.com/y?id=1#a", rest: rest).outcome == .noMatch)
    let second = try match(file, "https://example.com/x?id=2#a", rest: rest)
    #expect(second.decision?.rule == "applinks.details[0].components[1]")
  }

  @Test func pathsHaveNoVariablesAndNoDefaults() throws {
    let file = #"{"appID":"ABCDE12345.com.example.app","paths":["NOT /a/$(lang)","NOTE","/a/*"]}"#
    let rest = ##","defaults":{"exclude":true,"#":"x"}"##
    #expect(try match(file, "https://example.com/a/en", rest: rest).outcome == .match)
    #expect(try match(file, "https://example.com/a/$(lang)", rest: rest).outcome == .exclude)
    #expect(try match(file, "https://example.com/NOTE?q#f", rest: rest).outcome == .match)
  }

  @Test func ofBothFormsOnlyComponentsCount() throws {
    let file = #"{"appID":"ABCDE12345.com.example.app","components":[{"/":"/a"}],"paths":["/b"]}"#
    #expect(try match(file, "https://example.com/a").outcome == .match)
    #expect(try match(file, "https://example.com/b").outcome == .noMatch)
  }

  @Test(arguments: [
    ("ftp://example.com/", "example.com", AssociationMatch.Obstacle.scheme("ftp")),
    ("https://www.example.com/", "example.com", .host("www.example.com")),
    ("https://example.com/", "*.example.com", .host("example.com")),
    ("https://evilexample.com/", "*.example.com", .host("evilexample.com")),
  ])
  func otherSitesAreNotSpokenFor(
    url: String, domain: String, obstacle: AssociationMatch.Obstacle
  ) throws {
    let file = #"{"appID":"ABCDE12345.com.example.app","paths":["*"]}"#
    let match = try match(file, url, domain: domain)
    #expect(match.outcome == .noMatch)
    #expect(match.obstacle == obstacle)
    #expect(match.diagnostics.map(\.code) == ["url-not-matched"])
  }

  @Test func hostsAreComparedAsTheyAreSentToServers() throws {
    let file = #"{"appID":"ABCDE12345.com.example.app","paths":["*"]}"#
    let pairs = [
      ("http://EXAMPLE.com:8080/", "example.com"), ("https://bücher.example/", "BÜCHER.example"),
      ("https://a.b.example.com/", "*.Example.com"),
    ]
    for (url, domain) in pairs {
      #expect(try match(file, url, domain: domain).outcome == .match, "\(url)")
    }
  }

  @Test func aURLWithoutEncryptionIsTakenAndNoticed() throws {
    let file = #"{"appID":"ABCDE12345.com.example.app","paths":["NOT /b","*"]}"#
    let match = try match(file, "http://example.com/a")
    #expect(match.outcome == .match)
    #expect(match.diagnostics.map(\.code) == ["url-not-https"])
    #expect(match.diagnostics.map(\.severity) == [.notice])
    #expect(try self.match(file, "https://example.com/a").diagnostics.isEmpty)
    #expect(
      try self.match(file, "http://example.com/b").diagnostics.map(\.code) == ["url-excluded"])
  }

  @Test func anAppThatTheFileDoesNotNameIsToldSo() throws {
    let match = try match(
      #"{"appID":"ZZZZZ12345.com.example.app","paths":["*"]}"#, "https://example.com/")
    #expect(match.obstacle == .appNotListed)
    #expect(match.diagnostics.map(\.code) == ["app-id-not-listed"])
  }

  @Test func itIsToldWhichRuleDecidedAndWhyTheOnesBeforeDidNot() throws {
    let file =
      """
      {"appIDs":["ABCDE12345.com.example.app"],"components":[
        {"#":"no","exclude":true},{"/":"/Help","comment":"manual"},{"?":{"n":"????"}},
        {"/":"/$(nope)"},{"/":"/h*","exclude":true,"comment":"all of help"}]}
      """
    let match = try match(file, "https://example.com/help/a/?n=481#top")
    #expect(match.outcome == .exclude)
    #expect(match.decision?.comment == "all of help")
    #expect(match.decision?.isExclusion == true)
    #expect(match.location?.line == 3)
    #expect(match.diagnostics.map(\.code) == ["url-excluded"])
    let misfits = match.misfits.map(\.misfit)
    #expect(misfits.map { $0?.part } == [.fragment, .path, .queryItem("n"), .path])
    #expect(misfits.map { $0?.pattern } == ["no", "/Help", "????", "/$(nope)"])
    #expect(misfits.map { $0?.text } == ["top", "help/a", "481", "help/a"])
    #expect(misfits.last??.reason?.contains("nope") == true)
  }

  @Test func ofThousandsOfRulesTheFirstThatDoNotFitAreTold() throws {
    let rules = (0..<2_000).map { #"{"/":"/\#($0)"}"# } + [#"{"/":"/help"}"#]
    let match = try match(
      #"{"appIDs":["ABCDE12345.com.example.app"],"components":[\#(rules.joined(separator: ","))]}"#,
      "https://example.com/help")
    #expect(match.outcome == .match && match.decision?.rule.contains("2000") == true)
    #expect(match.misfits.map { $0.misfit?.pattern } == (0..<100).map { "/\($0)" })
  }

  @Test func whatDiffersInCaseOnlyIsToldWhereNothingFits() throws {
    let file = ##"{"appIDs":["ABCDE12345.com.example.app"],"components":[{"/":"/Buy/*","#":"x"}]}"##
    let codes = try match(file, "https://example.com/buy/1#x").diagnostics.map(\.code)
    #expect(codes == ["url-not-matched", "path-case-near-miss"])
    #expect(try match(file, "https://example.com/buy/1").diagnostics.count == 1)
  }
}
