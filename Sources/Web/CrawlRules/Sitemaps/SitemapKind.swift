/// What a document that lists pages is.
public enum SitemapKind: String, Hashable, Sendable, CaseIterable {
  /// A sitemap in XML.
  case urlset
  /// A list of sitemaps.
  case index
  /// One address on each line.
  case text
  /// A feed in RSS.
  case rss
  /// A feed in Atom.
  case atom
  /// None of these.
  case invalid
}
