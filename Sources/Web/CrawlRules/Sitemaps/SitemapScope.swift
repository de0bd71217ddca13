import WebAddresses

/// The addresses that a sitemap may speak for.
struct SitemapScope {
  private let origin: String
  private let folder: String
  /// How addresses in scope begin, if they have no user.
  private let start: String
  private let robotsOrigins: Set<String>

  /// The scope of a sitemap.
  ///
  /// - Parameters:
  ///   - url: Where the sitemap is.
  ///   - robotsOrigins: The origins whose robots.txt names it: it may speak for all of them.
  init(of url: WebURL, robotsOrigins: Set<String>) {
    origin = url.origin
    let path = url.path
    folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    start = origin + folder
    self.robotsOrigins = robotsOrigins
  }

  /// Whether an address is on the same origin at or below the sitemap's folder, or on an origin that names the
  /// sitemap.
  ///
  /// A feed speaks for all of its origin: it often has a folder of its own, such as `/feed/`, beside the pages.
  func contains(_ url: WebURL, isFeed: Bool) -> Bool {
    if url.href.hasPrefix(start) { return true }
    let origin = url.origin
    if robotsOrigins.contains(origin) { return true }
    return origin == self.origin && (isFeed || url.path.hasPrefix(folder))
  }
}
