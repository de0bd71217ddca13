/// What a file of a site is.
package enum SiteDocumentKind: String, Sendable, CaseIterable {
  /// A page.
  case page
  /// Rules for crawlers.
  case robots
  /// A sitemap or a feed.
  case sitemap
  /// An `apple-app-site-association`.
  case association
  /// An `assetlinks.json`.
  case assetLinks

  /// Tells by its name, and where that says nothing by its beginning, what a file is.
  ///
  /// - Parameters:
  ///   - name: The last part of its path.
  ///   - bytes: What is in it.
  package init(name: String, bytes: [UInt8]) {
    switch name.lowercased() {
    case "robots.txt": self = .robots
    case "apple-app-site-association", "apple-app-site-association.json": self = .association
    case "assetlinks.json": self = .assetLinks
    case let name where name.hasSuffix(".html") || name.hasSuffix(".htm"): self = .page
    case let name where name.hasSuffix(".xhtml"): self = .page
    case let name where name.contains("robots") && name.hasSuffix(".txt"): self = .robots
    case let name where name.contains("sitemap"): self = .sitemap
    default: self.init(bytes: bytes)
    }
  }

  /// Tells by its beginning what a file is.
  private init(bytes: [UInt8]) {
    let start = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x80 }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if bytes.starts(with: [0x1f, 0x8b]) {
      self = .sitemap
    } else if bytes.first == 0x30 || text.hasPrefix("{") {
      self = .association
    } else if text.hasPrefix("[") {
      self = .assetLinks
    } else if ["<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:rdf"].contains(
      where: text.contains)
    {
      self = .sitemap
    } else if text.hasPrefix("user-agent") || text.hasPrefix("sitemap:") {
      self = .robots
    } else if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .sitemap
    } else {
      self = .page
    }
  }

  /// Whether a file in a folder is one that is looked at, by its name alone.
  package static func isDocument(named name: String) -> Bool {
    let name = name.lowercased()
    return [".html", ".htm", ".xhtml"].contains(where: name.hasSuffix) || name == "robots.txt"
      || name.hasPrefix("apple-app-site-association") || name == "assetlinks.json"
      || name.contains("sitemap")
        && [".xml", ".xml.gz", ".txt"].contains(where: name.hasSuffix)
  }

  /// What it is called.
  package var title: String {
    switch self {
    case .page: "page"
    case .robots: "robots.txt"
    case .sitemap: "sitemap"
    case .association: "association file"
    case .assetLinks: "asset links"
    }
  }
}
