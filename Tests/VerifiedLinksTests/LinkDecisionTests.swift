import FresnelApps
import SiteAssociations
import Testing
import WebAddresses

@testable import VerifiedLinks

struct LinkDecisionTests {
  private let now: Int64 = 1_800_000_000

  private func claims(_ app: String, _ domains: String..., keys: String = "") throws -> [LinkClaim]
  {
    let list = domains.map { "\"\($0)\"" }.joined(separator: ",")
    let manifest = """
      {"CFBundleIdentifier": "\(app)", "FresnelExecutable": "/opt/a"\(keys),
       "com.apple.developer.associated-domains": [\(list)]}
      """
    let read = AppManifest.read(Array(manifest.utf8), at: "/apps/a.plist")
    return LinkClaim.all(of: try #require(read.manifest))
  }

  private func copy(_ site: LinkSite, fetched: Int64? = nil, _ apps: String...) -> LinkCopy {
    let details = apps.map {
      #"{"appID":"ABCDE12345.\#($0)","paths":["NOT /private/*","/a/*"]}"#
    }.joined(separator: ",")
    return LinkCopy(
      site: site, checked: now, fetched: fetched ?? now,
      file: Array(#"{"applinks":{"details":[\#(details)]}}"#.utf8))
  }

  private func decide(
    _ url: String, _ claims: [LinkClaim], preferences: [String: LinkPreferences.Choice] = [:],
    _ copy: (LinkSite) -> LinkCopy?
  ) throws -> LinkDecision {
    LinkDecision(
      try #require(WebURL(url)), claims: claims, preferences: preferences, now: now, copy: copy)
  }

  @Test func aLinkOpensInTheAppThatItsSiteNames() throws {
    let claims = try claims("org.example.a", "applinks:example.com", "webcredentials:other.com")
    #expect(claims.count == 1)
    let cases: [(String, String?, LinkDecision.State?)] = [
      ("https://example.com/a/1", "org.example.a", .opens),
      ("http://EXAMPLE.com/a/1", "org.example.a", .opens),
      ("https://example.com/private/1", nil, .excluded),
      ("https://example.com/b", nil, .notMatched), ("https://www.example.com/a/1", nil, nil),
      ("https://other.com/a/1", nil, nil),
    ]
    for (url, app, state) in cases {
      let decision = try decide(url, claims) { copy($0, "org.example.a") }
      #expect(decision.app == app, "\(url)")
      #expect(decision.candidates.first?.state == state, "\(url)")
    }
  }

  @Test func withoutTheSitesWordItGoesToTheBrowser() throws {
    let claims = try claims("org.example.a", "applinks:example.com")
    let url = "https://example.com/a/1"
    #expect(try decide(url, claims) { _ in nil }.candidates.first?.state == .notVerified)
    let other = try decide(url, claims) { copy($0, "org.example.b") }
    #expect(other.app == nil && other.candidates.first?.state == .notListed)
    let old = try decide(url, claims) { copy($0, fetched: now - 31 * 86_400, "org.example.a") }
    #expect(old.app == nil && old.candidates.first?.state == .noFile)
    let kept = try decide(url, claims) { copy($0, fetched: now - 29 * 86_400, "org.example.a") }
    #expect(kept.app == "org.example.a")
  }

  @Test func ofSeveralAppsTheLongestHostDecidesUnlessThePersonDoes() throws {
    let claims =
      try claims("org.example.a", "applinks:*.example.com")
      + claims("org.example.b", "applinks:www.example.com")
    let url = "https://www.example.com/a/1"
    func app(_ choice: LinkPreferences.Choice?) throws -> String? {
      let chosen = choice.map { ["www.example.com": $0] } ?? [:]
      return try decide(url, claims, preferences: chosen) {
        copy($0, "org.example.a", "org.example.b")
      }.app
    }
    #expect(try app(nil) == "org.example.b")
    #expect(try app(.app("org.example.a")) == "org.example.a")
    #expect(try app(.app("org.example.gone")) == "org.example.b")
    #expect(try app(.browser) == nil)
  }

  @Test func thePrefixOfADeveloperCountsWhereAManifestNamesIt() throws {
    for (keys, opens) in [
      ("", true), (#","FresnelTeamIdentifier":"ABCDE12345""#, true),
      (#","AppIdentifierPrefix":"ABCDE12345.""#, true),
      (#","com.apple.developer.team-identifier":"ZZZZZ12345""#, false),
    ] {
      let claims = try claims("org.example.a", "applinks:example.com", keys: keys)
      let decision = try decide("https://example.com/a/1", claims) { copy($0, "org.example.a") }
      #expect((decision.app != nil) == opens, "\(keys)")
    }
  }

  @Test func sitesOnThisMachineAreForBuildsInDevelopment() throws {
    let domain = "applinks:localhost:8443?mode=developer"
    let installed = try #require(try claims("org.example.a", domain).first)
    #expect(installed.site == LinkSite(host: "localhost", port: 8443))
    let built = try claims("org.example.a", domain, keys: #","FresnelDevelopment":true"#).first
    #expect(built?.site.isDeveloper == true)
    // Hosts that the daemon would not recognise are not claimed.
    #expect(try claims("org.example.a", "applinks:bücher.example").isEmpty)
  }
}
