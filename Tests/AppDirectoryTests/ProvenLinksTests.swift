import FresnelPlatform
import SiteAssociations
import Testing
import VerifiedLinks
import WebAddresses
import WebMarkup

@testable import AppDirectory

struct ProvenLinksTests {
  private let file = Array(
    #"""
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.recipes"],"components":[
      {"/":"/private/*","exclude":true},{"/":"/recipes/*"}]}]}}
    """#.utf8)

  private func withDirectory(_ body: (AppDirectory) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let apps = try AppDirectory(path: "\(directory)/apps.sqlite")
      var recipes = ListedApp(name: "Recipes")
      recipes.bundleIdentifier = "com.example.recipes"
      recipes.domains = [
        "applinks:example.com", "applinks:*.example.com", "applinks:other.example",
      ]
      .compactMap { AssociatedDomain($0) }
      _ = try apps.put(recipes)
      try body(apps)
    }
  }

  private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

  @Test func aLinkOpensInAnAppWhereBothSaySo() throws {
    try withDirectory { directory in
      let soup = try url("https://example.com/recipes/soup")
      #expect(try ProvenLinks(of: directory, now: 100).universalLink(soup) == .unchecked)
      let site = LinkSite(host: "example.com")
      let copy = LinkCopy(
        site: site, checked: 90, fetched: 80, file: file, problems: ["One.", "Two\nthree."])
      try directory.keep(copy)
      let kept = try #require(try directory.copy(of: site))
      #expect(kept.checked == 90 && kept.fetched == 80 && kept.file == file)
      #expect(kept.problems == ["One.", "Two three."])
      let proven = try ProvenLinks(of: directory, now: 100)
      #expect(proven.app(opening: soup)?.name == "Recipes")
      #expect(proven.universalLink(soup) == .verified)
      for (text, verdict) in [
        ("https://www.example.com/recipes/a", UniversalLink.verified),
        ("https://example.com/private/a", .excluded), ("https://example.com/", .notMatched),
        ("https://other.example/recipes/a", .unchecked),
        ("https://example.net/recipes/a", .unchecked), ("ftp://example.com/recipes/a", .unchecked),
      ] {
        let link = try url(text)
        #expect(proven.universalLink(link) == verdict, "\(text)")
        #expect((proven.app(opening: link) != nil) == (verdict == .verified), "\(text)")
      }
      // A file is used for 30 days.
      let later = try ProvenLinks(of: directory, now: 80 + 31 * 86_400)
      #expect(later.universalLink(soup) == .unchecked)
    }
  }

  @Test func verdictsSayWhy() throws {
    try withDirectory { directory in
      func states(_ app: ListedApp) throws -> [SiteVerdict.State] {
        try directory.verdicts(about: app, now: 100).map(\.state)
      }
      var app = try #require(try directory.app(named: "com.example.recipes"))
      #expect(try states(app) == [.notAsked, .notAsked, .notAsked])
      #expect(app.sites().map(\.name) == ["example.com", "other.example"])
      try directory.keep(
        LinkCopy(site: LinkSite(host: "example.com"), checked: 90, fetched: 90, file: file))
      try directory.keep(
        LinkCopy(site: LinkSite(host: "other.example"), checked: 90, problems: ["It is gone."]))
      #expect(try states(app) == [.verified, .verified, .noFile])
      let seeds = try directory.seeds(now: 100)
      #expect(seeds.map(\.url.href) == ["https://example.com/", "https://other.example/"])
      #expect(seeds.map(\.isVouched) == [true, false])
      app.teamIdentifier = "ZZZZZ12345"
      #expect(try states(app) == [.notListed, .notListed, .noFile])
      app.bundleIdentifier = nil
      #expect(try states(app) == [.noIdentity, .noIdentity, .noIdentity])
    }
  }
}
