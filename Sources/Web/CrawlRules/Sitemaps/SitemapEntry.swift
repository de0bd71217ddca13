public import WebAddresses
public import WebDocuments

/// An entry of a sitemap or a feed.
public struct SitemapEntry: Hashable, Sendable {
  /// The address: of a page, or of another sitemap where the entry is one of an index.
  public let url: WebURL
  /// The address as it is written.
  public let text: String
  /// Where the entry stands.
  public let location: SourceLocation
  /// When the page last changed, as its site says.
  public internal(set) var lastModified: WebDate?
  /// How often the page changes, as its site says; a hint.
  public internal(set) var changeFrequency: SitemapChangeFrequency?
  /// How important the page is among those of its site, from 0 to 1; a hint. Nothing is read as 0.5.
  public internal(set) var priority: Double?
  /// The images on the page.
  public internal(set) var images: [WebURL] = []
  /// The videos on the page: the files, or else the players.
  public internal(set) var videos: [WebURL] = []
  /// The same page in other languages.
  public internal(set) var alternates: [SitemapAlternate] = []

  init(url: WebURL, text: String, location: SourceLocation) {
    self.url = url
    self.text = text
    self.location = location
  }
}

/// A page that says the same in another language.
public struct SitemapAlternate: Hashable, Sendable {
  /// The language and perhaps region, such as `de-ch`, or `x-default`.
  public let language: String
  /// The page.
  public let url: WebURL
}

/// How often a page changes, as its site says.
public enum SitemapChangeFrequency: String, Hashable, Sendable, CaseIterable {
  case always, hourly, daily, weekly, monthly, yearly, never
}
