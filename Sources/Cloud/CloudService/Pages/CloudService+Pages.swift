internal import CloudPages
internal import PublicIndex
internal import WebServing

extension CloudService {
  /// So many results stand on a page.
  private static let resultCount = 10
  /// The last part of the results.
  private static let lastPart = 50

  /// Adds the pages for people.
  ///
  /// - Parameters:
  ///   - search: Finds results.
  ///   - showsPictures: Whether the service fetches their pictures.
  mutating func addPages(_ search: IndexSearch, showsPictures: Bool) {
    on("GET", "/") { _ in .page(SearchPage().page, seconds: 3_600) }
    on("GET", "/search") { request in
      let fields = request.queryFields
      let question = fields.last { $0.name == "q" }?.value ?? ""
      guard question.contains(where: { !$0.isWhitespace }) else {
        return .page(SearchPage().page, seconds: 3_600)
      }
      let part = fields.last { $0.name == "part" }.flatMap { Int($0.value) } ?? 1
      return Self.results(
        String(question.prefix(SearchPage.longestQuestion)), min(max(1, part), Self.lastPart),
        search, showsPictures: showsPictures)
    }
    let page = CrawlerPage(
      userAgent: settings.crawlerName, token: "Fresnelbot", contact: settings.contact,
      addresses: settings.crawlerAddresses.prefixes.map(\.text))
    on("GET", "/crawler") { _ in .page(page.page, seconds: 3_600) }
    for asset in PageAsset.allCases {
      // The address that pages have changes with the contents.
      let headers = [
        HTTPHeader("Content-Type", asset.contentType),
        HTTPHeader("Cache-Control", "public, max-age=31536000, immutable"),
      ]
      on("GET", asset.path, cost: 0) { _ in
        HTTPResponse(status: 200, headers: headers, body: asset.body)
      }
    }
  }

  private static func results(
    _ question: String, _ part: Int, _ search: IndexSearch, showsPictures: Bool
  ) -> HTTPResponse {
    do throws(APIProblem) {
      let asked = Question(question, offset: (part - 1) * resultCount, limit: resultCount)
      let answer = try search.answer(to: asked)
      let words = QuestionWords(asked)
      let results = SearchPage.Results(
        cards: answer.results.map {
          CardContent($0, for: words, showsPictures: showsPictures)
        }, number: part,
        first: (part - 1) * resultCount + 1, hasMore: answer.hasMore && part < lastPart,
        count: .init(answer.count, isWhole: !answer.isPartial), seconds: answer.seconds,
        siteSearch: answer.siteSearch.map {
          .init(site: $0.site, host: $0.host, url: $0.url)
        })
      return .page(SearchPage(question: question, results: results).page, seconds: 60)
    } catch {
      let page = ErrorPage(title: error.title, message: error.detail)
      var response = HTTPResponse(
        page.page, type: "text/html; charset=utf-8", status: error.status)
      if let seconds = error.retryAfter {
        response.headers.append(HTTPHeader("Retry-After", "\(seconds)"))
      }
      return response
    }
  }
}

extension HTTPResponse {
  /// A page that browsers may keep for some time.
  static func page(_ html: String, seconds: Int) -> HTTPResponse {
    var response = HTTPResponse(html, type: "text/html; charset=utf-8")
    response.headers.append(HTTPHeader("Cache-Control", "max-age=\(seconds)"))
    return response
  }
}

extension ServiceSettings {
  /// What the crawler calls itself.
  package var crawlerName: String {
    "Fresnelbot/\(version)" + (baseURL.map { " (+\($0)/crawler)" } ?? "")
  }
}
