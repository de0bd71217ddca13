import FresnelModel
import Testing
import WebAddresses
import WebDocuments
import WebFetching
import WebTestSupport

@testable import SiteValidation

@Suite("Validation of a whole site")
struct SiteSurveyTests {
  typealias Step = ScriptedServer.Step

  private static func page(_ title: String, _ rest: String = "") -> Step {
    .page(
      "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>\(title)</title>"
        + "<meta name=description content='About \(title)'>\(rest)<p>Words about \(title).")
  }

  private static func recipe(_ number: Int) -> Step {
    page(
      "Recipe \(number)",
      """
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
      "name": "Recipe \(number)", "recipeYeild": 4}</script>
      """)
  }

  private static func sitemap(_ paths: [String]) -> Step {
    let entries = paths.map { "<url><loc>http://site.example\($0)</loc></url>" }.joined()
    return .answer(
      text:
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(entries)</urlset>")
  }

  /// A site with two templates, a page that is shut out, and an index of sitemaps.
  private static let answers: [String: [Step]] = {
    let index = ["/a.xml", "/b.xml"].map {
      "<sitemap><loc>http://site.example\($0)</loc></sitemap>"
    }
    var answers: [String: [Step]] = [
      "/": [page("Home")],
      "/robots.txt": [
        .answer(text: "User-agent: *\nDisallow: /secret\nSitemap: http://site.example/i.xml\n")
      ],
      "/i.xml": [
        .answer(
          text:
            "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(index.joined())</sitemapindex>"
        )
      ],
      "/a.xml": [sitemap((0..<5).map { "/recipes/\($0)" } + ["/secret/1"])],
      "/b.xml": [sitemap(["/", "/news/2024/first-one", "/news/2024/gone"])],
      "/news/2024/first-one": [page("News")],
    ]
    for number in 0..<5 { answers["/recipes/\(number)"] = [recipe(number)] }
    return answers
  }()

  private func survey(
    _ answers: [String: [Step]], _ change: (inout SiteSurveyPlan) -> Void = { _ in }
  ) async throws -> (survey: SiteSurvey, asked: [String]) {
    let site = try PlayedSite(answers)
    defer { site.server.stop() }
    var plan = SiteSurveyPlan()
    plan.delay = .zero
    change(&plan)
    let fetcher = try WebFetcher(site.policy)
    defer { fetcher.close() }
    let url = try #require(WebURL("http://site.example/"))
    let survey = await SiteValidator(fetcher).survey(of: url, plan)
    return (survey, site.server.requests.map(\.target))
  }

  private func finding(
    _ code: String, in group: String, of survey: SiteSurvey
  ) throws -> SiteSurvey.Finding {
    let found = try #require(
      survey.groups.first { $0.name == group }, "\(survey.groups.map(\.name))")
    return try #require(
      found.findings.first { $0.rule.code == code }, "\(found.findings.map(\.rule.code))")
  }

  @Test("pages are told of by template, with counts and three examples")
  func templates() async throws {
    let (survey, asked) = try await survey(Self.answers)
    #expect(survey.stop == nil)
    #expect(survey.listedCount == 9 && survey.pageCount == 8 && survey.blockedCount == 1)
    #expect(Set(asked).count == asked.count)
    #expect(!asked.contains("/secret/1"))
    let unknown = try finding("property-unknown", in: "/recipes/* (Recipe)", of: survey)
    #expect(unknown.pageCount == 5 && unknown.count == 5)
    #expect(unknown.examples.map(\.page) == (0..<3).map { "http://site.example/recipes/\($0)" })
    let gone = try finding("http-status", in: "/news/*/*", of: survey)
    #expect(gone.pageCount == 1)
    let blocked = try finding("blocked-by-robots", in: "/secret/*", of: survey)
    #expect(blocked.pageCount == 1)
    #expect(survey.worst == .error)
    guard case .array(let groups)? = survey.json["groups"] else {
      Issue.record("There are no groups.")
      return
    }
    #expect(groups.count == survey.groups.count)
  }

  @Test("of a large site each template is seen, however many pages of another come first")
  func choice() async throws {
    let (survey, asked) = try await survey(Self.answers) { $0.pageLimit = 3 }
    #expect(asked.suffix(3) == ["/", "/recipes/0", "/news/2024/first-one"])
    #expect(survey.pageCount == 3 && survey.listedCount == 9)
  }

  @Test("one request comes after the other, and after what robots.txt asks for")
  func politeness() async throws {
    var answers = Self.answers
    answers["/robots.txt"] = [.answer(text: "User-agent: *\nCrawl-delay: 0.2\n")]
    answers["/sitemap.xml"] = [Self.sitemap(["/recipes/0", "/recipes/1"])]
    let (survey, asked) = try await survey(answers)
    #expect(asked == ["/robots.txt", "/sitemap.xml", "/", "/recipes/0", "/recipes/1"])
    #expect(survey.duration >= .milliseconds(4 * 200))
  }

  @Test("a site that fails again and again is left alone")
  func failing() async throws {
    var answers = Self.answers
    for number in 0..<5 { answers["/recipes/\(number)"] = [.answer(503, text: "later")] }
    answers["/news/2024/first-one"] = [.answer(503, text: "later")]
    let (survey, asked) = try await survey(answers)
    #expect(survey.stop == .failing)
    #expect(asked.count { $0.hasPrefix("/recipes") || $0.hasPrefix("/news") } < 7)
  }

  @Test("no more bytes are fetched than the site may give")
  func bytes() async throws {
    let (survey, asked) = try await survey(Self.answers) { $0.byteLimit = 1 }
    #expect(survey.stop == .bytes)
    #expect(asked == ["/robots.txt"])
  }

  @Test("a site without a sitemap is told so, and its page is looked at")
  func noSitemap() async throws {
    let (survey, _) = try await survey(["/": [Self.page("Home")]])
    #expect(survey.pageCount == 1 && survey.listedCount == 0)
    #expect(survey.groups.flatMap(\.findings).contains { $0.rule.code == "sitemap-not-found" })
  }

  @Test("a sitemap of another site, as of one that was built for another address, is a warning")
  func elsewhere() async throws {
    let other: Step = .answer(
      text: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
        + "<url><loc>http://www.site.example/a</loc></url></urlset>")
    let robots: [Step] = [.answer(text: "Sitemap: http://www.site.example/sitemap.xml\n")]
    var answers = ["/": [Self.page("Home")], "/robots.txt": robots, "/sitemap.xml": [other]]
    let (survey, _) = try await survey(answers)
    let found = try finding(
      "sitemap-elsewhere", in: "sitemap http://www.site.example/sitemap.xml", of: survey)
    #expect(found.severity == .warning && survey.worst == .warning)
    #expect(found.examples.first?.diagnostic.message.contains("1 address, none of") == true)
    // One host's robots.txt may name the sitemaps of others beside its own.
    var both = answers
    both["/own.xml"] = [Self.sitemap(["/"])]
    both["/robots.txt"] = [
      .answer(
        text: "Sitemap: http://www.site.example/sitemap.xml\n"
          + "Sitemap: http://site.example/own.xml\n")
    ]
    let (complete, _) = try await self.survey(both)
    #expect(!complete.groups.flatMap(\.findings).contains { $0.rule == .sitemapElsewhere })
    answers["/sitemap.xml"] = [Self.sitemap(["/"])]
    let (right, _) = try await self.survey(answers)
    #expect(!right.groups.flatMap(\.findings).contains { $0.rule == .sitemapElsewhere })
  }

  @Test("a sitemap as large as sitemaps may be is read, and of a larger one it is told")
  func largeSitemap() async throws {
    func sitemap(_ byteCount: Int) -> [Step] {
      let padding = String(repeating: " ", count: byteCount)
      return [
        .answer(
          text: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
            + "<url><loc>http://site.example/a</loc></url>\(padding)</urlset>")
      ]
    }
    var answers = [
      "/": [Self.page("Home")], "/a": [Self.page("A")], "/sitemap.xml": sitemap(5 << 20),
    ]
    answers["/robots.txt"] = [.answer(text: "Sitemap: http://site.example/sitemap.xml\n")]
    let (survey, _) = try await survey(answers)
    #expect(survey.listedCount == 1 && survey.pageCount == 2)
    #expect(!survey.groups.flatMap(\.findings).contains { $0.rule.code == "too-large" })
    let (larger, _) = try await self.survey(answers) { $0.sitemapByteLimit = 5 << 20 }
    #expect(larger.listedCount == 1 && larger.pageCount == 2)
    let found = try finding(
      "too-large", in: "sitemap http://site.example/sitemap.xml", of: larger)
    #expect(found.severity == .warning)
    #expect(!larger.groups.flatMap(\.findings).contains { $0.rule.code == "xml-malformed" })
  }

  @Test("a sitemap that can't be had is a warning where robots.txt names it")
  func namedSitemap() async throws {
    let named: [Step] = [.answer(text: "Sitemap: http://site.example/map.xml\n")]
    let (survey, _) = try await survey(["/": [Self.page("Home")], "/robots.txt": named])
    #expect(
      survey.groups.flatMap(\.findings).first { $0.rule.code == "sitemap-not-found" }?.severity
        == .warning)
  }

  @Test("what is wrong with a sitemap is told, also where robots.txt does not name it")
  func unnamedSitemap() async throws {
    let map: [Step] = [.answer(text: "<!DOCTYPE urlset [<!ENTITY a \"b\">]><urlset></urlset>")]
    let (survey, _) = try await survey(["/": [Self.page("Home")], "/sitemap.xml": map])
    #expect(survey.groups.flatMap(\.findings).contains { $0.rule.code == "doctype-entities" })
    let other: [Step] = [Self.page("Not found")]
    let (missing, _) = try await self.survey(["/": [Self.page("Home")], "/sitemap.xml": other])
    let codes = missing.groups.flatMap(\.findings).map(\.rule.code)
    #expect(codes.contains("sitemap-not-found") && !codes.contains("not-a-sitemap"))
  }

  @Test("findings that are known don't count, and others do")
  func baseline() async throws {
    var (survey, _) = try await survey(Self.answers)
    let file = Array(SurveyBaseline(of: survey).json.text().utf8)
    let known = try SurveyBaseline(reading: file)
    known.mark(&survey)
    #expect(survey.worst == .notice)
    // Another recipe with the same mistake is known; a mistake of another kind isn't.
    var answers = Self.answers
    answers["/a.xml"] = [Self.sitemap((0..<6).map { "/recipes/\($0)" })]
    answers["/recipes/5"] = [Self.recipe(5)]
    var (larger, _) = try await self.survey(answers)
    known.mark(&larger)
    #expect(larger.worst == .notice)
    answers["/recipes/5"] = [.page("<script type='application/ld+json'>{</script>")]
    var (worse, _) = try await self.survey(answers)
    known.mark(&worse)
    #expect(worse.worst == .error)
  }

  @Test(
    "a file that is no list of known findings is refused in a sentence",
    arguments: [
      "", "{", "[]", "{}", #"{"version":1}"#, #"{"version":2,"findings":[]}"#,
      #"{"version":1,"findings":[1]}"#, #"{"version":1,"findings":[{"group":"a"}]}"#,
    ])
  func faults(text: String) {
    #expect(throws: SurveyBaseline.Fault.self) {
      try SurveyBaseline(reading: Array(text.utf8))
    }
  }

  @Test(
    "the shape of an address leaves out what differs from page to page",
    arguments: [
      ("/", "/"), ("/about", "/*"), ("/pea-soup.html", "/*.html"), ("/recipes/", "/*/"),
      ("/recipes/42", "/recipes/*"), ("/en/recipes/42/photo", "/en/recipes/*/*"),
      ("/2024/05/a-long-title", "/*/*/*"), ("/p?id=1&page=2", "/*?id&page"),
      ("/a%20b/c", "/*/*"), ("/recipes/soup/", "/recipes/*/"), ("//x", "//*"),
    ])
  func shapes(path: String, shape: String) throws {
    let url = try #require(WebURL("https://site.example\(path)"))
    #expect(PageTemplate.shape(of: url) == shape)
  }
}
