/// Who answers which requests.
package struct Routes: Sendable {
  /// What is asked for and who answers it.
  fileprivate struct Route: Sendable {
    let method: String
    let path: String
    let handler: HTTPServer.Handler
  }

  private var routes: [Route] = []

  /// Makes a table without a route.
  package init() {}

  /// Adds a route.
  ///
  /// - Parameters:
  ///   - method: The method. Who answers `GET` answers `HEAD` too.
  ///   - path: The path, percent-encoded. One that ends in `/*` stands for everything below it.
  ///   - handler: Answers.
  package mutating func on(
    _ method: String, _ path: String, _ handler: @escaping HTTPServer.Handler
  ) {
    routes.append(Route(method: method, path: path, handler: handler))
  }

  /// Answers a request: the first route that fits does.
  ///
  /// - Complexity: O(*r*) in the number of routes.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let found = routes.filter { $0.fits(request.path) }
    let method = request.method == "HEAD" ? "GET" : request.method
    if let route = found.first(where: { $0.method == method }) {
      return await route.handler(request)
    }
    guard !found.isEmpty else {
      return .plain("There is nothing here.", status: HTTPStatus.notFound)
    }
    let methods = found.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
    var response = HTTPResponse.plain(
      "This answers \(methods.joined(separator: ", ")) only.", status: HTTPStatus.methodNotAllowed)
    response.headers.append(HTTPHeader("Allow", methods.joined(separator: ", ")))
    return response
  }
}

extension Routes.Route {
  /// Whether a path is the route's, or below it.
  fileprivate func fits(_ asked: String) -> Bool {
    path.hasSuffix("/*") ? asked.utf8.starts(with: path.utf8.dropLast()) : asked == path
  }
}
