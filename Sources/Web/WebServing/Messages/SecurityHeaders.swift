/// Headers that bound what a page can do in a browser, whatever got into it.
package struct SecurityHeaders: Sendable {
  /// Headers for pages that bring their own styles, scripts and forms, and show pictures from anywhere secure.
  ///
  /// Nothing inline runs, nothing is loaded from elsewhere but pictures, and nobody frames the page.
  package static let pages = SecurityHeaders([
    HTTPHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
    HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
    HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
    HTTPHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    HTTPHeader("Referrer-Policy", "no-referrer"),
    HTTPHeader("X-Content-Type-Options", "nosniff"),
    HTTPHeader("X-Frame-Options", "DENY"),
  ])

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
