import FresnelModel
import PublicIndex
import Testing

@testable import CloudService

@Suite("How the service describes itself")
struct DescriptionTests {
  private typealias Fixture = ServiceFixture

  @Test("answers and problems are as the description says")
  func answersAgree() async throws {
    let apps = AppLookup { _ in AppLookup.App(bundleID: "a", name: "A", appStreamID: "b") }
    try await Fixture.serving([Fixture.fullPage(), Fixture.landingPage()], apps: apps) { fixture in
      let description = try await fixture.get("/openapi.json").json
      #expect(description["openapi"] == .string("3.1.0"))
      #expect(description["info"]?["version"] == .string("1.2.3"))
      for target in [
        "/v1/search?q=pasta", "/v1/search?q=cook+pasta&explain=1&prefix=1", "/v1/search?q=nothing",
        "/v1/suggest?q=pas", "/v1/suggest?q=nothing", "/v1/search", "/v1/suggest?q=",
      ] {
        let answer = try await fixture.get(target)
        let path = String(target.prefix { $0 != "?" })
        let schema = try #require(
          Self.schema(of: answer, method: "get", path: path, in: description))
        #expect(SchemaCheck.faults(of: try answer.json, schema: schema) == [], "\(target)")
      }
    }
  }

  @Test("every parameter that is described is taken, and no other")
  func parametersAgree() async throws {
    try await Fixture.serving([Fixture.fullPage()]) { fixture in
      let description = try await fixture.get("/openapi.json").json
      guard case .array(let parameters) = description["paths"]?["/v1/search"]?["get"]?["parameters"]
      else {
        Issue.record("no parameters")
        return
      }
      let names = parameters.compactMap {
        if case .string(let name) = $0["name"] { name } else { nil }
      }
      #expect(names == ["q", "prefix", "limit", "offset", "language", "explain"])
      for name in names {
        let value = ["q": "pasta", "language": "it"][name] ?? "1"
        let others = name == "q" ? "" : "q=pasta&"
        #expect(try await fixture.get("/v1/search?\(others)\(name)=\(value)").status == 200)
      }
      #expect(try await fixture.get("/v1/search?q=pasta&lang=it").status == 400)
    }
  }

  @Test("the checker of the descriptions finds what is wrong")
  func faultsAreFound() throws {
    let schema = JSONSchema.object(
      "", [.required("a", .integer("", in: 1...2)), .optional("b", .array("", of: .text("")))]
    ).json
    let cases: [(String, [String])] = [
      (#"{"a":1,"b":["x"]}"#, []), (#"{"b":[]}"#, ["$.a is missing"]),
      (#"{"a":3,"c":1}"#, ["$.a is too large", "$.c is not described"]),
      (#"{"a":"1","b":[1]}"#, ["$.a is no integer", "$.b[0] is no string"]),
      ("[]", ["$ is no object"]),
    ]
    for (text, faults) in cases {
      let value = try JSONValue.parse(Array(text.utf8))
      #expect(SchemaCheck.faults(of: value, schema: schema) == faults)
    }
  }

  @Test("browsers learn how to search and suggest")
  func openSearch() async throws {
    try await Fixture.serving([]) { fixture in
      let answer = try await fixture.get("/opensearch.xml")
      #expect(
        answer.header("Content-Type") == "application/opensearchdescription+xml; charset=utf-8")
      #expect(
        answer.body.contains(#"template="http://search.example/v1/suggest?q={searchTerms}""#))
    }
    var settings = Fixture.unlimited
    settings.baseURL = "https://find.example/fresnel"
    try await Fixture.serving([], settings: settings) { fixture in
      let answer = try await fixture.get("/opensearch.xml", headers: ["Host: evil.example"])
      #expect(
        answer.body.contains(#"template="https://find.example/fresnel/search?q={searchTerms}""#))
      #expect(!answer.body.contains("evil"))
    }
  }

  @Test("suggestions are titles, each once, with their hosts and addresses")
  func suggestions() async throws {
    let pages = [
      Fixture.page("https://a.example/1", title: "Carbonara"),
      Fixture.page("https://a.example/2", title: "Carbonara"),
      Fixture.page("https://b.example/", title: "Carousel", card: PageCard(site: "Fair")),
    ]
    try await Fixture.serving(pages) { fixture in
      let answer = try await fixture.get("/v1/suggest?q=car")
      #expect(answer.header("Content-Type") == "application/x-suggestions+json")
      let expected =
        #"["car",["Carbonara","Carousel"],["a.example","b.example"],["https://a.example/1","https://b.example/"]]"#
      #expect(try answer.json == JSONValue.parse(Array(expected.utf8)))
    }
  }

  @Test("what is suggested has the words in its title, and of one site only the site is not told")
  func suggestedTitles() async throws {
    let pages = [
      Fixture.page("https://a.example/1", title: "Sourdough basics"),
      Fixture.page("https://a.example/2", title: "Onion soups"),
      Fixture.page("https://a.example/3", title: "Bread tools", text: "For sourdough and soup."),
    ]
    try await Fixture.serving(pages) { fixture in
      func titles(_ target: String) async throws -> Set<String> {
        guard case .array(let parts) = try await fixture.get(target).json, parts.count == 4,
          case .array(let titles) = parts[1]
        else { return ["no suggestions"] }
        let sites = titles.count == 1 ? ["a.example"] : titles.map { _ in "" }
        #expect(parts[2] == .array(sites.map { .string($0) }))
        return Set(titles.compactMap { if case .string(let title) = $0 { title } else { nil } })
      }
      let beginning = try await titles("/v1/suggest?q=sou")
      #expect(beginning == ["Sourdough basics", "Onion soups"])
      let two = try await titles("/v1/suggest?q=soup%20on")
      #expect(two == ["Onion soups"])
      let none = try await titles("/v1/suggest?q=SOURDOUGH+bread")
      #expect(none.isEmpty)
    }
  }

  /// The schema of an answer.
  private static func schema(
    of answer: ServiceClient.Answer, method: String, path: String, in description: JSONValue
  ) -> JSONValue? {
    var response = description["paths"]?[path]?[method]?["responses"]?["\(answer.status)"]
    if case .string(let reference) = response?["$ref"] {
      let name = String(reference.split(separator: "/").last ?? "")
      response = description["components"]?["responses"]?[name]
    }
    return response?["content"]?[answer.header("Content-Type") ?? ""]?["schema"]
  }
}
