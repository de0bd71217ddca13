import FresnelApps
import FresnelModel
import FresnelPlatform
import Testing
import WebAddresses

@testable import VerifiedLinks

struct NotedLinkTests {
  private let page = "https://example.com/recipes/soup?for=2#top"

  private func app(_ text: String = "org.example.Recipes") throws -> AppStreamIdentifier {
    try #require(AppStreamIdentifier(text))
  }

  private func manifest(_ entries: [String: PropertyList] = [:]) throws -> AppManifest {
    let list: [String: PropertyList] = ["CFBundleIdentifier": "org.example.Recipes"]
    return try #require(
      AppManifest.read(
        .dictionary(list.merging(entries) { $1 }), at: "/apps/a.plist"
      ).manifest)
  }

  @Test(arguments: [
    ("fresnel-open:https://example.com/a?b=%20c#d", "https://example.com/a?b=%20c#d"),
    ("FRESNEL-OPEN:http://example.com", "http://example.com/"),
    ("fresnel-open:HTTPS://EXAMPLE.com/get/x", "https://example.com/get/x"),
  ])
  func pagesAreOpened(_ text: String, _ url: String) throws {
    #expect(FresnelAddress.isMeant(by: text))
    #expect(FresnelAddress(text) == .open(try #require(WebURL(url))))
  }

  @Test(arguments: [
    ("fresnel-open:get/org.example.Recipes/https://example.com/a/b", "org.example.Recipes"),
    ("fresnel-open:get/recipes.desktop/http://example.com/a/b", "recipes.desktop"),
  ])
  func appsAreGot(_ text: String, _ identifier: String) throws {
    guard case .get(let app, let url)? = FresnelAddress(text) else {
      Issue.record("\(text) is none")
      return
    }
    #expect(app.description == identifier && url.path == "/a/b")
  }

  @Test(arguments: [
    "fresnel-open:", "fresnel-open:file:///etc/passwd", "fresnel-open:javascript:alert(1)",
    "fresnel-open:recipes://soup", "fresnel-open:https:example.com", "fresnel-open://https://a.b/",
    "fresnel-open:https://", "fresnel-open: https://a.b/", "fresnel-open:https://a.b/ --app",
    "fresnel-open:https://a.b/\n", "fresnel-open:get/", "fresnel-open:get/org.example.App",
    "fresnel-open:get/org.example.App/", "fresnel-open:get/org.example.App/recipes://soup",
    "fresnel-open:get//https://a.b/", "fresnel-open:get/app/https://a.b/",
    "fresnel-open:get/-a.b/https://a.b/", "fresnel-open:get/../../a.b/https://a.b/",
    "fresnel-open:get/a.b%20/https://a.b/", "fresnel-open:get/a.b/file:///bin/sh",
    "fresnel-open:get/a.b/fresnel-open:https://a.b/", "fresnel-open:GET/a.b/https://a.b/",
    "fresnel-open:https://a.b/\(String(repeating: "a", count: 8_192))",
    "fresnel-opener:https://a.b",
    "https://a.b/", "",
  ])
  func nothingElseIsDone(_ text: String) {
    #expect(FresnelAddress(text) == nil)
  }

  @Test(arguments: [
    "file:///bin/sh", "javascript:alert(1)", "data:text/html,a", "mailto:a@b.c", "tel:1",
    "fresnel-open:https://a.b/", "appstream:a.b", "no link", "", "https://a.b/ c",
    "recipes:\(String(repeating: "a", count: 8_192))",
  ])
  func whatNoAppHasToItselfIsNotNoted(_ url: String) throws {
    #expect(NotedLink(app: try app(), url: url, noted: 0) == nil)
  }

  @Test func theAppHasToBeTheOneThatWasNoted() throws {
    let link = try #require(NotedLink(app: try app(), url: page, noted: 0))
    #expect(link.isMeant(try manifest()))
    #expect(
      link.isMeant(
        try manifest([
          "CFBundleIdentifier": "a.b", "FresnelDesktopFile": "org.example.Recipes.desktop",
        ])))
    #expect(
      link.isMeant(
        try manifest([
          "CFBundleIdentifier": "a.b", "FresnelAppStreamIdentifier": "org.example.Recipes.desktop",
        ])))
    #expect(!link.isMeant(try manifest(["CFBundleIdentifier": "a.b"])))
    // An app that says who it is isn't another one.
    #expect(!link.isMeant(try manifest(["FresnelAppStreamIdentifier": "org.example.Other"])))
    let old = try #require(
      NotedLink(app: try app("org.example.Recipes.desktop"), url: page, noted: 0))
    #expect(old.isMeant(try manifest()))
  }

  @Test func aLinkOfAnAppsOwnSchemeOpensWhereTheAppDeclaresIt() throws {
    let link = try #require(NotedLink(app: try app(), url: "Recipes:soup", noted: 0))
    #expect(link.page == nil)
    let declaring = try manifest(["CFBundleURLTypes": [["CFBundleURLSchemes": ["recipes"]]]])
    func decision(_ url: WebURL) -> LinkDecision {
      LinkDecision(url, claims: [], preferences: [:], now: 0) { _ in nil }
    }
    #expect(link.opens(in: declaring, decision))
    #expect(!link.opens(in: try manifest(), decision))
    #expect(
      !link.opens(
        in: try manifest([
          "CFBundleIdentifier": "a.b", "CFBundleURLTypes": [["CFBundleURLSchemes": ["recipes"]]],
        ]), decision))
    // A page opens where sites and apps vouch for each other, and nobody does here.
    let web = try #require(NotedLink(app: try app(), url: page, noted: 0))
    #expect(!web.opens(in: declaring, decision))
  }

  private func withStore(_ body: (NotedLinkStore, String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let base = BaseDirectories(environment: ["XDG_STATE_HOME": directory], home: directory)
      try body(NotedLinkStore(of: base), "\(directory)/fresnel/links/noted.json")
    }
  }

  @Test func theNewestLinkWaitsAndIsTakenOnce() throws {
    try withStore { store, _ in
      #expect(try store.take(now: 10) { _ in true } == nil)
      let first = try #require(NotedLink(app: try app(), url: page, noted: 10))
      let second = try #require(NotedLink(app: try app("a.b"), url: "https://a.b/é", noted: 20))
      try store.note(first)
      try store.note(second)
      #expect(store.link == second)
      #expect(try store.take(now: 30) { _ in false } == nil)
      #expect(try store.take(now: 30) { $0 == second } == second)
      #expect(try store.take(now: 30) { _ in true } == nil && store.link == nil)
    }
  }

  @Test(arguments: [(3_609, true), (3_610, false), (9, false), (Int64.min, false)])
  func aLinkIsForgottenAfterAnHour(_ now: Int64, _ isThere: Bool) throws {
    try withStore { store, path in
      try store.note(try #require(NotedLink(app: try app(), url: page, noted: 10)))
      #expect(try (store.take(now: now) { _ in false }) == nil)
      #expect(FileSystem.exists(path) == isThere)
      #expect(try (store.take(now: now) { _ in true } != nil) == isThere)
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"version":2,"app":"a.b","url":"https://a.b/","noted":10}"#,
    #"{"version":1,"app":"../b","url":"https://a.b/","noted":10}"#,
    #"{"version":1,"app":"a.b","url":"file:///bin/sh","noted":10}"#,
  ])
  func aDamagedNoteIsNone(_ text: String) throws {
    try withStore { store, path in
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(text.utf8), to: path)
      #expect(try store.take(now: 10) { _ in true } == nil)
      #expect(!FileSystem.exists(path))
    }
  }
}
