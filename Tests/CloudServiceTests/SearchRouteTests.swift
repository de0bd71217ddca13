import FresnelModel
import PublicIndex
import Testing

@testable import CloudService

@Suite("GET /v1/search")
struct SearchRouteTests {
  private typealias Fixture = ServiceFixture
  private static let apps = AppLookup { page in
    page.url == "https://www.cook.example/pasta" && page.storeID == "42"
      && page.deepLink == "cook://pasta"
      ? AppLookup.App(bundleID: "example.Cook", name: "Cook", appStreamID: "example.Cook.desktop")
      : nil
  }

  @Test("a result has everything that is known of its page")
  func everything() async throws {
    try await Fixture.serving([Fixture.fullPage()], apps: Self.apps) { fixture in
      let answer = try await fixture.get("/v1/search?q=pasta")
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "application/json")
      let json = try answer.json
      #expect(json["query"] == .string("pasta"))
      guard case .array(let results) = json["results"], let result = results.first else {
        Issue.record("no results in \(answer.body)")
        return
      }
      let text = #"""
        {"url":"https://www.cook.example/pasta","title":"Pasta with cheese",
        "description":"Boil and stir.","host":"www.cook.example","site":"Cook","type":"Recipe",
        "types":["Recipe","NewsArticle"],"availability":"InStock","duration_seconds":1500,
        "yield":"4 servings","calories":"240 calories","ingredients":["200 g pasta"],
        "date":"2026-01-02",
        "thumbnail":{"url":"https://cook.example/p.jpg","width":300,"height":200},
        "rating":{"value":4.5,"best":5,"count":12},
        "price":{"low":3,"high":5.5,"currency":"EUR","range":"$$"},
        "actions":[{"kind":"call","title":"Call","url":"tel:+3912345"},
        {"kind":"play","title":"Play","url":"https://cook.example/p.mp4"}],
        "deep_link":{"url":"cook://pasta","verified":true},
        "app":{"bundle_id":"example.Cook","name":"Cook","appstream":"example.Cook.desktop"}}
        """#
      guard case .object(let members) = try JSONValue.parse(Array(text.utf8)) else { return }
      for member in members { #expect(result[member.name] == member.value) }
      #expect(result["features"] == nil)
      #expect(json["site_search"] == nil)
    }
  }

  @Test("absent things are left out")
  func absent() async throws {
    try await Fixture.serving([Fixture.page("https://a.example/", title: "Pasta")]) { fixture in
      let json = try await fixture.get("/v1/search?q=pasta").json
      guard case .array(let results) = json["results"], case .object(let members) = results.first
      else {
        Issue.record("no results")
        return
      }
      #expect(members.map(\.name) == ["url", "title", "host", "actions", "score"])
      let none = try await fixture.get("/v1/search?q=nothing").json
      #expect(none["results"] == .array([]))
    }
  }

  @Test("results come in pages, explained where that is asked for")
  func pagesAndReasons() async throws {
    let pages = (10..<30).map { Fixture.page("https://a.example/\($0)", title: "Same") }
    try await Fixture.serving(pages) { fixture in
      let all = try await fixture.urls("/v1/search?q=same&limit=50")
      #expect(all.count == 20)
      #expect(try await fixture.urls("/v1/search?q=same").count == 10)
      #expect(
        try await fixture.urls("/v1/search?q=same&limit=5&offset=10") == Array(all[10..<15]))
      let explained = try await fixture.get("/v1/search?q=same&explain=1&limit=1").json
      guard case .array(let results) = explained["results"] else { return }
      #expect(results.first?["features"]?["text"] == .double(1))
      #expect(explained["weights"]?["text"] == .double(1))
    }
  }

  @Test("a word that is being typed may go on")
  func prefix() async throws {
    try await Fixture.serving([Fixture.page("https://a.example/", title: "Carbonara")]) { fixture in
      let typed = try await fixture.urls("/v1/search?q=carb&prefix=1")
      #expect(typed.count == 1)
      #expect(try await fixture.urls("/v1/search?q=carb&prefix=0").isEmpty)
      #expect(try await fixture.urls("/v1/search?q=carb").isEmpty)
    }
  }

  @Test("a page that begins a search on its site offers it")
  func siteSearch() async throws {
    try await Fixture.serving([Fixture.landingPage(), Fixture.fullPage()]) { fixture in
      let json = try await fixture.get("/v1/search?q=cook+pasta+%26+bread").json
      #expect(
        json["site_search"]
          == .object([
            JSONMember("site", .string("Cook")),
            JSONMember("template", .string("https://cook.example/find?q={term}")),
            JSONMember("url", .string("https://cook.example/find?q=pasta%20%26%20bread")),
          ]))
    }
  }

  @Test("a client that has the answer gets no other")
  func caching() async throws {
    try await Fixture.serving([Fixture.fullPage()]) { fixture in
      let first = try await fixture.get("/v1/search?q=pasta")
      let tag = try #require(first.header("ETag"))
      #expect(first.header("Cache-Control") == "public, max-age=60")
      let second = try await fixture.get(
        "/v1/search?q=pasta", headers: ["If-None-Match: \"other\", \(tag)"])
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
      let third = try await fixture.get(
        "/v1/search?q=pasta&explain=1", headers: ["If-None-Match: \(tag)"])
      #expect(third.status == 200)
    }
  }

  @Test("pages of other sites may read answers, and problems too")
  func otherSites() async throws {
    try await Fixture.serving([]) { fixture in
      for target in ["/v1/search?q=a", "/v1/search", "/v1/suggest?q=a", "/openapi.json"] {
        let answer = try await fixture.get(target)
        #expect(answer.header("Access-Control-Allow-Origin") == "*")
        #expect(answer.header("Cross-Origin-Resource-Policy") == "cross-origin")
      }
      #expect(try await fixture.get("/metrics").header("Access-Control-Allow-Origin") == nil)
    }
  }

  @Test(
    "what can't be used is told in one sentence",
    arguments: [
      ("", "q", "The parameter q is missing."),
      ("?q=", "q", "The parameter q is empty."), ("?q=+%20%0A", "q", "The parameter q is empty."),
      ("?q=a&q=b", "q", "The parameter q comes twice."),
      ("?q=a&limit=0", "limit", "The parameter limit is a whole number from 1 to 50."),
      ("?q=a&limit=51", "limit", "The parameter limit is a whole number from 1 to 50."),
      (
        "?q=a&limit=99999999999999999999", "limit",
        "The parameter limit is a whole number from 1 to 50."
      ),
      ("?q=a&offset=-1", "offset", "The parameter offset is a whole number from 0 to 500."),
      ("?q=a&offset=%00", "offset", "The parameter offset is a whole number from 0 to 500."),
      ("?q=a&prefix=yes", "prefix", "The parameter prefix is 1 or 0."),
      ("?q=a&explain=", "explain", "The parameter explain is 1 or 0."),
      ("?q=a&language=e", "language", "The parameter language has at least 2 bytes."),
      (
        "?q=a&language=english!!", "language",
        "The parameter language is a tag, such as en or pt-BR."
      ),
      ("?q=a&language=en--US", "language", "The parameter language is a tag, such as en or pt-BR."),
      (
        "?q=a&colour=red", "colour",
        "There is no parameter \"colour\"; those there are: q, prefix, limit, offset, language, explain."
      ),
    ])
  func badParameters(query: String, parameter: String, sentence: String) async throws {
    try await Fixture.serving([]) { fixture in
      let answer = try await fixture.get("/v1/search\(query)")
      #expect(answer.status == 400)
      #expect(answer.header("Content-Type") == "application/problem+json")
      let json = try answer.json
      #expect(json["parameter"] == .string(parameter))
      #expect(json["detail"] == .string(sentence))
    }
  }

  @Test("whatever is asked gets an answer or a problem")
  func hostileQuestions() async throws {
    let questions = [
      "%00", "%FF%FE", "%", "%zz", "\"';--<script>", "**", "()", "a".repeated(1_000),
      "a".repeated(1_001), "a+".repeated(400), "%F0%9F%A7%80", "%E2%80%AE%EF%BB%BF",
      "q&%00=1", "a&b", "a&=", "&&&", "{term}", "..%2F..%2Fetc%2Fpasswd", "%0D%0ASet-Cookie:x",
    ]
    try await Fixture.serving([Fixture.fullPage(), Fixture.landingPage()]) { fixture in
      for question in questions {
        for target in ["/v1/search?q=\(question)", "/v1/suggest?q=\(question)"] {
          let answer = try await fixture.get(target)
          #expect([200, 400].contains(answer.status), "\(target.prefix(40))")
          #expect(answer.header("Set-Cookie") == nil)
          _ = try answer.json
        }
      }
      #expect(try await fixture.urls("/v1/search?q=pasta").count == 2)
    }
  }

  @Test("without an index it is told that there is none, and when to ask again")
  func noIndex() async throws {
    try await Fixture.serving(nil) { fixture in
      let answer = try await fixture.get("/v1/search?q=a")
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "60")
      #expect(try answer.json["title"] == .string("There is no index"))
      #expect(answer.body.contains("fresnel-cloud crawl"), "\(answer.body)")
      // So it is told to people, and to programs that read what may be answered.
      #expect(try await fixture.get("/search?q=a").body.contains("There is no index"))
      let described = try await fixture.get("/openapi.json").json
      let problem = described["components"]?["responses"]?["Problem503"]?["description"]
      guard case .string(let text)? = problem else {
        Issue.record("503 is not described")
        return
      }
      #expect(text.contains("no index"), "\(text)")
    }
  }

  @Test("a search that takes too long is given up")
  func timeLimit() async throws {
    var settings = Fixture.unlimited
    settings.searchSeconds = 0
    try await Fixture.serving([Fixture.fullPage()], settings: settings) { fixture in
      let answer = try await fixture.get("/v1/search?q=pasta")
      #expect(answer.status == 503)
      #expect(try answer.json["title"] == .string("The time is over"))
    }
  }

  @Test("many ask at once")
  func parallel() async throws {
    let pages = (0..<50).map {
      Fixture.page("https://a.example/\($0)", title: "Pasta \($0)", text: "word\($0 % 7) and more")
    }
    try await Fixture.serving(pages) { fixture in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<40 {
          let target = "/v1/search?q=word\(number % 7)&limit=50"
          group.addTask { [client = fixture.client] in try await client.get(target).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await fixture.urls("/v1/search?q=word3&limit=50").count == 7)
    }
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
