/// Headers that bound what a page can do in a browser, whatever got into it.
package struct SecurityHeaders: Sendable {
  /// Headers for pages that bring their own styles, scripts, forms and pictures.
  ///
  /// Nothing inline runs, nothing is loaded from elsewhere, and nobody frames the page.
  package static let pages = SecurityHeaders([
    contentPolicy(pictures: "'self'"),
    HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
    HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
    HTTPHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    HTTPHeader("Referrer-Policy", "no-referrer"),
    HTTPHeader("X-Content-Type-Options", "nosniff"),
    HTTPHeader("X-Frame-Options", "DENY"),
  ])

  /// What takes the place of the content's policy on a page that shows pictures from anywhere secure: those of a site
  /// that its reader has just had visited.
  package static let picturesFromAnywhere = contentPolicy(pictures: "'self' https:")

  private static func contentPolicy(pictures: String) -> HTTPHeader {
    HTTPHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src \(pictures); "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
  }

  /// The headers.
  package let headers: [HTTPHeader]

  private init(_ headers: [HTTPHeader]) { self.headers = headers }

  /// An answer with the headers that it doesn't have.
  package func added(to response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers += headers.filter { response.header($0.name) == nil }
    return response
  }
}
