internal import FresnelLaunching
package import WebAddresses

/// What a page of results asks of the device, as an address of the scheme `fresnel-open`.
///
/// Any page may lead there, so nothing else can be asked for than a page of the web, and an app by AppStream's name.
package enum FresnelAddress: Hashable, Sendable {
  /// Opens a page in the app that its site vouches for, else in the browser: `fresnel-open:https://…`.
  case open(WebURL)
  /// Shows an app in the software centre, and opens the page in it once it is installed:
  /// `fresnel-open:get/APPSTREAM-ID/https://…`.
  case get(AppStreamIdentifier, WebURL)

  /// The scheme.
  package static let scheme = "fresnel-open"
  /// The most bytes that an address may have.
  package static let maximumByteCount = 8_192

  /// Whether a text has the scheme, whether or not it is right.
  package static func isMeant(by text: String) -> Bool {
    text.utf8.count > scheme.utf8.count
      && text.prefix { $0 != ":" }.lowercased() == scheme
  }

  /// Reads an address; `nil` for anything else.
  package init?(_ text: String) {
    guard Self.isMeant(by: text), text.utf8.count <= Self.maximumByteCount,
      // As URLs are handed to programs: without white space and control characters.
      LinkURL.scheme(of: text) != nil
    else { return nil }
    let rest = text.dropFirst(Self.scheme.count + 1)
    let marker = "get/"
    guard rest.hasPrefix(marker) else {
      guard let url = Self.page(rest) else { return nil }
      self = .open(url)
      return
    }
    let parts = rest.dropFirst(marker.count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let app = AppStreamIdentifier(String(parts[0])),
      let url = Self.page(parts[1])
    else { return nil }
    self = .get(app, url)
  }

  /// A whole address of the web; what browsers would repair isn't one.
  private static func page(_ text: Substring) -> WebURL? {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://"),
      let url = WebURL(String(text)), url.isHTTP
    else { return nil }
    return url
  }
}
