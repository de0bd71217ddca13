import FresnelDatabase
import FresnelPlatform
import SiteAssociations
import Testing
import WebAddresses

@testable import AppDirectory

struct AppDirectoryTests {
  /// Runs a body with the path of a directory that isn't there yet.
  private func withPath(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body("\(directory)/apps.sqlite")
    }
  }

  private func app(
    _ name: String, bundle: String? = nil, appStream: String? = nil,
    stores: [AppStore: String] = [:], domains: [String] = [], schemes: [String] = []
  ) -> ListedApp {
    var app = ListedApp(name: name)
    app.bundleIdentifier = bundle
    app.appStreamID = appStream.flatMap { AppStreamIdentifier($0) }
    app.storeIDs = stores
    app.domains = domains.compactMap { AssociatedDomain($0) }
    app.schemes = schemes
    return app
  }

  @Test(arguments: ["*.com", "*.co.uk", "*.github.io"])
  func noAppHasAllSitesOfAPublicSuffix(host: String) throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      let wide = app("Everything", bundle: "com.example.everything", domains: ["applinks:\(host)"])
      #expect(throws: AppDirectoryError.self) { try directory.put(wide) }
      #expect(try directory.count() == 0)
    }
  }

  @Test func anAppIsFoundByAllItsNamesAndByItsSite() throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      var recipes = app(
        "Recipes", bundle: "com.example.recipes", appStream: "org.example.Recipes.desktop",
        stores: [.appStore: "640199958", .googlePlay: "com.example.recipes.android"],
        domains: ["applinks:example.com", "applinks:*.example.org?mode=developer"],
        schemes: ["recipes"])
      recipes.teamIdentifier = "ABCDE12345"
      recipes.formerIDs = ["cook.desktop", "org.example.Cook"].compactMap {
        AppStreamIdentifier($0)
      }
      recipes.icon = WebURL("https://example.com/icon.png")
      recipes.supportURL = WebURL("https://example.com/help")
      recipes.marketingURL = WebURL("https://example.com/recipes")
      #expect(try directory.put(recipes).change == .added)
      #expect(try directory.put(recipes).change == .unchanged)
      #expect(try directory.all() == [recipes] && directory.count() == 1)
      for name in [
        "com.example.recipes", "org.example.Recipes", "org.example.Recipes.desktop", "640199958",
        "com.example.recipes.android", "org.example.Cook.desktop",
      ] {
        #expect(try directory.app(named: name) == recipes, "\(name)")
      }
      #expect(try directory.app(in: .appStore, "640199958") == recipes)
      #expect(try directory.app(in: .microsoft, "640199958") == nil)
      #expect(try directory.app(bundleIdentifier: "com.example.recipes") == recipes)
      #expect(try directory.app(named: "Recipes") == nil)
      for (host, isFound) in [
        ("example.com", true), ("EXAMPLE.com", true), ("www.example.com", false),
        ("www.example.org", true), ("a.b.example.org", true), ("example.org", false), ("", false),
        ("org", false), ("xample.com", false),
      ] {
        #expect(try directory.apps(ofSite: host).isEmpty != isFound, "\(host)")
      }
      #expect(
        try directory.seeds(now: 0).map(\.url.href) == [
          "https://example.com/recipes", "https://example.com/help", "https://example.com/",
          "https://example.org/",
        ])
    }
  }

  @Test func theLongestHostComesFirst() throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      for (name, domain) in [
        ("All", "applinks:*.example.com"), ("Maps", "applinks:*.maps.example.com"),
        ("One", "applinks:a.maps.example.com"), ("Passwords", "webcredentials:a.maps.example.com"),
      ] {
        _ = try directory.put(app(name, bundle: "org.example.\(name)", domains: [domain]))
      }
      func names(_ host: String) throws -> [String] {
        try directory.apps(ofSite: host).map(\.name)
      }
      #expect(try names("a.maps.example.com") == ["One", "Maps", "All"])
      #expect(try names("b.maps.example.com") == ["Maps", "All"])
      #expect(try names("maps.example.com") == ["All"])
    }
  }

  @Test func whatIsSaidCountsAndWhatIsNotSaidStays() throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      _ = try directory.put(
        app("Recipes", bundle: "com.example.recipes", domains: ["applinks:example.com"]))
      let change = try directory.put(
        app("Cook", bundle: "com.example.recipes", appStream: "org.example.Cook"))
      #expect(change.change == .changed && change.app.name == "Cook")
      #expect(change.app.domains.map(\.description) == ["applinks:example.com"])
      #expect(try directory.app(named: "org.example.Cook") == change.app)
      #expect(try directory.remove("org.example.Cook") == change.app)
      #expect(try directory.remove("org.example.Cook") == nil && directory.all().isEmpty)
      #expect(try directory.apps(ofSite: "example.com").isEmpty)
    }
  }

  @Test func identifiersOfTwoAppsAreRefused() throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      _ = try directory.put(app("One", bundle: "org.example.one", stores: [.appStore: "1"]))
      _ = try directory.put(app("Two", bundle: "org.example.two", stores: [.appStore: "2"]))
      #expect(throws: AppDirectoryError.self) {
        try directory.put(app("Both", bundle: "org.example.one", stores: [.appStore: "2"]))
      }
      #expect(try directory.all().map(\.name) == ["One", "Two"])
    }
  }

  @Test func whatIsNoAppIsRefused() throws {
    var wrong = [
      app("Nameless"), app("", bundle: "a.b"), app("A", bundle: "-a.b"), app("A", bundle: "a..b"),
      app("A", bundle: "a/b"), app("A", stores: [.appStore: "id5"]),
      app("A", stores: [.googlePlay: "a"]), app("A", bundle: "a.b", schemes: ["https"]),
      app("A", bundle: "a.b", schemes: ["Upper"]), app("A", bundle: "a.b", schemes: ["1a"]),
      app(String(repeating: "é", count: 201), bundle: "a.b"),
      app("A", bundle: "a.b", domains: [String](repeating: "applinks:a.example", count: 31)),
    ]
    var script = app("A", bundle: "a.b")
    script.icon = WebURL("javascript:alert(1)")
    var team = app("A", bundle: "a.b")
    team.teamIdentifier = "short"
    wrong += [script, team]
    try withPath { path in
      let directory = try AppDirectory(path: path)
      for app in wrong {
        #expect(throws: AppDirectoryError.self, "\(app)") { try directory.put(app) }
      }
      #expect(try directory.count() == 0)
    }
  }

  @Test func oneReadsWhileAnotherWrites() throws {
    try withPath { path in
      let writer = try AppDirectory(path: path)
      _ = try writer.put(app("One", bundle: "org.example.one"))
      let reader = try AppDirectory(path: path, creating: false)
      try writer.database.write { () throws(AppDirectoryError) in
        try writer.save(app("Two", bundle: "org.example.two"), in: nil, revision: 0)
        #expect(try reader.all().map(\.name) == ["One"])
      }
      #expect(try reader.all().map(\.name) == ["One", "Two"])
    }
  }

  private func problem(_ path: String, creating: Bool = true) -> String {
    do throws(AppDirectoryError) {
      _ = try AppDirectory(path: path, creating: creating)
      return ""
    } catch {
      return error.message
    }
  }

  @Test func whatIsNoDirectoryIsRefusedInASentence() throws {
    try withPath { path in
      #expect(problem(path, creating: false).contains("cannot be opened"))
      #expect(!FileSystem.exists(path))
      try FileSystem.write(Array("This is no database, but it is long enough.".utf8), to: path)
      #expect(problem(path).contains("is damaged"))
      try FileSystem.removeFile(path)
      _ = try AppDirectory(path: path)
      let directory = try AppDirectory(path: path)
      try directory.database.execute("PRAGMA user_version = 9")
      #expect(problem(path).contains("has version 9, and this program knows version 1"))
    }
  }

  @Test func aDamagedPageIsAnErrorAndNoCrash() throws {
    try withPath { path in
      let directory = try AppDirectory(path: path)
      for number in 0..<200 {
        _ = try directory.put(app("App \(number)", bundle: "org.example.app\(number)"))
      }
      _ = try directory.database.first("PRAGMA wal_checkpoint(TRUNCATE)")
      var bytes = try FileSystem.contents(of: path)
      for index in 4_096..<bytes.count { bytes[index] ^= 0x5a }
      let damaged = path + ".damaged"
      try FileSystem.write(bytes, to: damaged)
      do {
        let directory = try AppDirectory(path: damaged, creating: false)
        #expect(throws: AppDirectoryError.self) { try directory.all() }
      } catch let error as AppDirectoryError {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("org.example.App", true), ("org.example.App.desktop", true), ("firefox.desktop", true),
    ("a-b_c.d", true), ("firefox", false), ("", false), (".a.b", false), ("a..b", false),
    ("a.b.", false), ("-a.b", false), ("a.b/c", false), ("a.b c", false), ("a.b%20", false),
    ("a.ä", false), ("a.\(String(repeating: "b", count: 254))", false),
  ])
  func identifiersOfAppStream(_ text: String, _ isOne: Bool) {
    #expect((AppStreamIdentifier(text) != nil) == isOne)
  }

  @Test func identifiersOfAppStreamAreEqualWithTheirSuffix() throws {
    let plain = try #require(AppStreamIdentifier("org.example.App"))
    let old = try #require(AppStreamIdentifier("org.example.App.desktop"))
    #expect(plain == old && Set([plain, old]).count == 1)
    #expect(old.name == "org.example.App" && old.address == "appstream:org.example.App.desktop")
  }
}
