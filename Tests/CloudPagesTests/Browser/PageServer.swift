import CloudPages
import SiteValidation
import WebServing

/// The pages, served to a browser: the validation page checks what is pasted, and knows two addresses.
enum PageServer {
  /// Runs a body while pages are served.
  static func serving<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    var routes = Routes()
    for asset in PageAsset.allCases {
      routes.on("GET", asset.path) { _ in
        HTTPResponse(
          status: 200, headers: [HTTPHeader("Content-Type", asset.contentType)], body: asset.body)
      }
    }
    routes.on("GET", "/crawler") { _ in
      page(CrawlerPage(userAgent: "Fresnelbot/1.0", token: "Fresnelbot", contact: nil).page)
    }
    routes.on("GET", "/search") { request in
      let word = request.queryFields.first?.value ?? ""
      var card = CardContent(url: "https://cooking.example/\(word)", title: word, site: word)
      card.description = word
      card.price = word
      card.app = .init(name: word, appStreamID: "org.example.Cooking")
      let results = SearchPage.Results(
        cards: [card], siteSearch: .init(site: word, url: "https://cooking.example/"))
      return page(SearchPage(question: word, results: results).page)
    }
    routes.on("GET", "/missing") { _ in page(ErrorPage.page(status: 404)) }
    routes.on("GET", "/validate") { request in answer(request.queryFields) }
    routes.on("POST", "/validate") { request in answer(request.formFields) }
    routes.on("POST", "/v1/validate") { _ in HTTPResponse("{}", type: "application/json") }
    let limits = ServerLimits(answerTime: .seconds(600), idleSeconds: 600, requestSeconds: 600)
    let table = routes
    let server = try HTTPServer(limits: limits) { await table.answer($0) }
    let result: Result
    do { result = try await body("http://127.0.0.1:\(server.port)") } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return result
  }

  private static func page(_ html: String) -> HTTPResponse {
    HTTPResponse(html, type: "text/html; charset=utf-8")
  }

  private static func answer(_ fields: [FormField]) -> HTTPResponse {
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    var form = ValidationForm(
      url: value("url") ?? "", html: value("html"), tests: value("test-url") ?? "",
      app: value("app") ?? "")
    var report: SiteReport?
    if form.tests.contains("nonsense") {
      form.problem = .init(.tests, "“\(form.tests)” is no address of a page.")
    } else if let html = form.html {
      report = SampleReports.pasted(html)
    } else if form.url.contains("cooking") {
      report = SampleReports.good
    } else if form.url.contains("diner") {
      report = SampleReports.bad
    } else if form.url.contains("gone") {
      report = SampleReports.unreachable
    } else if !form.url.isEmpty {
      form.problem = .init(.url, "“\(form.url)” is no address of a page.")
    }
    return page(ValidationPage(form: form, report: report).page)
  }
}
