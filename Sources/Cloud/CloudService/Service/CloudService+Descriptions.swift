internal import CloudPages
internal import FresnelModel
internal import WebAddresses
internal import WebServing

extension CloudService {
  /// Adds what tells programs and browsers how to ask.
  mutating func addDescriptions(of operations: [APIOperation]) {
    let settings = settings
    on("GET", "/openapi.json", isForPrograms: true) { request in
      let document = OpenAPI.document(
        of: operations, baseURL: settings.address(for: request), version: settings.version)
      let body = Array((document.text(indented: true) + "\n").utf8)
      var response = HTTPResponse.cached(
        body, type: "application/json", tag: EntityTag(of: body), for: request)
      response.allowsOtherSites()
      return response
    }
    // Results are for who asks; crawlers that followed every question would never come to an end. What pages are shown
    // with has a mark of its contents behind a question mark, and is no answer.
    on("GET", "/robots.txt", cost: 0) { _ in
      let allowed = PageAsset.allCases.map { "Allow: \($0.path)\n" }.joined()
      return HTTPResponse(
        """
        User-agent: *
        \(allowed)\
        Disallow: /*?
        Disallow: /v1/
        Disallow: /validate
        Disallow: /metrics
        Disallow: /status
        Disallow: /healthz

        """, type: "text/plain; charset=utf-8")
    }
    on("GET", "/opensearch.xml") { request in
      let body = Array(OpenSearchDescription(address: settings.address(for: request)).xml.utf8)
      return .cached(
        body, type: "application/opensearchdescription+xml; charset=utf-8",
        tag: EntityTag(of: body), for: request)
    }
  }
}

extension ServiceSettings {
  /// The address of the service, as a request knows it where none is set.
  func address(for request: HTTPRequest) -> String {
    if let baseURL { return baseURL }
    let host = request.header("Host") ?? ""
    guard let url = WebURL("http://\(host)/"), url.path == "/", url.query == nil,
      url.username.isEmpty, url.password.isEmpty, url.fragment == nil
    else { return "http://localhost" }
    return url.origin
  }
}
