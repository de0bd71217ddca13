import FresnelPlatform
import SiteAssociations
import Testing
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

  @Test func aPageBelongsToAnAppOnlyWhereBothSaySo() throws {
    try withDirectory { directory in
      var evil = ListedApp(name: "Evil")
      evil.bundleIdentifier = "com.evil.app"
      evil.storeIDs = [.appStore: "666"]
      evil.schemes = ["evil"]
      evil.domains = ["applinks:example.com"].compactMap { AssociatedDomain($0) }
      _ = try directory.put(evil)
      let soup = try url("https://example.com/recipes/soup")
      let other = try url("https://evil.example/")
      func name(
        _ store: String? = nil, link: String? = nil, of url: WebURL, now: Int64 = 100
      ) throws -> String? {
        try directory.app(named: store, deepLink: link, ofPage: url, now: now)?.name
      }
      // Nobody asked the site: what catalogues and tags say alone names nobody.
      #expect(try name(of: soup) == nil)
      #expect(try name("666", of: soup) == nil)
      #expect(try name("com.example.recipes", of: other) == nil)
      #expect(try name(link: "evil://soup", of: soup) == nil)
      let site = LinkSite(host: "example.com")
      try directory.keep(LinkCopy(site: site, checked: 90, fetched: 80, file: file))
      #expect(try name(of: soup) == "Recipes")
      #expect(try name("666", link: "evil://soup", of: soup) == "Recipes")
      #expect(try name(of: url("https://www.example.com/a")) == "Recipes")
      #expect(try name("com.example.recipes", of: other) == nil)
      #expect(try name(of: url("ftp://example.com/recipes/soup")) == nil)
      // A file is used for 30 days, and what the site says later counts.
      #expect(try name(of: soup, now: 80 + 31 * 86_400) == nil)
      let both = Array(
        #"""
        {"applinks":{"details":[{"appIDs":["ABCDE12345.com.evil.app","ABCDE12345.com.example.recipes"],
          "components":[{"/":"*"}]}]}}
        """#.utf8)
      try directory.keep(LinkCopy(site: site, checked: 95, fetched: 95, file: both))
      #expect(try name(of: soup) == "Recipes")
      #expect(try name("666", of: soup) == "Evil")
      #expect(try name(link: "evil://soup", of: soup) == "Evil")
      try directory.keep(LinkCopy(site: site, checked: 96, problems: ["It is gone."]))
      #expect(try name(of: soup) == nil)
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
