public import WebAddresses
public import WebDocuments

/// A list of pages that a site gives: a sitemap, an index of sitemaps, or a feed.
public struct Sitemap: Sendable {
  /// What the document is.
  public internal(set) var kind = SitemapKind.invalid
  /// The entries in their order, those left out that are wrong or may not be listed here.
  public internal(set) var entries: [SitemapEntry] = []
  /// What was found; a bounded number of one kind.
  public internal(set) var diagnostics: [Diagnostic] = []

  /// How many entries are read.
  public static let maximumEntryCount = 50_000
  /// How many images, videos and other languages are kept, all together.
  public static let maximumExtraCount = 200_000
  /// How many bytes are read, after unpacking.
  public static let maximumLength = 50_000_000
  /// How many characters an address may not have.
  public static let maximumAddressLength = 2048
  /// How many indexes may lead to a sitemap.
  public static let maximumIndexDepth = 2

  init() {}

  /// Reads a document, which never fails: what stands before a fault is read.
  ///
  /// - Parameters:
  ///   - bytes: The body; gzip is seen by its first bytes.
  ///   - url: Where the document is.
  ///   - contentType: The value of the header `Content-Type`, of which the encoding counts.
  ///   - robotsOrigins: The origins (``WebURL/origin``) whose robots.txt names the document: it may list all of their
  ///     pages. Otherwise it may list those of its own origin, at or below its folder; a feed, all of its own origin.
  ///   - indexes: The indexes that led here, the outermost first.
  /// - Complexity: O(*b*) in the number of bytes, after unpacking.
  public init(
    _ bytes: [UInt8], at url: WebURL, contentType: String? = nil, robotsOrigins: Set<String> = [],
    indexes: [WebURL] = []
  ) {
    var reader = SitemapReader(
      at: url, scope: SitemapScope(of: url, robotsOrigins: robotsOrigins), indexes: indexes)
    reader.read(bytes, contentType: contentType)
    self = reader.sitemap
    diagnostics = reader.findings.all
  }
}
