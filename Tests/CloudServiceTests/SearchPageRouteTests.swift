import PublicIndex
import Testing

@testable import CloudService

@Suite("Pages for people")
struct SearchPageRouteTests {
  private typealias Fixture = ServiceFixture
  private static let apps = AppLookup { page in
    page.storeID == "42"
      ? AppLookup.App(bundleID: "example.Cook", name: "Cook", appStreamID: "example.Cook") : nil
  }

  @Test("a search gives cards, which open the app and offer it")
  func cards() async throws {
    try await Fixture.serving([Fixture.fullPage(), Fixture.landingPage()], apps: Self.apps) {
      fixture in
      let answer = try await fixture.get("/search?q=cook+pasta")
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
      #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      for text in [
        "<title>cook pasta · Fresnel</title>", "Pasta with cheese", "2 January 2026",
        "Recipe", "25 min", "4 servings", "240 calories", "In stock",
        "href=\"fresnel-open:https://www.cook.example/pasta\"",
        "href=\"fresnel-open:get/example.Cook/https://www.cook.example/pasta\"", "Open in Cook",
        "Get Cook", "href=\"tel:+3912345\"", "Search on <bdi>Cook</bdi> (cook.example)",
        "href=\"https://cook.example/find?q=pasta\"",
      ] { #expect(answer.body.contains(text), "\(text)") }
    }
  }

  @Test("results are turned part by part")
  func parts() async throws {
    let pages = (10..<33).map { Fixture.page("https://a.example/\($0)", title: "Same") }
    try await Fixture.serving(pages) { fixture in
      var seen: Set<Substring> = []
      for (part, count, hasMore) in [(1, 10, true), (2, 10, true), (3, 3, false)] {
        let page = try await fixture.get("/search?q=same&part=\(part)").body
        let found = page.matches(of: /<a href="(https:[^"]*)"/).map(\.output.1)
        #expect(found.count == count)
        seen.formUnion(found)
        #expect(page.contains("rel=\"next\"") == hasMore)
      }
      #expect(seen.count == 23)
    }
  }

  @Test(
    "whatever is asked gives a page",
    arguments: [
      "/", "/search", "/search?q=", "/search?q=%20", "/search?part=9", "/search?q=a&q=b",
      "/search?q=a&part=0", "/search?q=a&part=-1", "/search?q=a&part=99999999999999999999",
      "/search?q=%00%FF&part=x", "/search?q=%3Cscript%3Ealert(1)%3C/script%3E",
      "/search?q=" + String(repeating: "a+", count: 600), "/crawler",
    ])
  func anything(target: String) async throws {
    try await Fixture.serving([Fixture.fullPage()]) { fixture in
      let answer = try await fixture.get(target)
      #expect(answer.status == 200)
      #expect(answer.body.hasPrefix("<!DOCTYPE html>"))
      #expect(!answer.body.contains("<script>alert"))
    }
  }

  @Test("errors are pages too")
  func errors() async throws {
    try await Fixture.serving(nil) { fixture in
      for (target, status) in [("/nothing", 404), ("/search?q=a", 503)] {
        let answer = try await fixture.get(target)
        #expect(answer.status == status)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
        #expect(answer.body.contains("<h1>"))
      }
      let method = try await fixture.get("/search?q=a", method: "PUT")
      #expect(method.status == 405)
      #expect(method.header("Allow") == "GET, HEAD")
      #expect(try await fixture.get("/search?q=a").header("Retry-After") == "60")
    }
  }

  @Test("what pages are made with is there, and stays")
  func assets() async throws {
    try await Fixture.serving([]) { fixture in
      let page = try await fixture.get("/").body
      let addresses = page.matches(of: /(?:href|src)="(\/[a-z]+\.(?:css|js|svg)[^"]*)"/).map(
        \.output.1)
      #expect(addresses.count == 4)
      for address in addresses {
        let answer = try await fixture.get(String(address))
        #expect(answer.status == 200)
        #expect(!answer.body.isEmpty)
        #expect(answer.header("Cache-Control")?.contains("immutable") == true)
      }
      let types = try await fixture.get("/style.css").header("Content-Type")
      #expect(types == "text/css; charset=utf-8")
    }
  }

  @Test("the page about the crawler names it as it names itself")
  func crawler() async throws {
    var settings = Fixture.unlimited
    settings.baseURL = "https://find.example"
    settings.contact = "web@find.example"
    try await Fixture.serving([], settings: settings) { fixture in
      let page = try await fixture.get("/crawler").body
      #expect(page.contains("Fresnelbot/1.2.3 (+https://find.example/crawler)"))
      #expect(page.contains("web@find.example"))
    }
  }
}
